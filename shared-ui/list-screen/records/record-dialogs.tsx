import type { RecordSchema } from 'contract/schema';
import { useState } from 'react';
import { useTell } from '../../toast/use-tell';
import { fetchEarly, useDialog } from '../../use-dialog';
import type { ActionForm, ListDialog, LoadRowDialog, RowView } from '../actions';
import { useCall } from '../list-calls';
import type { MenuItem } from '../action-menu';
import type { AnyRow } from '../list-definition';
import { OpenRecordContext } from './open-record';
import type { Asking, ModalParts } from './record-modals';

// The first view of a list carries no modal: each arrives when it is opened, or a little earlier, when its button is pointed at.
const loadModals = () => import(/* webpackChunkName: 'details' */ './record-modals');
const loadForms = () => Promise.all([loadModals(), import('../../record-form')]);
const loadQuestions = () => Promise.all([loadModals(), import('../../dialog')]);

export const preloadForm = fetchEarly(loadForms);
export const preloadDetails = fetchEarly(loadModals);
export const preloadConfirm = fetchEarly(loadQuestions);

/**
 * The modals of a list, one at a time: the form for a new record and for one that is there, the details, and the
 * question before something is done.
 *
 * @param given the list and its calls; what a new record begins with, which is sent, whether the form shows it or not;
 * the actions of a row, for what they open may be offered in its form too
 */
export function useRecordDialogs(given: Pick<ModalParts, 'list' | 'calls' | 'beginning' | 'actions'>) {
  const { dialog, open, close: onClose } = useDialog();
  // Under the others, so that what was done to the record is seen in them.
  const details = useDialog();
  const [saved, onSaved] = useState<AnyRow>();
  const [deletedId, onDeleted] = useState<number>();
  const parts: ModalParts = { ...given, call: useCall(), tell: useTell(), onSaved, onDeleted, onClose };

  const openForm = (row?: AnyRow, isReopened = false) =>
    open(async () => {
      const [modals, forms] = await loadForms();
      return modals.recordForm(forms, parts, row, isReopened);
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
      const [[modals, forms], asked] = await Promise.all([loadForms(), form]);
      return modals.actionForm(forms, parts, asked, of, onSubmit, isReopened);
    });

  const openDetails = (row: AnyRow) =>
    details.open(async () => (await loadModals()).rowDetails(parts, row, details.close));

  const openView = (row: AnyRow, { load }: RowView<AnyRow>) =>
    details.open(async () => {
      const [{ OpenView }, { default: View }] = await Promise.all([loadModals(), load()]);
      return <OpenView View={View} row={row} onClose={details.close} />;
    });

  const openOwn = ({ label, load }: ListDialog, companyId: number, isReopened = false) =>
    open(async () => {
      const [{ named }, { default: OwnDialog }] = await Promise.all([loadModals(), load()]);
      return named(['own', label, companyId], isReopened, <OwnDialog companyId={companyId} onClose={onClose} />);
    });

  const openOf = (load: LoadRowDialog<AnyRow>, row: AnyRow) =>
    open(async () => {
      const { default: RowDialog } = await load();
      return <RowDialog row={row} onClose={onClose} />;
    });

  const askAbout = (rows: readonly AnyRow[], question: string, asked: Asking, onConfirm: () => void) =>
    open(async () => {
      const [modals, dialogs] = await loadQuestions();
      return modals.questionAbout(dialogs, parts, rows, question, asked, onConfirm);
    });

  const askToRemove = (row: AnyRow) =>
    open(async () => {
      const [modals, dialogs] = await loadQuestions();
      return modals.deleteQuestion(dialogs, parts, row);
    });

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
    onClose();
    details.close();
  };

  return { draw, closeAll, openForm, fillIn, openDetails, openView, openOwn, openOf, askAbout, askToRemove };
}

export type RecordDialogs = ReturnType<typeof useRecordDialogs>;
