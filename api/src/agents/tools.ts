/**
 * What an agent can look up. Every look-up reads only, has a schema, a limit of rows and of time, and runs with the
 * rights of the person who asks; the model gets the message of what goes wrong (DECISIONS §9).
 */
import { jsonSchema, tool, type ToolSet } from 'ai';
import { sql, type Kysely } from 'kysely';
import type { Infer } from '../../contract/schema';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotSignedIn, RequestError } from '../http/errors';
import { bodyValidator, type Fields } from '../http/validation';
import { adSpend, findAds } from './tools/ads';
import { findCompanies } from './tools/companies';
import { searchOwnKnowledge } from './tools/knowledge';
import type { LookUp, LookUpContext } from './tools/look-up';
import { findNames } from './tools/names';
import { findPosts, findProfiles, findSearchTerms } from './tools/social';
import { findCostChanges, findVariants } from './tools/variants';

/** How long a look-up may take, in milliseconds. */
export const LOOK_UP_MS = 5000;

/** What the tools of one answer work with. */
export interface ToolContext extends Omit<LookUpContext, 'caller'> {
  /** The person who asks, with the rights of now; null for who is no longer signed in. */
  readonly readCaller: (db: Kysely<Tables>) => Promise<Caller | null>;
  /** Hears of a look-up that failed for a reason the model is not told. */
  readonly report: (error: unknown) => void;
  readonly milliseconds?: number;
}

// Made once: a schema is compiled when it is first seen, and kept for as long as the service runs.
const MAKERS = {
  search_knowledge: makerOf(searchOwnKnowledge),
  find_names: makerOf(findNames),
  ad_spend: makerOf(adSpend),
  find_ads: makerOf(findAds),
  find_variants: makerOf(findVariants),
  cost_changes: makerOf(findCostChanges),
  find_posts: makerOf(findPosts),
  find_profiles: makerOf(findProfiles),
  find_search_terms: makerOf(findSearchTerms),
  find_companies: makerOf(findCompanies),
};

/** The tools of one answer. */
export const toolsFor = (context: ToolContext): ToolSet =>
  Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, make(context)]));

function makerOf<const S extends Fields>({ description, input, read }: LookUp<S>) {
  const broken = bodyValidator(input);
  const { title: _, ...schema } = input as S & { title?: string };
  const inputSchema = jsonSchema<Infer<S>>(schema as object, {
    validate: (value) => {
      const errors = broken(value);
      if (!errors.length) return { success: true, value: value as Infer<S> };
      return { success: false, error: new Error(errors.map(({ msg }) => msg).join('; ')) };
    },
  });
  return (context: ToolContext) =>
    tool({
      description,
      inputSchema,
      execute: (value: Infer<S>) =>
        limited(context, async (db) => {
          const caller = await context.readCaller(db);
          if (!caller) throw new NotSignedIn('The person who asked is not signed in any more.');
          return read({ db, caller, agentId: context.agentId }, value);
        }),
    });
}

const TOO_LATE = 'The look-up took too long. Ask for less.';
// How PostgreSQL ends a statement that ran out of time.
const CANCELLED = '57014';

/** Runs a look-up where it can write nothing and is cut off in time; throws an error whose message a model can read. */
async function limited<T>(
  { db, report, milliseconds = LOOK_UP_MS }: ToolContext,
  read: (db: Kysely<Tables>) => Promise<T>,
) {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(TOO_LATE)), milliseconds);
  });
  try {
    const reading = db
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(transaction);
        return read(transaction);
      });
    return await Promise.race([reading, tooLate]);
  } catch (error) {
    if (error instanceof RequestError) throw new Error(error.message, { cause: error });
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (code === CANCELLED || message === TOO_LATE) throw new Error(TOO_LATE, { cause: error });
    report(error);
    throw new Error('The look-up failed. It may work later.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
