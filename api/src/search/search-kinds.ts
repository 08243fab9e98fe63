/** What a search looks in, noun by noun: each by the indexes that its list has (DECISIONS §11). */
import { sql, type RawBuilder } from 'kysely';
import type { SearchKind } from 'contract/search';
import { variants } from '../company/product-variants.queries';
import type { Tables } from '../database/connection';
import { anyOf, contains, foldedContains, searchedContains } from '../database/list';

/** A noun's records as a search finds and shows them. */
export interface Searched {
  /** Where its list is: who may call that may find it. */
  readonly path: string;
  readonly table: keyof Tables;
  /** The column of its company's id; null where it belongs to none. */
  readonly company: 'company_id' | 'id' | null;
  readonly label: RawBuilder<string>;
  /** Its names, folded, as an index has them behind the company; a search looks at how they begin. */
  readonly names: readonly RawBuilder<string>[];
  /** The column of what else it is known by as a whole. */
  readonly identifier?: string;
  /** The condition that its name contains a text, by trigrams. */
  contains(text: string): RawBuilder<boolean>;
}

const folded = (column: string) => sql<string>`lower(${sql.ref(column)}) collate "C"`;
const ref = (column: string) => sql<string>`${sql.ref(column)}`;

const { display_product_name, display_product_variant_name } = variants.definition.computed;

/** Every noun that is searched. */
export const SEARCHED: Readonly<Record<SearchKind, Searched>> = {
  company: {
    path: '/companies',
    table: 'companies',
    company: 'id',
    label: ref('name'),
    names: [folded('name'), folded('slug')],
    contains: (text) => anyOf([contains('name', text), contains('slug', text)]),
  },
  product_variant: {
    path: '/product-variants',
    table: 'product_variants',
    company: 'company_id',
    label: sql<string>`${display_product_name} || ' – ' || ${display_product_variant_name}`,
    names: [ref('display_product_name_key'), ref('product_variant_identifier_key')],
    // What is displayed is one of the two that have an index.
    contains: (text) => sql<boolean>`(
      ${anyOf([foldedContains('cached_product_name_key', text), foldedContains('override_product_name_key', text)])}
      and ${foldedContains('display_product_name_key', text)})`,
  },
  facebook_ad: {
    path: '/facebook-ads',
    table: 'facebook_ads',
    company: 'company_id',
    label: ref('ad_name'),
    names: [folded('ad_name')],
    identifier: 'ad_identifier',
    contains: (text) => searchedContains('ad_name', text),
  },
  social_media_profile: {
    path: '/social-media-profiles',
    table: 'social_media_profiles',
    company: 'company_id',
    label: sql<string>`platform_username || ' · ' || platform`,
    names: [folded('platform_username')],
    contains: (text) => contains('platform_username', text),
  },
  social_media_post: {
    path: '/social-media-posts',
    table: 'social_media_posts',
    company: 'company_id',
    label: sql<string>`coalesce(cached_author_username || ' · ', '') || coalesce(nullif(left(cached_caption, 100), ''), url)`,
    names: [folded('cached_author_username')],
    contains: (text) => foldedContains('searched', text),
  },
  social_media_search_term: {
    path: '/social-media-search-terms',
    table: 'social_media_search_terms',
    company: 'company_id',
    label: sql<string>`search_term || ' · ' || platform`,
    names: [folded('search_term')],
    contains: (text) => contains('search_term', text),
  },
  // One set a company: so few that no index is needed.
  social_media_post_criteria: {
    path: '/social-media-post-criteria',
    table: 'social_media_post_criteria',
    company: 'company_id',
    label: sql<string>`left(description, 100)`,
    names: [folded('description')],
    contains: (text) => contains('description', text),
  },
  agent_definition: {
    path: '/agent-definitions',
    table: 'agent_definitions',
    company: null,
    label: ref('slug'),
    names: [folded('slug')],
    contains: (text) => contains('slug', text),
  },
  knowledge: {
    path: '/knowledge',
    table: 'knowledge',
    company: null,
    label: ref('name'),
    names: [folded('name')],
    contains: (text) => contains('name', text),
  },
};
