/** One cost for many variants: an amount, a percentage more or less than each has, or what its source proposes (DECISIONS §16). */
import { NAME_ONE_COST } from 'contract/company/cogs-bulk';
import { END_BEFORE_START } from 'contract/company/product-variant-cogs';
import type { ProductVariant } from 'contract/company/product-variants';
import type { FormValues } from 'shared-ui/record-form';
import type { useBulkOutcome, ActionForm, BulkRun } from 'shared-ui/list-screen';
import { cogsCalls } from '../product-variant-cogs/product-variant-cogs.api';
import { itemsOf, setCostSchema, type SetCost } from './cost-items';
import { CostsForecast } from './costs-forecast';

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The form of the bulk action: the cost and its days, and below them what saving it for all of the rows would do. */
export const setCostForm = (rows: readonly ProductVariant[]): ActionForm<typeof setCostSchema> => ({
  title: 'Set Cost',
  schema: setCostSchema,
  fields: {
    '': [
      {
        key: 'cogs_amount',
        validate: (amount: unknown, values: FormValues) =>
          [isGiven(amount), isGiven(values.percent), values.proposed === true].filter(Boolean).length === 1
            ? null
            : `${NAME_ONE_COST}.`,
      },
      {
        key: 'percent',
        help: 'In place of an amount: 5 is 5 % more than the cost that covers the start date, -5 less.',
      },
    ],
    Source: [
      {
        key: 'proposed',
        help: 'In place of an amount: the cost of each variant as its shop, such as Shopify, has it.',
      },
    ],
    Period: [
      { key: 'effective_start_date', help: 'Empty: since the beginning of time.' },
      {
        key: 'effective_end_date',
        help: 'Empty: ongoing.',
        validate: (end: unknown, { effective_start_date: start }: FormValues) =>
          typeof start === 'string' && typeof end === 'string' && end <= start ? END_BEFORE_START : null,
      },
    ],
  },
  preview: (cost) => cost && <CostsForecast rows={rows} cost={cost} />,
  submitLabel: 'Set Cost',
});

/** Sets it; those that are refused are named with their reasons, and one Undo takes back the others. */
export const setCost = (
  rows: readonly ProductVariant[],
  cost: SetCost,
  bulk: BulkRun,
  sayWhenDone: ReturnType<typeof useBulkOutcome>['sayWhenDone'],
) =>
  sayWhenDone(
    bulk.inParts(rows, {
      send: async (part) => {
        const body = { company_id: part[0]?.company_id ?? 0, items: itemsOf(part, cost) };
        const saved = await bulk.change(cogsCalls.createMany, body);
        return { ...saved, errors: saved.errors.map(({ index, msg }) => ({ id: part[index]?.id ?? null, msg })) };
      },
    }),
    {
      done: (count, number) => `Set the cost of ${count} ${number === 1 ? 'variant' : 'variants'}`,
      failed: (count) => `Failed to set the cost of ${count} variants`,
      failure: 'Failed to set the costs',
    },
    bulk,
  );
