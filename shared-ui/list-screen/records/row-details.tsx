import { useContext, useState } from 'react';
import { useShown } from '../../open-form';
import { CompanyOf, isOfCompany } from '../../companies/company-name';
import { ReadDetailsModal, RecordDetailsModal } from '../../record-details';
import { HistoryPart } from '../../record-history/history-part';
import { namesCompany } from '../about';
import type { AnyList, AnyRow } from '../list-definition';
import { OpenRecordContext } from './open-record';
import { useOpenRow } from './use-open-row';

interface RowDetailsProps {
  list: AnyList;
  /** The row that was opened. */
  row: AnyRow;
  /** Asks for a record as it is now; absent: its row says all. */
  read: ((row: AnyRow) => Promise<AnyRow>) | undefined;
  /** Message when that fails. */
  failure: string;
  /** The dialog is gone: take it out of the tree. */
  onClose: () => void;
}

/** The details of a list's row, with what may be done to it, and the way to the page's other rows. */
export function RowDetails({ list, row: opened, read, failure, onClose }: RowDetailsProps) {
  const { deletedId, covered, actionsOf } = useContext(OpenRecordContext);
  const { row, steps } = useOpenRow(opened);
  useShown(JSON.stringify(['details', row.id]));
  const title = (list.titleOf ?? list.nameOf)(row);
  const [historyOpen, setHistoryOpen] = useState(false);
  const { kind: noun } = list.contract;
  const shared = {
    title,
    kind: kindOf(list, row, title),
    schema: list.contract.response,
    fields: list.details ?? [],
    badges: list.badges,
    actions: actionsOf(row),
    history: noun && (
      <HistoryPart
        of={{ kind: noun, id: row.id, companyId: typeof row.company_id === 'number' ? row.company_id : null }}
        open={historyOpen}
        onToggle={setHistoryOpen}
      />
    ),
    steps,
    covered,
    leaving: deletedId === row.id,
    onClose,
  };
  return read ? (
    <ReadDetailsModal {...shared} known={row} read={() => read(row)} failure={failure} />
  ) : (
    <RecordDetailsModal {...shared} record={row} />
  );
}

/** Kind of a record, and its company unless its title says so. */
function kindOf({ noun }: AnyList, row: AnyRow, title: string) {
  if (!isOfCompany(row) || namesCompany(title, row)) return noun.one;
  if (typeof row.company_name === 'string') return `${noun.one} · ${row.company_name}`;
  return (
    <>
      {noun.one} · <CompanyOf records={[row]} />
    </>
  );
}
