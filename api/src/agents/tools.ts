/**
 * An agent's look-ups and proposals. Every tool reads only, has a schema, a limit of rows and of time, and
 * runs with the rights of the person who asks; the model gets the message of what goes wrong (DECISIONS §9).
 */
import { jsonSchema, tool, type ToolSet } from 'ai';
import { sql, type Kysely } from 'kysely';
import {
  PROPOSAL_HOURS,
  PROPOSAL_KINDS,
  proposalTool,
  type ProposalKind,
  type ProposalResult,
} from 'contract/agents/proposals';
import type { Infer } from 'contract/schema';
import type { AccessOf, Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { NotSignedIn, RequestError } from '../http/errors';
import { bodyValidator, type Fields } from '../http/validation';
import { draftProposal, requireRight } from './proposals/draft-proposal';
import { PROPOSABLE } from './proposals/proposal-kinds';
import { keepProposal, type ProposingRun } from './proposals/proposals.queries';
import { adSpend, findAds } from './tools/ads';
import { findCompanies } from './tools/companies';
import { searchOwnKnowledge } from './tools/knowledge';
import type { LookUp, LookUpContext } from './tools/look-up';
import { findNames } from './tools/names';
import { PROPOSING, type ProposingTool } from './tools/proposing';
import { findPosts, findProfiles, findSearchTerms } from './tools/social';
import { findCostChanges, findVariants } from './tools/variants';

/** How long a look-up may take, in milliseconds. */
const LOOK_UP_MS = 5000;

/** Context of the tools of one answer. */
export interface ToolContext extends Pick<LookUpContext, 'db'> {
  /** The answer, whose agent searches its own knowledge and may propose these kinds. */
  readonly run: ProposingRun;
  readonly allowed: readonly ProposalKind[];
  readonly accessOf: AccessOf;
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

const PROPOSERS = Object.fromEntries(
  PROPOSAL_KINDS.map((kind) => [kind, proposerOf(kind, PROPOSING[kind])]),
) as Readonly<Record<ProposalKind, (context: ToolContext) => ToolSet[string]>>;

/** The tools of one answer: every look-up, and what the agent may propose. A call of another tool is refused by the loop. */
export const toolsFor = (context: ToolContext): ToolSet =>
  Object.fromEntries([
    ...Object.entries(MAKERS).map(([name, make]) => [name, make(context)]),
    ...context.allowed.map((kind) => [proposalTool(kind), PROPOSERS[kind](context)]),
  ]) as ToolSet;

/** A look-up: it reads and returns. */
function makerOf<const S extends Fields>({ description, input, read }: LookUp<S>) {
  return toolOf({ description, input }, (context, value) =>
    limited(context, async (db) => {
      const caller = await callerOf(context, db);
      return read({ db, caller, agentId: context.run.agentId }, value);
    }),
  );
}

/** A tool that proposes: it reads like a look-up, and what it proposes is kept. */
function proposerOf(kind: ProposalKind, { description, input, read }: ProposingTool<Fields>) {
  return toolOf({ description, input }, async (context, value): Promise<ProposalResult> => {
    const { accessOf, run } = context;
    const { caller, draft } = await limited(context, async (db) => {
      const caller = await callerOf(context, db);
      const { body, ids } = read(value);
      // Whoever may not change such records learns nothing of which there are.
      requireRight({ accessOf, caller }, PROPOSABLE[kind], body);
      const found = await ids({ db, caller, agentId: run.agentId });
      return { caller, draft: await draftProposal({ db, caller, accessOf }, kind, { body, ids: found }) };
    });
    const proposal = await worded(context, () => keepProposal(context.db, caller, run, draft));
    return { proposal, note: NOTE };
  });
}

const NOTE = `Nothing has been changed. The person sees this with Apply and Dismiss for ${PROPOSAL_HOURS} hours; its status and outcome stand here when the person writes again.`;

async function callerOf({ readCaller }: ToolContext, db: Kysely<Tables>): Promise<Caller> {
  const caller = await readCaller(db);
  if (!caller) throw new NotSignedIn('The person who asked is not signed in any more.');
  return caller;
}

function toolOf<const S extends Fields>(
  { description, input }: { description: string; input: S },
  execute: (context: ToolContext, value: Infer<S>) => Promise<unknown>,
) {
  const broken = bodyValidator(input);
  const { title: _, ...schema } = input as S & { title?: string };
  const inputSchema = jsonSchema<Infer<S>>(schema as object, {
    validate: (value) => {
      const errors = broken(value);
      if (!errors.length) return { success: true, value: value as Infer<S> };
      return { success: false, error: new Error(errors.map(({ msg }) => msg).join('; ')) };
    },
  });
  return (context: ToolContext): ToolSet[string] =>
    tool({ description, inputSchema, execute: (value: Infer<S>) => execute(context, value) });
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
    return await worded({ report }, () => Promise.race([reading, tooLate]));
  } finally {
    clearTimeout(timer);
  }
}

/** Throws what goes wrong as an error whose message a model can read. */
async function worded<T>({ report }: Pick<ToolContext, 'report'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) throw new Error(error.message, { cause: error });
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (code === CANCELLED || message === TOO_LATE) throw new Error(TOO_LATE, { cause: error });
    report(error);
    throw new Error('The look-up failed. It may work later.', { cause: error });
  }
}
