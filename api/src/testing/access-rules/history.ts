import { NOUNS, type NounFacts } from 'contract/nouns';
import { adRules } from './ads';
import { agentRules } from './agents';
import { connectionRules } from './connections';
import { ingestRules } from './ingest';
import { peopleRules } from './people';
import { platformRules } from './platform';
import type { Rules } from './rule';
import { socialRules } from './social';
import { variantRules } from './variants';

const admins = { may: ['AaasAdmin'], success: 200 } as const;

/** Whoever may read a record may read its history: the rules of its GET. */
const readers: Rules = {
  ...platformRules,
  ...variantRules,
  ...adRules,
  ...agentRules,
  ...socialRules,
  ...ingestRules,
  ...connectionRules,
  ...peopleRules,
};
const readerOf = (path: string) => {
  const rule = readers[`GET /api${path}/:id`] ?? readers[`GET /api${path}/by-id/:id`];
  if (!rule) throw new Error(`${path} has no GET of one record`);
  return rule;
};

export const historyRules: Rules = {
  ...Object.fromEntries(
    Object.values(NOUNS).flatMap((noun: NounFacts) =>
      ['history', ...(noun.versioned ? ['versions'] : [])].map((part) => [
        `GET /api${noun.path}/:id/${part}`,
        readerOf(noun.path),
      ]),
    ),
  ),
  'GET /api/product-variant-cogs/:id/history': readerOf('/product-variant-cogs'),
  'GET /api/product-variant-cogs/timeline/:id/history': readerOf('/product-variants'),
  // Of an unknown operation, whoever asks.
  'POST /api/history/:operation_id/undo': { may: 'signed in', success: 404 },
  'GET /api/audit': admins,
  'POST /api/audit/export': admins,
};
