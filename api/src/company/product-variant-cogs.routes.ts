import type { Kysely } from 'kysely';
import { cogsBulkCreate, cogsBulkSaved } from 'contract/company/cogs-bulk';
import {
  cogsCreate,
  cogsDeletion,
  cogsList,
  cogsListQuery,
  cogsPatch,
  cogsRecord,
  cogsSaved,
  cogsTimeline,
  dryRunQuery,
} from 'contract/company/product-variant-cogs';
import { costProposalList, costProposalListQuery } from 'contract/company/cost-proposals';
import { cogsExport } from 'contract/company/cogs-export';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, NO_CONTENT, type AddRoute } from '../http/route';
import { csv } from '../http/stream';
import { listCostProposals } from './cost-proposals.queries';
import { exportCosts } from './product-variant-cogs-export.queries';
import { createManyCogs } from './product-variant-cogs-bulk.queries';
import { createCogs, deleteCogs, findCogs, listCogs, readTimeline, updateCogs } from './product-variant-cogs.queries';

const admins = groups('CompanyAdmin', 'Admin');

/** The costs of variants (specification 1 §7, DECISIONS §2, §5). */
export function productVariantCogsRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/product-variant-cogs', {
    access: admins,
    summary: 'Cost periods',
    query: cogsListQuery,
    response: cogsList,
    handle: ({ caller, query }) => listCogs(db, caller, query),
  });
  add('GET', '/product-variant-cogs/proposals', {
    access: admins,
    summary: 'Costs that a source has and that differ from the ones that cover today',
    query: costProposalListQuery,
    response: costProposalList,
    handle: ({ caller, query }) => listCostProposals(db, caller, query),
  });
  add('GET', '/product-variant-cogs/timeline/:id', {
    access: admins,
    summary: 'All cost periods of a product variant, newest first',
    params: byId,
    response: cogsTimeline,
    handle: ({ caller, params }) => readTimeline(db, caller, params.id),
  });
  add('GET', '/product-variant-cogs/:id', {
    access: admins,
    summary: 'One cost period',
    params: byId,
    response: cogsRecord,
    handle: ({ caller, params }) => findCogs(db, caller, params.id),
  });
  add('POST', '/product-variant-cogs', {
    access: admins,
    summary:
      'Create a cost period; the others make room. A dry run writes nothing and returns the timeline as it would be',
    query: dryRunQuery,
    body: cogsCreate,
    response: cogsSaved,
    status: 201,
    handle: ({ caller, query, body }) => createCogs(db, caller, body, { dryRun: query.dry_run ?? false }),
  });
  add('POST', '/product-variant-cogs/bulk/create', {
    access: admins,
    summary:
      'Create the costs of many variants, each as one save would be. A dry run writes nothing and returns the forecast',
    body: cogsBulkCreate,
    response: cogsBulkSaved,
    handle: ({ caller, body }) => createManyCogs(db, caller, body),
  });
  add('POST', '/product-variant-cogs/export', {
    access: admins,
    summary: "A CSV file of a company's costs, which an import takes as it is",
    body: cogsExport,
    response: csv,
    handle: ({ caller, body }) => exportCosts(db, caller, body),
  });
  add('PATCH', '/product-variant-cogs/:id', {
    access: admins,
    summary: 'Write the sent fields of a cost period; the others make room. A dry run writes nothing',
    params: byId,
    query: dryRunQuery,
    body: cogsPatch,
    response: cogsSaved,
    handle: ({ caller, params, query, body, ifMatch }) =>
      updateCogs(db, caller, params.id, body, { dryRun: query.dry_run ?? false, ifMatch }),
  });
  add('DELETE', '/product-variant-cogs/:id', {
    access: admins,
    summary: 'Delete a cost period; the one before it runs on. A dry run writes nothing and is 200',
    params: byId,
    query: dryRunQuery,
    response: cogsDeletion,
    handle: async ({ caller, params, query }) =>
      (await deleteCogs(db, caller, params.id, { dryRun: query.dry_run ?? false })) ?? NO_CONTENT,
  });
}
