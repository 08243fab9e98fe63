import { serverMessage } from 'shared-auth';
import { useSettled } from 'shared-ui';
import { CogsChart } from './cogs-chart';
import { effectsOf, effectText, type SavedPeriod } from './cogs-effects';
import { cogsCalls, type PlannedSave } from './product-variant-cogs.api';

interface CogsForecastProps {
  save: PlannedSave;
  /** The day that it is for the company. */
  today: string;
}

/** The period as effects name it. */
export const savedPeriod = ({ recordId, values }: PlannedSave): SavedPeriod => ({
  recordId,
  start: values.effective_start_date ?? null,
  end: values.effective_end_date ?? null,
});

/** Milliseconds between the last key and the question. */
const PAUSE = 300;

/** The effects of a save, as the service computes them, and the resulting history. */
export function CogsForecast({ save, today }: CogsForecastProps) {
  const asked = useSettled(JSON.stringify(save), PAUSE);
  const settled = JSON.parse(asked) as PlannedSave;
  const forecast = cogsCalls.forecast.useQuery(settled);
  // Not what the page had when the form opened: a save just before may not have been among it.
  const before = cogsCalls.getTimeline.useQuery(save.variantId);
  const failed = [forecast, before].find(({ isError }) => isError);
  const after = forecast.data?.timeline;
  const isAsking = !forecast.data || !before.data || before.isFetching;
  const effect = after && before.data && effectText(effectsOf(before.data.items, after, savedPeriod(settled), today));
  return (
    <section className="cogs-forecast" aria-label="Effect of this save">
      <p role="status">
        {failed
          ? serverMessage(failed.error)
          : isAsking
            ? 'Asking what this save would do…'
            : (effect ?? 'This save changes no other period.')}
      </p>
      {!failed && after && <CogsChart title="After this save" entries={after} today={today} />}
    </section>
  );
}
