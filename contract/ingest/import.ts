/**
 * POST /facebook-ads/bulk/import and /product-variants/bulk/import on the wire: a person's file of records, under the rules
 * of PUT /ingest/{resource} (DECISIONS §14, §16).
 */
import { company, flag, listOf, object, oneOf, response, text, type Infer } from '../schema';
import { ingestedAd, ingestedVariant, ingestOutcome, MAX_INGEST_RECORDS } from './ingest';

/** The outcomes of a record; `stale`: what is stored was read later, and stays. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'failed'] as const;

const body = <const R extends object>(record: R) =>
  object(
    {
      company_id: company('Company'),
      /** The name of the file; the records say it as their source. */
      file: text('File', { minLength: 1, maxLength: 255 }),
      records: listOf(record, {
        title: 'Records',
        minItems: 1,
        maxItems: MAX_INGEST_RECORDS,
        judgedApart: true,
      } as const),
      /** Nothing is written. */
      dry_run: flag('Dry run'),
    },
    ['company_id', 'file', 'records'],
  );

/** Body of POST /facebook-ads/bulk/import. */
export const importFacebookAds = body(ingestedAd);
/** Body of POST /product-variants/bulk/import. */
export const importProductVariants = body(ingestedVariant);

const { gone: _gone, held_back: _heldBack, ...counts } = ingestOutcome.properties;

/** Response of both: the counts, the messages of those that failed, and the outcome of each record in its place. */
export const importOutcome = response({
  ...counts,
  outcomes: listOf(oneOf('Outcome', IMPORT_OUTCOMES)),
});

export type ImportFacebookAds = Infer<typeof importFacebookAds>;
export type ImportProductVariants = Infer<typeof importProductVariants>;
export type ImportOutcome = Infer<typeof importOutcome>;
