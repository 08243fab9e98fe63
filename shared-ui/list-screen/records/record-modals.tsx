import { MAX_PAGE_SIZE } from 'contract/paging';
import type { RecordSchema } from 'contract/schema';
import { Operation } from 'shared-auth';
import type { ReactNode } from 'react';
import { OpenFormContext } from '../../open-form';
import type { useTell } from '../../toast/use-tell';
import { undoOf } from '../../undo/undo-of';
import { AboutNew, AboutRow, AboutRows, DeleteQuestion } from '../about';
import type { ActionForm, RowAction } from '../actions';
import type { ListCalls, useCall } from '../list-calls';
import { deleteWarning, detailsFailure, type AnyList, type AnyRow } from '../list-definition';
import type { FormName } from './form-name';
import { RowDetails } from './row-details';

export { OpenView } from './open-view';

/** A list, its calls, and whom to tell: all that its modals are rendered from. */
export interface ModalParts {
  list: AnyList;
  calls: ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  beginning: Readonly<Record<string, unknown>>;
  actions: readonly RowAction<AnyRow>[];
  call: ReturnType<typeof useCall>;
  tell: ReturnType<typeof useTell>;
  onSaved: (row: AnyRow | undefined) => void;
  onDeleted: (id: number) => void;
  /** The dialog is gone: take it out of the tree. */
  onClose: () => void;
}

type Forms = typeof import('../../record-form');
type Dialogs = typeof import('../../dialog');

export interface Asking {
  /** Absent: 'Confirm Action' and 'Confirm' (specification 1 §2). */
  title?: string;
  confirmLabel?: string;
  danger: boolean;
  /** Its effect beyond what the question names. */
  warning: string | undefined;
}

/** Opens a form by its name in the list: what is typed in it is kept under that, and it is opened again by it. */
export const named = (name: FormName, isReopened: boolean, form: ReactNode) => (
  <OpenFormContext key={JSON.stringify(name)} value={{ name: JSON.stringify(name), isReopened }}>
    {form}
  </OpenFormContext>
);

const say = ({ tell, list }: ModalParts, done: string, operation?: Operation) =>
  tell.success(`${list.noun.one} ${done} successfully`, undefined, undoOf(operation));

const reread = ({ calls: { get }, call }: ModalParts, { id }: AnyRow) => get && (() => call.ask(get, id));

/** Values of a new record: without the company where it has the one record that it may have. */
async function beginningOfNew({ list, calls, call, beginning }: ModalParts) {
  const { company_id, ...others } = beginning;
  if (!list.onePerCompany || typeof company_id !== 'number') return beginning;
  const request = { company_id, page: 1, page_size: 1, sort_by: list.defaultSort };
  const { total } = await call.ask(calls.list, request).catch(() => ({ total: 0 }));
  return total > 0 ? others : beginning;
}

/** The form for a new record, or for one that is there. */
export async function recordForm(
  { RecordFormModal }: Forms,
  parts: ModalParts,
  row: AnyRow | undefined,
  isReopened: boolean,
) {
  const { list, calls, call, beginning, actions, onSaved, onClose } = parts;
  const initial = row ?? (await beginningOfNew(parts));
  return named(
    row ? ['edit', row.id] : ['add', beginning.company_id ?? null],
    isReopened,
    <RecordFormModal
      title={`${row ? 'Edit' : 'Add'} ${list.noun.one}`}
      about={row ? <AboutRow list={list} row={row} /> : <AboutNew list={list} beginning={beginning} />}
      mode={row ? 'edit' : 'create'}
      large={list.editor}
      schema={list.contract.create}
      fields={list.fields ?? []}
      initial={initial}
      onSubmit={async (body, ifMatch) => {
        if (row && calls.update) {
          const operation = new Operation();
          const saved = await call.change(calls.update, { id: row.id, body, ifMatch }, operation);
          onSaved(isRow(saved) ? saved : undefined);
          say(parts, 'updated', operation);
        } else if (!row && calls.create) {
          await call.change(calls.create, { ...beginning, ...body });
          say(parts, 'created');
        }
      }}
      reread={row && reread(parts, row)}
      tools={row && actions.flatMap((action) => ('inForm' in action ? [action] : []))}
      onClose={onClose}
    />,
  );
}

/** The form for what an action needs, beginning with a row's values where it is one row's. */
export function actionForm(
  { RecordFormModal }: Forms,
  parts: ModalParts,
  { title, ...form }: ActionForm<RecordSchema>,
  of: AnyRow | readonly AnyRow[],
  onSubmit: (values: Readonly<Record<string, unknown>>, ifMatch: string | undefined) => Promise<unknown>,
  isReopened: boolean,
) {
  const { list, onClose } = parts;
  const row = isRow(of) ? of : undefined;
  return named(
    // Of all that match on any page, the form is not opened again.
    isRow(of) ? ['row', title, of.id] : ['rows', title, ...of.slice(0, MAX_PAGE_SIZE + 1).map(({ id }) => id)],
    isReopened,
    <RecordFormModal
      title={title}
      about={isRow(of) ? <AboutRow list={list} row={of} /> : <AboutRows list={list} rows={of} />}
      mode={row ? 'edit' : 'create'}
      {...form}
      initial={row}
      onSubmit={onSubmit}
      reread={row && reread(parts, row)}
      onClose={onClose}
    />,
  );
}

/** The details of a record. */
export function rowDetails(parts: ModalParts, row: AnyRow, onClose: () => void) {
  const { list, calls, call } = parts;
  const { get } = calls;
  const read = list.rereads && get ? ({ id }: AnyRow) => call.ask(get, id) : undefined;
  return <RowDetails key={row.id} list={list} row={row} read={read} onClose={onClose} failure={detailsFailure(list)} />;
}

/** The question before a bulk action, as it is specified, and below it how many records of whom it is about. */
export const questionAbout = (
  { ConfirmModal }: Dialogs,
  { list, onClose }: ModalParts,
  rows: readonly AnyRow[],
  question: string,
  { warning, ...asked }: Asking,
  onConfirm: () => void,
) => (
  <ConfirmModal {...asked} onConfirm={onConfirm} onClose={onClose}>
    {question}
    <p>
      <AboutRows list={list} rows={rows} />
    </p>
    {warning && <p>{warning}</p>}
  </ConfirmModal>
);

/** The question before a record is deleted. */
export function deleteQuestion({ ConfirmModal }: Dialogs, parts: ModalParts, row: AnyRow) {
  const { list, onClose } = parts;
  const label = `Delete ${list.noun.one.toLowerCase()}`;
  const warning = deleteWarning(list, [row]);
  return (
    <ConfirmModal
      title={`${label}?`}
      confirmLabel={label}
      danger
      onConfirm={() => void remove(parts, row)}
      onClose={onClose}
    >
      <DeleteQuestion list={list} row={row} />
      {warning && <p>{warning}</p>}
    </ConfirmModal>
  );
}

async function remove(parts: ModalParts, { id }: AnyRow) {
  const { list, calls, call, tell, onDeleted } = parts;
  if (!calls.remove) return;
  const operation = new Operation();
  try {
    await call.change(calls.remove, id, operation);
    onDeleted(id);
    say(parts, 'deleted', operation);
  } catch (error) {
    const message = list.messages.deleteFailed ?? 'Failed to delete';
    console.error(message, error);
    tell.failure(message, error);
  }
}

const isRow = (value: unknown): value is AnyRow => typeof (value as { id?: unknown } | null)?.id === 'number';
