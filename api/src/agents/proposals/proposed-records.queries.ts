/** The records that a proposal is about, as they are: read when it is made, and again when it is applied (DECISIONS §9). */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../../database/connection';
import { isAuthorised, type Caller } from '../../http/access';
import { tagNamesOf, TAGGABLES, type Taggable } from '../../tags/taggable';
import { lockTags } from '../../tags/tags.queries';

/** A record. */
export interface ProposedRecord {
  readonly id: number;
  readonly company_id: number;
  readonly name: string;
  /** Null for a kind whose rows are only brought by a synchronisation. */
  readonly updated_at: string | null;
  /** The values that a proposal of the kind would change, and what it must know of the record. */
  readonly seen: Readonly<Record<string, unknown>>;
}

/** A kind of record, in the words of the database and of people. */
export interface ProposedNoun {
  readonly table: string;
  readonly one: string;
  readonly many: string;
  readonly name: RawBuilder<unknown>;
  readonly updatedAt: RawBuilder<unknown>;
  readonly seen: RawBuilder<unknown>;
  /** The resource type of its tags, where tags are changed. */
  readonly taggable?: Taggable;
}

const UPDATED_AT = sql`updated_at`;
const WORDS = {
  facebook_ad: { one: 'ad', many: 'ads', name: sql`ad_name`, updatedAt: sql`null::timestamptz` },
  social_media_post: {
    one: 'post',
    many: 'posts',
    updatedAt: UPDATED_AT,
    name: sql`coalesce(cached_author_username || ': ', '') || url`,
  },
  social_media_profile: { one: 'profile', many: 'profiles', name: sql`platform_username`, updatedAt: UPDATED_AT },
} as const;

/** The records of a kind that carry tags. */
export const taggedNoun = (type: keyof typeof WORDS): ProposedNoun => {
  const taggable = TAGGABLES[type];
  const tags = tagNamesOf(type, `${taggable.table}.id`);
  return { ...WORDS[type], table: taggable.table, taggable, seen: sql`jsonb_build_object('tags', to_jsonb(${tags}))` };
};

const STATUS = sql`jsonb_build_object('status', status, 'status_message', status_message)`;
/** The records of a kind that have a status. */
export const STATUS_NOUNS = {
  posts: { ...WORDS.social_media_post, table: 'social_media_posts', seen: STATUS },
  profiles: { ...WORDS.social_media_profile, table: 'social_media_profiles', seen: STATUS },
  terms: {
    one: 'search term',
    many: 'search terms',
    table: 'social_media_search_terms',
    updatedAt: UPDATED_AT,
    name: sql`search_term`,
    seen: sql`jsonb_build_object('status', status, 'search_term', search_term, 'platform', platform)`,
  },
} as const satisfies Readonly<Record<string, ProposedNoun>>;

/** Product variants with their override names. */
export const VARIANT_NOUN: ProposedNoun = {
  one: 'variant',
  many: 'variants',
  table: 'product_variants',
  updatedAt: UPDATED_AT,
  name: sql`product_variant_identifier || ', ' || cached_product_name || ', ' || cached_product_variant_name`,
  seen: sql`jsonb_build_object('override_product_name', override_product_name,
    'override_product_variant_name', override_product_variant_name)`,
};

/** Those of the ids that are there and authorised, in the order of the ids. */
export async function proposedRecords(
  db: Kysely<Tables>,
  caller: Caller,
  noun: ProposedNoun,
  ids: readonly number[],
): Promise<ProposedRecord[]> {
  const { rows } = await selected(
    noun,
    sql`id = any(${[...ids]}::int[]) and ${isAuthorised(caller, 'company_id')}`,
  ).execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The same of one company, by their ids; they cannot change until the transaction ends. Tags change under their company's
 * lock, which is taken before any other, as every change of tags does.
 */
export async function lockProposedRecords(
  transaction: Transaction<Tables>,
  caller: Caller,
  noun: ProposedNoun,
  { companyId, ids }: { companyId: number; ids: readonly number[] },
): Promise<Map<number, ProposedRecord>> {
  if (noun.taggable) await lockTags(transaction, caller, [companyId]);
  const { rows } = await sql<ProposedRecord>`
    ${selected(noun, sql`id = any(${[...ids]}::int[]) and company_id = ${companyId}`)} order by id for update`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const selected = ({ table, name, updatedAt, seen }: ProposedNoun, where: RawBuilder<unknown>) =>
  sql<ProposedRecord>`
    select id, company_id, ${name} as name, ${updatedAt} as updated_at, ${seen} as seen
    from ${sql.table(table)} where ${where}`;
