import type { ProductVariant } from 'contract/company/product-variants';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatNumber, LoadFailure, useSettled } from 'shared-ui';
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
/** So many effects, and so many reasons, are told, and of each so many variants. */
const MOST_TOLD = 5;
const MOST_NAMED = 3;

/** Names of variants by what is told of them. */
type Told = ReadonlyMap<string, readonly string[]>;

interface Forecast {
  readonly of: string;
  readonly done: number;
  /** The variants that have an effect, by its words; and those that are refused, by the reason. */
  readonly effects: Told;
  readonly refused: Told;
  /** How many other costs get other days, and how many go. */
  readonly moved: number;
  readonly removed: number;
  readonly error?: unknown;
}

const totalOf = (told: Told) => [...told.values()].reduce((sum, { length }) => sum + length, 0);

/** The effects of a cost on the costs of many variants, those that are alike told once. */
export function CostsForecast({ rows, cost }: CostsForecastProps) {
  const call = useCall();
  const asked = useSettled(JSON.stringify(cost), PAUSE);
  const [forecast, setForecast] = useState<Forecast>();
  const [tries, setTries] = useState(0);
  const ask = useEffectEvent((part: readonly ProductVariant[], settled: SetCost) =>
    call.ask(cogsCalls.forecastMany, { company_id: part[0]?.company_id ?? 0, items: itemsOf(part, settled) }),
  );
  useEffect(() => {
    let isWanted = true;
    const settled = JSON.parse(asked) as SetCost;
    const [effects, refused] = [new Map<string, string[]>(), new Map<string, string[]>()];
    const add = (to: Map<string, string[]>, words: string, variant: ProductVariant | undefined) => {
      const names = to.get(words) ?? [];
      names.push(variant?.product_variant_identifier ?? '');
      to.set(words, names);
    };
    const copy = (told: Told) => new Map([...told].map(([words, names]) => [words, [...names]]));
    let [moved, removed] = [0, 0];
    const show = (done: number, error?: unknown) => {
      const told = { effects: copy(effects), refused: copy(refused), moved, removed };
      if (isWanted) setForecast({ of: asked, done, ...told, error });
    };
    const askAll = async () => {
      for (let at = 0; at < rows.length && isWanted; at += PART) {
        const part = rows.slice(at, at + PART);
        const answer = await ask(part, settled);
        for (const one of answer.forecast ?? [])
          add(
            effects,
            proposalText(
              {
                cogs_amount: one.cogs_amount,
                effective_start_date: settled.effective_start_date ?? null,
                effective_end_date: settled.effective_end_date ?? null,
              },
              one,
            ),
            part[one.index],
          );
        for (const { index, msg } of answer.errors) add(refused, msg, part[index]);
        moved += answer.records_updated + answer.records_ended;
        removed += answer.records_removed;
        show(at + part.length);
      }
    };
    askAll().catch((error: unknown) => show(0, error));
    return () => {
      isWanted = false;
    };
  }, [asked, rows, tries]);

  const current = forecast?.of === asked ? forecast : undefined;
  const { effects = new Map<string, string[]>(), refused = new Map<string, string[]>() } = current ?? {};
  if (current?.error !== undefined)
    return (
      <LoadFailure
        message="Failed to ask what this save would do"
        error={current.error}
        onRetry={() => {
          setForecast(undefined);
          setTries(tries + 1);
        }}
      />
    );
  return (
    <section className="costs-forecast" aria-label="Effect of this save">
      <p role="status">{statusOf(current, rows.length)}</p>
      <Lines told={effects} others="other changes" />
      {refused.size > 0 && (
        <>
          <p>{formatNumber(totalOf(refused))} cannot be saved:</p>
          <Lines told={refused} others="for other reasons" />
        </>
      )}
    </section>
  );
}

function statusOf(forecast: Forecast | undefined, total: number): string {
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

/** Most frequent first, each with some of its variants. */
function Lines({ told, others }: { told: Told; others: string }) {
  const sorted = [...told].sort(([, one], [, other]) => other.length - one.length);
  const rest = sorted.slice(MOST_TOLD).reduce((sum, [, { length }]) => sum + length, 0);
  return (
    <ul>
      {sorted.slice(0, MOST_TOLD).map(([words, names]) => (
        <li key={words}>
          <strong>{formatNumber(names.length)}</strong> {words}
          <small>
            <bdi>{names.slice(0, MOST_NAMED).join(', ')}</bdi>
            {names.length > MOST_NAMED && ` and ${formatNumber(names.length - MOST_NAMED)} more`}
          </small>
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
