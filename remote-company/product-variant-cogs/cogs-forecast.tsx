import { serverMessage } from 'shared-auth';
import type { CogsTimeline } from 'api/contract/company/product-variant-cogs';
import { useSettled } from 'shared-ui';
import { CogsChart } from './cogs-chart';
import { effectsOf, effectText, type SavedPeriod } from './cogs-effects';
import { cogsCalls, type PlannedSave } from './product-variant-cogs.api';

interface CogsForecastProps {
  save: PlannedSave;
  /** As it is before the save. */
  timeline: CogsTimeline;
}

/** The period as effects name it. */
export const savedPeriod = ({ recordId, values }: PlannedSave): SavedPeriod => ({
  recordId,
  start: values.effective_start_date ?? null,
  end: values.effective_end_date ?? null,
});

/** Milliseconds between the last key and the question. */
const PAUSE = 300;

/** What a save would do, by the service's own reckoning, and the history as it would be then. */
export function CogsForecast({ save, timeline: { items, today } }: CogsForecastProps) {
  const asked = useSettled(JSON.stringify(save), PAUSE);
  const settled = JSON.parse(asked) as PlannedSave;
  const { data, error, isError } = cogsCalls.forecast.useQuery(settled);
  const effect = data?.timeline && effectText(effectsOf(items, data.timeline, savedPeriod(settled), today));
  return (
    <section className="cogs-forecast" aria-label="Effect of this save">
      <p role="status">
        {isError
          ? serverMessage(error)
          : !data
            ? 'Asking what this save would do…'
            : (effect ?? 'This save changes no other period.')}
      </p>
      {!isError && data?.timeline && <CogsChart title="After this save" entries={data.timeline} today={today} />}
    </section>
  );
}
