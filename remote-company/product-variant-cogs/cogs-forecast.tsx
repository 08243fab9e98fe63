import { serverMessage } from 'shared-auth';
import { formatNumber, useSettled } from 'shared-ui';
import type { CogsSaved } from 'api/contract/company/product-variant-cogs';
import { CogsChart } from './cogs-chart';
import { cogsCalls, type PlannedSave } from './product-variant-cogs.api';

type Counts = Pick<CogsSaved, 'records_updated' | 'records_ended' | 'records_removed'>;

/** What a save does to the other periods, in a few words: 'ends 1, moves 2'; null: nothing. */
export function effectText({ records_updated, records_ended, records_removed = 0 }: Counts): string | null {
  const words = [
    records_ended > 0 && `ends ${formatNumber(records_ended)}`,
    records_removed > 0 && `removes ${formatNumber(records_removed)} of them`,
    records_updated > 0 && `moves ${formatNumber(records_updated)}`,
  ];
  return words.filter(Boolean).join(', ') || null;
}

interface CogsForecastProps {
  save: PlannedSave;
  today: string;
}

/** Milliseconds between the last key and the question. */
const PAUSE = 300;

/** What a save would do, by the service's own reckoning, and the history as it would be then. */
export function CogsForecast({ save, today }: CogsForecastProps) {
  const asked = useSettled(JSON.stringify(save), PAUSE);
  const { data, error, isError } = cogsCalls.forecast.useQuery(JSON.parse(asked) as PlannedSave);
  const effect = data && effectText(data);
  return (
    <section className="cogs-forecast" aria-label="Effect of this save">
      <p role="status">
        {isError
          ? serverMessage(error)
          : !data
            ? 'Asking what this save would do…'
            : effect
              ? `Of the other periods, this save ${effect}.`
              : 'This save changes no other period.'}
      </p>
      {!isError && data?.timeline && <CogsChart title="After this save" entries={data.timeline} today={today} />}
    </section>
  );
}
