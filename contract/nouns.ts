/**
 * The nouns, an entry each: all that the console asks of a noun beside its properties, which its own file has
 * (DECISIONS §2). Routes, history, undo, search, tags and the palette follow from it and list no noun themselves. In the
 * order in which search and filters offer them.
 */
import type { Group } from './session';

type Groups = readonly [Group, ...Group[]];

/** A noun as every room knows it. */
export interface NounFacts {
  /** One, as people call it. */
  readonly label: string;
  /** Where its calls live, below /api. */
  readonly path: `/${string}`;
  /** The address of its list in the console. */
  readonly list: `/${string}`;
  /** Any one of these groups reads it; null: every signed-in user. */
  readonly readers: Groups | null;
  /** Any one of these groups changes it. */
  readonly writers: Groups;
  /** Any one of these creates and deletes it; absent: its writers. */
  readonly owners?: Groups;
  /** A record is a company, belongs to one, or (null) to none: then every reader reads every record. */
  readonly company: 'is' | 'belongs' | null;
  /** The calls on one record name its company as well. */
  readonly namesCompany?: true;
  /** Its earlier texts can be read and restored. */
  readonly versioned?: true;
}

const variants = {
  readers: ['CompanyAdmin', 'Admin'],
  writers: ['CompanyAdmin', 'Admin'],
  company: 'belongs',
} as const;
const ads = { readers: null, writers: ['AdManager'], company: 'belongs' } as const;
const social = { readers: ['SocialMediaManager'], writers: ['SocialMediaManager'], company: 'belongs' } as const;
const connections = { readers: null, writers: ['CompanyAdmin', 'AaasAdmin'], company: 'belongs' } as const;
const administration = { readers: ['AaasAdmin'], writers: ['AaasAdmin'], company: null } as const;
const agents = { ...administration, versioned: true } as const;

/** By the name that the audit log, search and tags have for a record. */
export const NOUNS = {
  company: {
    label: 'Company',
    path: '/companies',
    list: '/company-management',
    readers: null,
    writers: ['CompanyAdmin', 'AaasAdmin'],
    owners: ['AaasAdmin'],
    company: 'is',
  },
  product_variant: { label: 'Product Variant', path: '/product-variants', list: '/product-variants', ...variants },
  facebook_ad: { label: 'Ad', path: '/facebook-ads', list: '/facebook-ads', ...ads },
  naming_rule: {
    label: 'Naming Rule',
    path: '/naming-rules',
    list: '/ads/naming-rules',
    ...ads,
    readers: ['AdManager'],
  },
  social_media_profile: { label: 'Profile', path: '/social-media-profiles', list: '/social-media-profiles', ...social },
  social_media_post: { label: 'Post', path: '/social-media-posts', list: '/social-media-posts', ...social },
  social_media_search_term: {
    label: 'Search Term',
    path: '/social-media-search-terms',
    list: '/social-media-search-terms',
    ...social,
    namesCompany: true,
  },
  social_media_post_criteria: {
    label: 'Post Criteria',
    path: '/social-media-post-criteria',
    list: '/social-media-post-criteria',
    ...social,
  },
  knowledge: { label: 'Knowledge', path: '/knowledge', list: '/knowledge', ...agents },
  agent_definition: { label: 'Agent Definition', path: '/agent-definitions', list: '/agent-definitions', ...agents },
  connection: { label: 'Connection', path: '/connections', list: '/company/connections', ...connections },
  credential: { label: 'Credential', path: '/credentials', list: '/company/connections/credentials', ...connections },
  ingest_token: { label: 'Machine Token', path: '/ingest-tokens', list: '/company/machine-tokens', ...administration },
  sign_in_rule: { label: 'Sign-in Rule', path: '/sign-in-rules', list: '/company/sign-in-rules', ...administration },
  user: { label: 'Person', path: '/people', list: '/company/people', ...administration },
} as const satisfies Readonly<Record<string, NounFacts>>;

/** A noun by that name. */
export type NounKind = keyof typeof NOUNS;

/** All names, in order. */
export const NOUN_KINDS = Object.keys(NOUNS) as NounKind[];

/** The facts of a noun; undefined for anything else, such as a session. */
export const nounOf = (kind: string): NounFacts | undefined => (NOUNS as Readonly<Record<string, NounFacts>>)[kind];
