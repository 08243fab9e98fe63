import { MAX_PAGE_SIZE } from 'contract/paging';
import type { RecordSchema } from 'contract/schema';
import { Operation } from 'shared-auth';
import { useState, type ReactNode } from 'react';
import { useTell } from '../../toast/use-tell';
import { undoOf } from '../../undo/undo-of';
import { fetchEarly, useDialog } from '../../use-dialog';
import type { ActionForm, ListDialog, LoadRowDialog, RowAction, RowView } from '../actions';
import { useCall, type ListCalls } from '../list-calls';
import type { MenuItem } from '../action-menu';
import { deleteWarning, detailsFailure, type AnyList, type AnyRow } from '../list-definition';
import type { FormName } from './form-name';
import { OpenFormContext } from '../../open-form';
import { OpenRecordContext } from './open-record';

// The first view of a list carries no modal: each arrives when it is opened, or a little earlier, when its button is pointed at.
const loadForm = () => import('../../record-form');
const loadDetails = () => import(/* webpackChunkName: 'details' */ './row-details');
const loadView = () => import(/* webpackChunkName: 'details' */ './open-view');
const loadConfirm = () => import('../../dialog');
const loadAbout = () => import(/* webpackChunkName: 'details' */ '../about');
type About = Awaited<ReturnType<typeof loadAbout>>;

export const preloadForm = fetchEarly(loadForm);
export const preloadDetails = fetchEarly(loadDetails);
export const preloadConfirm = fetchEarly(loadConfirm);

type AnyCalls = ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;

/** Opens a form by its name in the list: what is typed in it is kept under that, and it is opened again by it. */
const named = (name: FormName, isReopened: boolean, form: ReactNode) => (
  <OpenFormContext key={JSON.stringify(name)} value={{ name: JSON.stringify(name), isReopened }}>
    {form}
  </OpenFormContext>
);

export interface Asking {
  /** Absent: 'Confirm Action' and 'Confirm' (specification 1 §2). */
  title?: string;
  confirmLabel?: string;
  danger: boolean;
  /** Its effect beyond what the question names. */
  warning: string | undefined;
}

/**
 * The modals of a list, one at a time: the form for a new record and for one that is there, the details, and the
 * question before something is done.
 *
 * @param beginning what a new record begins with; it is sent, whether the form shows it or not
 * @param actions those of a row; what they open may be offered in its form too
 */
export function useRecordDialogs(
  list: AnyList,
  calls: AnyCalls,
  beginning: Readonly<Record<string, unknown>>,
  actions: readonly RowAction<AnyRow>[],
) {
  const { dialog, open, close } = useDialog();
  // Under the others, so that what was done to the record is seen in them.
  const details = useDialog();
  const [saved, setSaved] = useState<AnyRow>();
  const [deletedId, setDeletedId] = useState<number>();
  const tell = useTell();
  const call = useCall();
  const { noun, messages } = list;

  const say = (done: string, operation?: Operation) =>
    tell.success(`${noun.one} ${done} successfully`, undefined, undoOf(operation));

  const create = (body: Readonly<Record<string, unknown>>) =>
    calls.create && call.change(calls.create, { ...beginning, ...body }).then(() => say('created'));

  const reread = ({ id }: AnyRow) => {
    const { get } = calls;
    return get && (() => call.ask(get, id));
  };

  /** Without the company where it has the one record that it may have. */
  const beginningOfNew = async () => {
    const { company_id, ...others } = beginning;
    if (!list.onePerCompany || typeof company_id !== 'number') return beginning;
    const request = { company_id, page: 1, page_size: 1, sort_by: list.defaultSort };
    const { total } = await call.ask(calls.list, request).catch(() => ({ total: 0 }));
    return total > 0 ? others : beginning;
  };

  const openForm = (row?: AnyRow, isReopened = false) =>
    open(async () => {
      const [{ RecordFormModal }, { AboutRow, AboutNew }, initial] = await Promise.all([
        loadForm(),
        loadAbout(),
        row ?? beginningOfNew(),
      ]);
      const { update } = calls;
      return named(
        row ? ['edit', row.id] : ['add', beginning.company_id ?? null],
        isReopened,
        <RecordFormModal
          title={`${row ? 'Edit' : 'Add'} ${noun.one}`}
          about={row ? <AboutRow list={list} row={row} /> : <AboutNew list={list} beginning={beginning} />}
          mode={row ? 'edit' : 'create'}
          large={list.editor}
          schema={list.contract.create}
          fields={list.fields ?? []}
          initial={initial}
          onSubmit={async (body, ifMatch) => {
            if (!row) await create(body);
            else if (update) {
              const operation = new Operation();
              setSaved(rowOf(await call.change(update, { id: row.id, body, ifMatch }, operation)));
              say('updated', operation);
            }
          }}
          reread={row && reread(row)}
          tools={row && actions.flatMap((action) => ('inForm' in action ? [action] : []))}
          onClose={close}
        />,
      );
    });

  /**
   * Asks for what an action needs, beginning with a row's values where it is one row's.
   *
   * @param of the row, or the rows, that it is done to
   */
  const fillIn = (
    form: ActionForm<RecordSchema> | Promise<ActionForm<RecordSchema>>,
    of: AnyRow | readonly AnyRow[],
    onSubmit: (values: Readonly<Record<string, unknown>>, ifMatch: string | undefined) => Promise<unknown>,
    isReopened = false,
  ) =>
    open(async () => {
      const [{ RecordFormModal }, { AboutRow, AboutRows }, { title, submitLabel, ...rest }] = await Promise.all([
        loadForm(),
        loadAbout(),
        form,
      ]);
      const row = isRow(of) ? of : undefined;
      return named(
        // Of all that match on any page, the form is not opened again.
        isRow(of) ? ['row', title, of.id] : ['rows', title, ...of.slice(0, MAX_PAGE_SIZE + 1).map(({ id }) => id)],
        isReopened,
        <RecordFormModal
          title={title}
          about={isRow(of) ? <AboutRow list={list} row={of} /> : <AboutRows list={list} rows={of} />}
          mode={row ? 'edit' : 'create'}
          {...rest}
          initial={row}
          submitLabel={submitLabel}
          onSubmit={onSubmit}
          reread={row && reread(row)}
          onClose={close}
        />,
      );
    });

  const openDetails = (row: AnyRow) =>
    details.open(async () => {
      const { RowDetails } = await loadDetails();
      const { get } = calls;
      const read = list.rereads && get ? ({ id }: AnyRow) => call.ask(get, id) : undefined;
      const failure = detailsFailure(list);
      return <RowDetails key={row.id} {...{ list, row, read, failure }} onClose={details.close} />;
    });

  const openView = (row: AnyRow, { load }: RowView<AnyRow>) =>
    details.open(async () => {
      const [{ OpenView }, { default: View }] = await Promise.all([loadView(), load()]);
      return <OpenView View={View} row={row} onClose={details.close} />;
    });

  const openOwn = ({ label, load }: ListDialog, companyId: number, isReopened = false) =>
    open(async () => {
      const { default: OwnDialog } = await load();
      return named(['own', label, companyId], isReopened, <OwnDialog companyId={companyId} onClose={close} />);
    });

  const openOf = (load: LoadRowDialog<AnyRow>, row: AnyRow) =>
    open(async () => {
      const { default: RowDialog } = await load();
      return <RowDialog row={row} onClose={close} />;
    });

  const ask = (question: (parts: About) => ReactNode, { warning, ...asked }: Asking, onConfirm: () => void) =>
    open(async () => {
      const [{ ConfirmModal }, about] = await Promise.all([loadConfirm(), loadAbout()]);
      return (
        <ConfirmModal {...asked} onConfirm={onConfirm} onClose={close}>
          {question(about)}
          {warning && <p>{warning}</p>}
        </ConfirmModal>
      );
    });

  /** The question before a bulk action, as it is specified, and below it how many records of whom it is about. */
  const askAbout = (rows: readonly AnyRow[], question: string, asked: Asking, onConfirm: () => void) =>
    ask(
      ({ AboutRows }) => (
        <>
          {question}
          <p>
            <AboutRows list={list} rows={rows} />
          </p>
        </>
      ),
      asked,
      onConfirm,
    );

  const remove = async (row: AnyRow) => {
    if (!calls.remove) return;
    const operation = new Operation();
    try {
      await call.change(calls.remove, row.id, operation);
      setDeletedId(row.id);
      say('deleted', operation);
    } catch (error) {
      const message = messages.deleteFailed ?? 'Failed to delete';
      console.error(message, error);
      tell.failure(message, error);
    }
  };

  const askToRemove = (row: AnyRow) => {
    const what = `Delete ${noun.one.toLowerCase()}`;
    const asked = { title: `${what}?`, confirmLabel: what, danger: true, warning: deleteWarning(list, [row]) };
    return ask(
      ({ DeleteQuestion }) => <DeleteQuestion list={list} row={row} />,
      asked,
      () => void remove(row),
    );
  };

  /** The open dialogs, over the page's rows as they are now. */
  const draw = (rows: readonly AnyRow[] = [], actionsOf: (row: AnyRow) => readonly MenuItem[]) => (
    <>
      <OpenRecordContext value={{ rows, saved, deletedId, covered: dialog !== null, actionsOf }}>
        {details.dialog}
      </OpenRecordContext>
      {dialog}
    </>
  );

  const closeAll = () => {
    close();
    details.close();
  };

  return { draw, closeAll, openForm, fillIn, openDetails, openView, openOwn, openOf, askAbout, askToRemove };
}

const isRow = (value: unknown): value is AnyRow => typeof (value as { id?: unknown } | null)?.id === 'number';

/** The response of a call, where it is a record. */
const rowOf = (response: unknown): AnyRow | undefined => (isRow(response) ? response : undefined);

export type RecordDialogs = ReturnType<typeof useRecordDialogs>;
