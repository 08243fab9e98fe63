import type { ProductVariant } from 'contract/company/product-variants';
import { serverMessage } from 'shared-auth';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatNumber, useSettled } from 'shared-ui';
import { useCall } from 'shared-ui/list-screen';
import { proposalText } from '../cost-proposals/proposal-effects';
import { cogsCalls } from '../product-variant-cogs/product-variant-cogs.api';
import './costs-forecast.css';
import { itemsOf, type SetCost } from './cost-items';

interface CostsForecastProps {
  rows: readonly ProductVariant[];
  cost: SetCost;
}

/** Milliseconds between the last key and the question. */
const PAUSE = 300;
/** So many variants are asked about at once. */
const PART = 500;
/** So many effects, and so many reasons, are told. */
const MOST_TOLD = 5;

interface Forecast {
  readonly of: string;
  readonly done: number;
  /** How many variants have this effect, by its words; and how many are refused, by the reason. */
  readonly effects: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** How many other costs get other days, and how many go. */
  readonly moved: number;
  readonly removed: number;
  readonly error?: unknown;
}

const totalOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
const addTo = (counts: Map<string, number>, words: string) => counts.set(words, (counts.get(words) ?? 0) + 1);

/** The effects of a cost on the costs of many variants, those that are alike told once. */
export function CostsForecast({ rows, cost }: CostsForecastProps) {
  const call = useCall();
  const asked = useSettled(JSON.stringify(cost), PAUSE);
  const [forecast, setForecast] = useState<Forecast>();
  const ask = useEffectEvent((part: readonly ProductVariant[], settled: SetCost) =>
    call.ask(cogsCalls.forecastMany, { company_id: part[0]?.company_id ?? 0, items: itemsOf(part, settled) }),
  );
  useEffect(() => {
    let isWanted = true;
    const settled = JSON.parse(asked) as SetCost;
    const [effects, refused] = [new Map<string, number>(), new Map<string, number>()];
    let [moved, removed] = [0, 0];
    const show = (done: number, error?: unknown) => {
      const told = { effects: new Map(effects), refused: new Map(refused), moved, removed };
      if (isWanted) setForecast({ of: asked, done, ...told, error });
    };
    const askAll = async () => {
      for (let at = 0; at < rows.length && isWanted; at += PART) {
        const part = rows.slice(at, at + PART);
        const answer = await ask(part, settled);
        for (const one of answer.forecast ?? [])
          addTo(
            effects,
            proposalText(
              {
                cogs_amount: one.cogs_amount,
                effective_start_date: settled.effective_start_date ?? null,
                effective_end_date: settled.effective_end_date ?? null,
              },
              one,
            ),
          );
        for (const { msg } of answer.errors) addTo(refused, msg);
        moved += answer.records_updated + answer.records_ended;
        removed += answer.records_removed;
        show(at + part.length);
      }
    };
    askAll().catch((error: unknown) => show(0, error));
    return () => {
      isWanted = false;
    };
  }, [asked, rows]);

  const current = forecast?.of === asked ? forecast : undefined;
  const { effects = new Map<string, number>(), refused = new Map<string, number>() } = current ?? {};
  return (
    <section className="costs-forecast" aria-label="Effect of this save">
      <p role="status">{statusOf(current, rows.length)}</p>
      <Told counts={effects} others="other changes" />
      {refused.size > 0 && (
        <>
          <p>{formatNumber(totalOf(refused))} cannot be saved:</p>
          <Told counts={refused} others="for other reasons" />
        </>
      )}
    </section>
  );
}

function statusOf(forecast: Forecast | undefined, total: number): string {
  if (forecast?.error !== undefined) return serverMessage(forecast.error);
  if (!forecast || forecast.done === 0) return 'Asking what this save would do…';
  if (forecast.done < total)
    return `Asking what this save would do: ${formatNumber(forecast.done)} of ${formatNumber(total)}…`;
  const count = totalOf(forecast.effects);
  const others = [
    forecast.moved > 0 && `${formatNumber(forecast.moved)} other costs get other days`,
    forecast.removed > 0 && `${formatNumber(forecast.removed)} go`,
  ].filter(Boolean);
  return `${[`Sets the cost of ${formatNumber(count)} ${count === 1 ? 'variant' : 'variants'}`, ...others].join(', ')}.`;
}

/** Most frequent first. */
function Told({ counts, others }: { counts: ReadonlyMap<string, number>; others: string }) {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(MOST_TOLD).reduce((sum, [, count]) => sum + count, 0);
  return (
    <ul>
      {sorted.slice(0, MOST_TOLD).map(([words, count]) => (
        <li key={words}>
          <strong>{formatNumber(count)}</strong> {words}
        </li>
      ))}
      {rest > 0 && (
        <li>
          <strong>{formatNumber(rest)}</strong> {others}
        </li>
      )}
    </ul>
  );
}
