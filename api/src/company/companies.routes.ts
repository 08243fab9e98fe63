import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import { company, companyBulkDelete, companySearch } from 'contract/company/companies';
import { searchQuery } from 'contract/paging';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { requireConfirmation } from '../records/bulk';
import { regularRoutes } from '../records/regular-routes';
import {
  companies,
  companyWrites,
  deleteCompanies,
  deleteCompany,
  duplicateCompany,
  searchCompanies,
} from './companies.queries';

/** Companies (specification 1 §7, DECISIONS §2). */
export function companyRoutes(add: AddRoute, { db, secrets }: { db: Kysely<Tables>; secrets: Secrets }): void {
  const { path } = NOUNS.company;
  const { readers, owners: access } = accessFor('company');
  const { list, find } = companies;
  const { create, replace, update } = companyWrites(secrets);
  regularRoutes(add, db, {
    records: companies,
    calls: { list, find, create, replace, update, remove: deleteCompany },
    summaries: {
      replace: 'Replace every written field of a company; an absent key stays',
      remove: 'Delete a company; for 30 days the operator can restore it',
    },
  });
  add('GET', `${path}/search`, {
    access: readers,
    summary: 'Companies by a part of name or slug',
    query: searchQuery,
    response: companySearch,
    handle: ({ caller, query }) => searchCompanies(db, caller, query),
  });
  add('POST', `${path}/:id/duplicate`, {
    access,
    summary: 'Copy a company, without its keys',
    params: byId,
    response: company,
    status: 201,
    handle: ({ caller, params }) => duplicateCompany(db, caller, params.id),
  });
  add('POST', `${path}/bulk/delete`, {
    access,
    summary: 'Delete companies; an absent confirm means true',
    body: companyBulkDelete,
    response: bulkResponse,
    handle: async ({ caller, body }) => {
      requireConfirmation(body.confirm ?? true);
      return deleteCompanies(db, caller, body.ids);
    },
  });
}
