import type { ImportOutcome } from 'contract/ingest/import';
import { resourceCalls } from 'shared-auth';
import type { FileImport, ImportPart } from './definition';

type Outcome = ImportOutcome['outcomes'][number];

/** The effect of a line in words; of one that failed the service's message is said. */
const EFFECTS: Readonly<Record<Outcome, string>> = {
  created: 'Is new',
  updated: 'Changes what is there',
  unchanged: 'Is there already, the same',
  stale: 'What is there is newer, and stays',
  failed: '',
};

/** Items as the records of a call, and the place of each item's record among them. */
export interface SentRecords<R> {
  readonly records: readonly R[];
  readonly places: readonly number[];
}

/**
 * The part of an import whose records the service knows by their natural keys: POST /{resource}/bulk/import (DECISIONS §16).
 *
 * @param recordsOf joins the items that are one record
 */
export function importedRecords<Item, R extends object>(
  resource: 'facebook-ads' | 'product-variants',
  recordsOf: (items: readonly Item[]) => SentRecords<R>,
): Pick<FileImport<never, Item, Outcome>, 'forecast' | 'save' | 'effectOf' | 'isUndone'> {
  const calls = resourceCalls(`${resource}/bulk/import`, ({ build, path, tag }) => ({
    forecast: build.query<ImportOutcome, object>({
      query: (body) => ({ method: 'POST', path, body: { ...body, dry_run: true } }),
    }),
    save: build.mutation<ImportOutcome, object>({
      query: (body) => ({ method: 'POST', path, body }),
      // The lists of the resource; and what is rendered of it by tag.
      invalidatesTags: [tag, resource as typeof tag, 'tags'],
    }),
  }));
  const sent = ({ companyId, file, items }: ImportPart<Item>) => {
    const { records, places } = recordsOf(items);
    return { places, body: { company_id: companyId, file, records } };
  };
  const errorsOf = ({ errors }: ImportOutcome, places: readonly number[]) => {
    const messages = new Map(errors.map(({ index, msg }) => [index, msg]));
    return places.flatMap((place, index) => {
      const msg = messages.get(place);
      return msg === undefined ? [] : { index, msg };
    });
  };
  return {
    async forecast(call, part) {
      const { places, body } = sent(part);
      const outcome = await call.ask(calls.forecast, body);
      const effects = places.map((place, index) => [index, outcome.outcomes[place] ?? 'failed'] as const);
      return { effects: new Map(effects), errors: errorsOf(outcome, places) };
    },
    async save(call, part, operation) {
      const { places, body } = sent(part);
      return errorsOf(await call.change(calls.save, body, operation), places);
    },
    effectOf: (_, outcome) => EFFECTS[outcome],
    isUndone: false,
  };
}
