/** The bulk actions of profiles and posts: statuses with an optional message, tags, deleting (specification 2 §4.1). */
import type { BulkResponse } from 'contract/bulk';
import { object } from 'contract/schema';
import { status_message } from 'contract/social/fields';
import { formatNumber } from 'shared-ui';
import {
  bulkForm,
  deleteSelected,
  useBulkOutcome,
  type BulkAction,
  type BulkRun,
  type KnownBulkAction,
} from 'shared-ui/list-screen';

interface Row {
  readonly id: number;
  readonly company_id: number;
}

/** The target of a bulk call: records of one company. */
interface Named {
  company_id: number;
  ids: number[];
  confirm: true;
}

type Mutation<Body> = Parameters<BulkRun['change']>[0] & { initiate(body: Body): unknown };

interface Calls<S extends string> {
  readonly updateStatus: Mutation<Named & { new_status: S; status_message?: string }>;
  readonly removeMany: Mutation<Named>;
}

const STATUS_FORM = object({ status_message }, []);

interface Options<S extends string, R extends Row> {
  /** 'profile', 'profiles' */
  readonly noun: { readonly one: string; readonly many: string };
  /** The property of the contract that says which statuses there are, in the order of their actions. */
  readonly status: { readonly enum: readonly S[]; readonly labels: Readonly<Record<S, string>> };
  readonly calls: Calls<S>;
  /** Those of `useTagging`. */
  readonly tagging: readonly BulkAction<R>[];
}

/** Everything that is done to selected profiles or posts, in the order of the bar. */
export function useSocialBulkActions<S extends string, R extends Row>({
  noun: { one, many },
  status,
  calls: { updateStatus, removeMany },
  tagging,
}: Options<S, R>): readonly (BulkAction<R> | KnownBulkAction)[] {
  const { sayWhenDone } = useBulkOutcome();

  /** A bulk call is about one company: one call for each that the rows are of. */
  const perCompany = (rows: readonly Row[], bulk: BulkRun, send: (named: Named) => Promise<unknown>) =>
    bulk.inParts(rows, {
      send: (part) => {
        const company_id = part[0]?.company_id ?? 0;
        return send({ company_id, ids: part.map(({ id }) => id), confirm: true }) as Promise<BulkResponse>;
      },
    });

  const setStatus = (new_status: S): BulkAction<Row> => {
    const label = `Set ${status.labels[new_status]}`;
    return bulkForm<Row, typeof STATUS_FORM>({
      label,
      form: (rows) => ({
        title: label,
        schema: STATUS_FORM,
        fields: [{ key: 'status_message', rows: 2, help: 'Optional. Left empty, the messages that are there stay.' }],
        note: `The status of ${formatNumber(rows.length)} ${rows.length === 1 ? one : many} will be set.`,
        submitLabel: label,
      }),
      run: (rows, entered, bulk) => {
        // Absent keeps the messages, null would clear them.
        const message = entered.status_message ? { status_message: entered.status_message } : {};
        return sayWhenDone(
          perCompany(rows, bulk, (named) => bulk.change(updateStatus, { ...named, new_status, ...message })),
          {
            done: (count) => `Updated status for ${count} ${many}`,
            failed: (count) => `Failed to update ${count} ${many}`,
            failure: 'Bulk status update failed',
          },
          bulk,
        );
      },
    });
  };

  const deleteAll = (rows: readonly Row[], bulk: BulkRun) =>
    sayWhenDone(
      perCompany(rows, bulk, (named) => bulk.change(removeMany, named)),
      {
        done: (count) => `Deleted ${count} ${many}`,
        failed: (count) => `Failed to delete ${count} ${many}`,
        failure: 'Bulk delete failed',
      },
      bulk,
    );

  return [...status.enum.map(setStatus), ...tagging, 'Export Selected', deleteSelected(deleteAll), 'Clear Selection'];
}
