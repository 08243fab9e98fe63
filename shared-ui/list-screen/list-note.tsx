import { useEffect, useState } from 'react';
import { whenIdle } from '../when-idle';
import type { LoadListNote } from './actions';

interface ListNoteOptions {
  load: LoadListNote;
  /** Null until its rows are there. */
  companyId: number | null;
}

/** The screen's own line beside its title. It comes when the page is idle: its place is held, and without it the list is whole. */
export function ListNote({ load, companyId }: ListNoteOptions) {
  const [note, setNote] = useState<Awaited<ReturnType<LoadListNote>>>();
  const isReady = companyId !== null;
  useEffect(() => (isReady ? whenIdle(() => void load().then(setNote, () => {})) : undefined), [load, isReady]);
  return <div className="list-note">{note && isReady && <note.default companyId={companyId} />}</div>;
}
