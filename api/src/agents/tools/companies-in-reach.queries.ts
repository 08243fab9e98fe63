/** Which companies a person's question is about (DECISIONS §9): always among those that the person reaches. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../database/connection';
import { companies } from '../../company/companies.queries';
import { isAuthorised, type Caller } from '../../http/access';
import { NotFound, RuleBroken } from '../../http/errors';
import { companiesIn, type NamedCompany } from './named-companies';
import { wordsOf } from './words';

/** The companies of a look-up. */
export interface Scope {
  /** Those that were named, or the only one that the person reaches; empty: all that the person reaches. */
  readonly companies: readonly NamedCompany[];
  /** How many there are in all. */
  readonly count: number;
  /** Them in a sentence: 'Lumen', 'Lumen and Palm Market', 'all 13 companies'. */
  readonly phrase: string;
  /** The condition that a row's company is one of them; `column` holds the company's id. */
  readonly condition: (column: string) => RawBuilder<boolean>;
  /** The only one, as the lists of one company take it. */
  readonly companyId: number | undefined;
}

/** The companies that the person reaches, by name. */
export const companiesInReach = (db: Kysely<Tables>, caller: Caller): Promise<NamedCompany[]> =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'slug'])
    .where(companies.definition.authorised(caller))
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute();

/**
 * The companies of these names. Throws NotFound for one that is not there or not in reach, which read the same, and
 * RuleBroken for one that several bear.
 */
export async function scopeOf(db: Kysely<Tables>, caller: Caller, names: readonly string[] = []): Promise<Scope> {
  const inReach = await companiesInReach(db, caller);
  const named = names.length ? names.map((name) => companyNamed(name, inReach)) : inReach.slice(0, 2);
  const found = names.length || inReach.length === 1 ? [...new Set(named)] : [];
  const ids = found.map(({ id }) => id);
  return {
    companies: found,
    count: found.length || inReach.length,
    phrase: found.length ? inWords(found.map(({ name }) => name)) : `all ${inReach.length} companies`,
    companyId: found.length === 1 ? found[0]?.id : undefined,
    condition: (column) =>
      found.length
        ? sql<boolean>`(${sql.ref(column)} = any(${ids}::int[]) and ${isAuthorised(caller, column)})`
        : isAuthorised(caller, column),
  };
}

/** 'a', 'a and b', 'a, b and c'. */
export const inWords = (parts: readonly string[], joint = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1) ?? ''}`;

function companyNamed(name: string, inReach: readonly NamedCompany[]): NamedCompany {
  const wanted = name.trim().toLowerCase();
  const exact = inReach.filter((company) => company.slug === wanted || company.name.toLowerCase() === wanted);
  const [found, ...others] = exact.length ? exact : resembling(name, inReach);
  if (!found) throw new NotFound(`There is no such company among those in reach: “${name}”.`);
  if (others.length) {
    const each = [found, ...others].map((company) => `${company.name} (${company.slug})`).join(', ');
    throw new RuleBroken(`${others.length + 1} companies fit “${name}”: ${each}. Name one by its slug.`);
  }
  return found;
}

/** Those that the whole text spells, else those that hold it. */
function resembling(text: string, inReach: readonly NamedCompany[]): readonly NamedCompany[] {
  const words = wordsOf(text);
  const [mention] = companiesIn(words, inReach);
  if (mention?.from === 0 && mention.to === words.length) return mention.companies;
  const part = text.trim().toLowerCase();
  return part ? inReach.filter(({ name, slug }) => name.toLowerCase().includes(part) || slug.includes(part)) : [];
}
