import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../when-idle';
import type { ListNoteProps, LoadListNote } from './actions';

interface ListNoteOptions {
  load: LoadListNote;
  /** Null until its rows are there. */
  companyId: number | null;
}

/** The screen's own line beside its title. It comes when the page is idle: its place is held, and without it the list is whole. */
export function ListNote({ load, companyId }: ListNoteOptions) {
  const [note, setNote] = useState<{ Note: ComponentType<ListNoteProps> } | null>(null);
  const isReady = companyId !== null;
  useEffect(() => {
    const draw = () => load().then(({ default: Note }) => setNote({ Note }));
    return isReady ? whenIdle(() => void draw().catch(() => undefined)) : undefined;
  }, [load, isReady]);
  return <div className="list-note">{note && isReady && <note.Note companyId={companyId} />}</div>;
}
