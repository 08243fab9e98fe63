/** The nouns whose records have a history: what it shows of each, and who may read it (DECISIONS §2, §10). */
import type { Kysely } from 'kysely';
import { cogsCreate } from 'contract/company/product-variant-cogs';
import { historyOfCompanyQuery } from 'contract/history';
import type { Properties } from 'contract/noun';
import type { PropertySchema } from 'contract/schema';
import { agentDefinitions } from '../agents/agent-definitions.queries';
import { knowledgeItems } from '../agents/knowledge.queries';
import { ads } from '../ads/facebook-ads.queries';
import { companies } from '../company/companies.queries';
import { COGS_RESOURCE, findCogs } from '../company/product-variant-cogs.queries';
import { variants } from '../company/product-variants.queries';
import type { Tables } from '../database/connection';
import { groups, signedIn, type Access, type Caller } from '../http/access';
import { postCriteria } from '../social/post-criteria.queries';
import { posts } from '../social/posts.queries';
import { profiles } from '../social/profiles.queries';
import { findSearchTerm, searchTerms } from '../social/search-terms.queries';

/** A noun whose records have a history. */
export interface Historied {
  /** What the audit log calls one. */
  readonly resource: string;
  /** Where its calls live, below /api. */
  readonly path: string;
  /** Who may read its records. */
  readonly readers: Exclude<Access, { who: 'anyone' }>;
  /** Whether a record belongs to a company; else every reader may read every record. */
  readonly isOfCompany: boolean;
  /** The fields that a person writes: what else is kept of a record is no news. */
  readonly fields: Readonly<Record<string, PropertySchema>>;
  /** The query of its history, where that knows the company too; a record of another one is NotFound. */
  readonly query?: typeof historyOfCompanyQuery;
  /** Throws NotFound for a record that is not there or not authorised. */
  find(db: Kysely<Tables>, caller: Caller, id: number, companyId?: number): Promise<unknown>;
}

interface Records {
  readonly definition: { readonly resource: string; readonly noun: { readonly properties: Properties } };
  find(db: Kysely<Tables>, caller: Caller, id: number): Promise<unknown>;
}

/** A noun as its records say it. */
const historied = (
  { definition: { resource, noun }, find }: Records,
  about: Omit<Historied, 'resource' | 'fields' | 'find'>,
): Historied => {
  const fields = Object.entries(noun.properties).filter(([, { written }]) => written !== undefined);
  return { resource, find, fields: Object.fromEntries(fields), ...about };
};

const variantReaders = { readers: groups('CompanyAdmin', 'Admin'), isOfCompany: true } as const;
const social = { readers: groups('SocialMediaManager'), isOfCompany: true } as const;
const agents = { readers: groups('AaasAdmin'), isOfCompany: false } as const;

/** Every noun that has a list, and the periods of a variant's costs. */
export const HISTORIED: readonly Historied[] = [
  historied(companies, { path: '/companies', readers: signedIn, isOfCompany: true }),
  historied(variants, { path: '/product-variants', ...variantReaders }),
  {
    resource: COGS_RESOURCE,
    path: '/product-variant-cogs',
    ...variantReaders,
    fields: { ...cogsCreate.properties, cogs_amount: { ...cogsCreate.properties.cogs_amount, kind: 'money' } },
    find: findCogs,
  },
  historied(ads, { path: '/facebook-ads', readers: signedIn, isOfCompany: true }),
  historied(postCriteria, { path: '/social-media-post-criteria', ...social }),
  // Every call for search terms knows the company.
  {
    ...historied(searchTerms, { path: '/social-media-search-terms', ...social, query: historyOfCompanyQuery }),
    find: (db, caller, id, company_id) =>
      company_id === undefined ? searchTerms.find(db, caller, id) : findSearchTerm(db, caller, { id, company_id }),
  },
  historied(profiles, { path: '/social-media-profiles', ...social }),
  historied(posts, { path: '/social-media-posts', ...social }),
  historied(agentDefinitions, { path: '/agent-definitions', ...agents }),
  historied(knowledgeItems, { path: '/knowledge', ...agents }),
];

/** The noun that the audit log calls so; undefined for what has no history of its own, as a session. */
export const historiedOf = (resource: string): Historied | undefined =>
  HISTORIED.find((noun) => noun.resource === resource);
