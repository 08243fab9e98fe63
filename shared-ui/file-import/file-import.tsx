import { useCurrentUser } from 'shared-auth';
import { useId, useMemo, useRef, useState } from 'react';
import { Alert } from '../alert';
import { Button } from '../button';
import { CompanyName } from '../companies';
import { csvFileName, downloadCsv, toCsv } from '../csv';
import { Dialog } from '../dialog/dialog';
import { Label, Textarea } from '../field';
import { formatNumber } from '../format';
import { LoadFailure } from '../load-failure';
import { shape } from '../shape';
import { useLeaveQuestion } from '../record-form/leave-question';
import { useTell } from '../toast/use-tell';
import { undoOf } from '../undo/undo-of';
import { ColumnsFieldset } from './columns-fieldset';
import type { AnyImport, ImportDialogProps } from './definition';
import './file-import.css';
import { guessFormats, guessRoles, importLines, missingRoles, type Reading } from './lines';
import { LinesTable } from './lines-table';
import { parts, type DefineImport } from './parts';
import { readTable, type Table } from './read-table';
import { readingOf, rememberReading } from './remembered-reading';
import { useImport } from './use-import';

const MOST_BYTES = 20 * 1024 * 1024;
const NO_LINES: never[] = [];

interface Source {
  readonly name: string;
  readonly table: Table;
}

interface FileImportDialogProps extends ImportDialogProps {
  definitions: readonly AnyImport[];
}

/**
 * Records from a file or a spreadsheet's clipboard (DECISIONS §16): columns and formats are recognised and can be changed,
 * each line says what it would do, those that can be saved are one operation, and what cannot is a file to mend and read again.
 */
function FileImportDialog({ definitions, companyId, onClose }: FileImportDialogProps) {
  const [kind, setKind] = useState(0);
  const definition = definitions[kind]!;
  const { noun, roles: facts } = definition;
  const counted = (count: number) => `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;
  const pastedName = `Pasted ${noun.many}`;
  const { id: userId } = useCurrentUser();
  const ids = useId();
  const tell = useTell();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(true);
  const [closing, setClosing] = useState(false);
  const [pasted, setPasted] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const [source, setSource] = useState<Source | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  /** Lines that were saved, and what the service said of those that were not. */
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());

  const missing = reading ? missingRoles(reading.roles, facts) : [];
  const owner = { userId, companyId, many: noun.many };
  const lines = useMemo(
    () =>
      source && reading && missingRoles(reading.roles, definition.roles).length === 0
        ? importLines(source.table, reading, definition).filter(({ line }) => !saved.has(line))
        : NO_LINES,
    [definition, source, reading, saved],
  );
  const check = useImport(definition, companyId, source?.name ?? pastedName, lines);
  const { verdicts, progress } = check;
  const wrong = useMemo(() => {
    const found = new Map(refused);
    for (const { line, msg } of lines) {
      const verdict = verdicts.get(line);
      if (msg !== null) found.set(line, msg);
      else if (verdict && 'msg' in verdict) found.set(line, verdict.msg);
    }
    return found;
  }, [lines, verdicts, refused]);
  const valid = lines.filter(({ line, item }) => item !== null && !wrong.has(line) && verdicts.has(line));
  const unchecked = lines.length - wrong.size - valid.length;

  const read = (name: string, text: string) => {
    const table = readTable(text);
    if (typeof table === 'string') return setComplaint(table);
    setComplaint(null);
    const known = readingOf(owner, table.titles, facts);
    const roles = known?.roles ?? guessRoles(table, definition);
    setReading({ choice: null, ...known, roles, ...guessFormats(table, roles, facts, navigator.language) });
    setSaved(new Set());
    setRefused(new Map());
    setSource({ name, table });
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setComplaint(`${file.name} is larger than 20 MB.`);
    try {
      read(file.name, await file.text());
    } catch {
      // It was moved or removed since it was chosen.
      setComplaint(`${file.name} cannot be read.`);
    }
  };
  const change = (changes: Partial<Reading>) => {
    if (!source || !reading) return;
    const next = { ...reading, ...changes };
    setReading(next);
    rememberReading(owner, source.table.titles, next);
  };
  const setRole = (column: number, role: string | null) => {
    if (!source || !reading) return;
    // A role is of one column: it leaves the one that had it.
    const roles = reading.roles.map((one, at) => (at === column ? role : one === role ? null : one));
    change({ roles, ...guessFormats(source.table, roles, facts, navigator.language) });
  };

  const save = async () => {
    setRefused(new Map());
    const outcome = await check.save(valid);
    const undo = definition.isUndone ? undoOf(outcome.operation) : undefined;
    if (outcome.saved.size) tell.success(`Saved ${counted(outcome.saved.size)}`, undefined, undo);
    if (outcome.error !== undefined) tell.failure(`Failed to save the ${noun.many}`, outcome.error);
    if (outcome.saved.size === lines.length) return setOpen(false);
    // Another set has all lines checked again, which is for what was saved.
    if (outcome.saved.size) setSaved(new Set([...saved, ...outcome.saved]));
    setRefused(outcome.refused);
  };
  const downloadWrong = () => {
    if (!source) return;
    const rows = lines.flatMap(({ line, cells }) => {
      const msg = wrong.get(line);
      return msg === undefined ? [] : [[...source.table.titles.map((_, at) => cells[at] ?? ''), msg]];
    });
    downloadCsv(csvFileName(`${noun.many}_not_saved`, new Date()), toCsv([...source.table.titles, 'Reason'], rows));
  };

  const { existing } = definition;
  const saveExisting = () =>
    existing && tell.failureOf(existing.save(companyId), `Failed to download the ${noun.many}`).catch(() => undefined);

  const changed = open && (lines.length > 0 || pasted.trim() !== '');
  const askToClose = () => {
    if (progress) return;
    if (changed) setClosing(true);
    else setOpen(false);
  };
  const question = useLeaveQuestion({
    changed: changed && !progress,
    closing,
    onDiscard: () => setOpen(false),
    onKeep: () => setClosing(false),
  });
  const choose = (
    <span className="file-import-file">
      <Button disabled={progress !== null} onClick={() => input.current?.click()}>
        {source ? 'Choose another file' : 'Choose a file'}
      </Button>
      <input
        ref={input}
        aria-label="File"
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ target }) => {
          void readFile(target.files?.[0]);
          // The same file again is a change too: it may have been mended.
          target.value = '';
        }}
      />
    </span>
  );
  const state = progress
    ? `Saved ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
    : !lines.length
      ? ''
      : unchecked > 0
        ? `Checked ${formatNumber(lines.length - unchecked)} of ${formatNumber(lines.length)}`
        : `${formatNumber(valid.length)} can be saved${wrong.size ? `, ${formatNumber(wrong.size)} cannot` : ''}`;
  return (
    <>
      <Dialog
        title={`Import ${definition.kind}`}
        about={<CompanyName id={companyId} />}
        size="large"
        open={open}
        covered={question !== null}
        onCloseRequest={askToClose}
        onClosed={onClose}
        footer={
          <>
            <span className="file-import-state" role="status">
              {state}
            </span>
            {wrong.size > 0 && !progress && (
              <Button onClick={downloadWrong}>Download the {formatNumber(wrong.size)} that cannot</Button>
            )}
            {progress ? <Button onClick={check.stop}>Stop</Button> : <Button onClick={askToClose}>Cancel</Button>}
            <Button
              tone="primary"
              disabled={progress !== null || unchecked > 0 || valid.length === 0}
              onClick={() => void save()}
            >
              {progress ? 'Saving...' : `Save ${counted(valid.length)}`}
            </Button>
          </>
        }
      >
        {complaint !== null && <Alert type="error">{complaint}</Alert>}
        {!source || !reading ? (
          <div
            className="file-import-start"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              void readFile(event.dataTransfer.files[0]);
            }}
          >
            {definitions.length > 1 && (
              <fieldset className="file-import-kinds">
                <legend>The file has</legend>
                {definitions.map((one, at) => (
                  <label key={one.kind} className={shape.line}>
                    <input type="radio" name={ids} checked={at === kind} onChange={() => setKind(at)} />
                    {one.kind}
                  </label>
                ))}
              </fieldset>
            )}
            <p>{definition.about}</p>
            {choose}
            <Label htmlFor={`${ids}-text`}>Or paste it from a spreadsheet</Label>
            <Textarea
              id={`${ids}-text`}
              rows={8}
              value={pasted}
              spellCheck={false}
              placeholder={definition.example}
              onChange={({ target }) => setPasted(target.value)}
            />
            <Button disabled={pasted.trim() === ''} onClick={() => read(pastedName, pasted)}>
              Read what is pasted
            </Button>
            {existing && (
              <>
                <p>{existing.about}</p>
                <Button onClick={() => void saveExisting()}>{existing.label}</Button>
              </>
            )}
          </div>
        ) : (
          <div className="file-import">
            <div className="file-import-source">
              <strong>
                <bdi>{source.name}</bdi>
              </strong>
              <span>
                {source.table.lines.length === 1 ? '1 line' : `${formatNumber(source.table.lines.length)} lines`}
              </span>
              {choose}
            </div>
            <ColumnsFieldset
              definition={definition}
              reading={reading}
              table={source.table}
              disabled={progress !== null}
              onRole={setRole}
              onChange={change}
            />
            {missing.length > 0 && <Alert type="warning">Choose the column of: {missing.join(', ')}.</Alert>}
            {check.error !== undefined && (
              <LoadFailure message={`Failed to check the ${noun.many}`} error={check.error} onRetry={check.retry} />
            )}
            {lines.length > 0 && <LinesTable definition={definition} lines={lines} verdicts={verdicts} wrong={wrong} />}
          </div>
        )}
      </Dialog>
      {question}
    </>
  );
}

const made = new WeakMap<DefineImport, AnyImport>();

/** The definition that is made of the parts, once: its calls are declared with it. */
export function definitionOf<Made extends AnyImport>(define: DefineImport<Made>): Made {
  const known = (made.get(define) as Made | undefined) ?? define(parts);
  made.set(define, known);
  return known;
}

/** The dialog of these imports. */
export function importDialog(kinds: readonly DefineImport[]) {
  const definitions = kinds.map((define) => definitionOf(define));
  return (props: ImportDialogProps) => <FileImportDialog definitions={definitions} {...props} />;
}
