import { SALES_CHANNELS, variantNoun } from 'contract/company/product-variants';
import { useCurrentUser } from 'shared-auth';
import { useId, useMemo, useRef, useState } from 'react';
import { Alert, Button, formatNumber, Label, LoadFailure, Select, Textarea, useTell } from 'shared-ui';
import { CompanyName } from 'shared-ui/companies';
import { csvFileName, downloadCsv, toCsv } from 'shared-ui/csv';
import { Dialog } from 'shared-ui/dialog';
import { undoOf, type ListDialogProps } from 'shared-ui/list-screen';
import { useLeaveQuestion } from 'shared-ui/record-form';
import { costLines, guessFormats, guessRoles, missingRoles, ROLES, type Reading, type Role } from './cost-lines';
import './cost-import-dialog.css';
import { CostLinesTable } from './cost-lines-table';
import { readTable, type Table } from './read-table';
import { readingOf, rememberReading } from './remembered-reading';
import { cogsFile } from '../product-variant-cogs/product-variant-cogs.api';
import { useCostCheck } from './use-cost-check';

const PASTED = 'Pasted costs';
const MOST_BYTES = 20 * 1024 * 1024;
const NO_LINES: never[] = [];

interface Source {
  readonly name: string;
  readonly table: Table;
}

const costs = (count: number) => (count === 1 ? '1 cost' : `${formatNumber(count)} costs`);

/**
 * Costs from a file or a spreadsheet's clipboard (DECISIONS §16): columns and formats are recognised and can be changed, each
 * line says what it would do, those that can be saved are one operation, and what cannot is a file to mend and read again.
 */
export default function CostImportDialog({ companyId, onClose }: ListDialogProps) {
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

  const missing = reading ? missingRoles(reading.roles) : [];
  const lines = useMemo(
    () =>
      source && reading && missingRoles(reading.roles).length === 0
        ? costLines(source.table, reading).filter(({ line }) => !saved.has(line))
        : NO_LINES,
    [source, reading, saved],
  );
  const check = useCostCheck(companyId, source?.name ?? PASTED, lines);
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
  const valid = lines.filter(({ line, item }) => item && !wrong.has(line) && verdicts.has(line));
  const unchecked = lines.length - wrong.size - valid.length;

  const read = (name: string, text: string) => {
    const table = readTable(text);
    if (typeof table === 'string') return setComplaint(table);
    setComplaint(null);
    const known = readingOf(userId, companyId, table.titles);
    const roles = known?.roles ?? guessRoles(table);
    const formats = guessFormats(table, roles, navigator.language);
    setReading({ channel: null, ...known, roles, ...formats });
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
    rememberReading(userId, companyId, source.table.titles, next);
  };
  const setRole = (column: number, role: Role | null) => {
    if (!source || !reading) return;
    // A role is of one column: it leaves the one that had it.
    const roles = reading.roles.map((one, at) => (at === column ? role : one === role ? null : one));
    change({ roles, ...guessFormats(source.table, roles, navigator.language) });
  };

  const save = async () => {
    setRefused(new Map());
    const outcome = await check.save(valid);
    if (outcome.saved.size) tell.success(`Saved ${costs(outcome.saved.size)}`, undefined, undoOf(outcome.operation));
    if (outcome.error !== undefined) tell.failure('Failed to save the costs', outcome.error);
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
    downloadCsv(csvFileName('costs_not_saved', new Date()), toCsv([...source.table.titles, 'Reason'], rows));
  };

  const download = () =>
    tell
      .failureOf(cogsFile(companyId, csvFileName('costs', new Date())), 'Failed to download the costs')
      .catch(() => undefined);

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
    <span className="cost-import-file">
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
        title="Import Costs"
        about={<CompanyName id={companyId} />}
        size="large"
        open={open}
        covered={question !== null}
        onCloseRequest={askToClose}
        onClosed={onClose}
        footer={
          <>
            <span className="cost-import-state" role="status">
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
              {progress ? 'Saving...' : `Save ${costs(valid.length)}`}
            </Button>
          </>
        }
      >
        {complaint !== null && <Alert type="error">{complaint}</Alert>}
        {!source || !reading ? (
          <div
            className="cost-import-start"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              void readFile(event.dataTransfer.files[0]);
            }}
          >
            <p>A CSV file, with a line for each cost: the variant, its cost, and from when until when it holds.</p>
            {choose}
            <Label htmlFor={`${ids}-text`}>Or paste it from a spreadsheet</Label>
            <Textarea
              id={`${ids}-text`}
              rows={8}
              value={pasted}
              spellCheck={false}
              placeholder={'Product variant ID\tSales channel\tCost\tStart date'}
              onChange={({ target }) => setPasted(target.value)}
            />
            <Button disabled={pasted.trim() === ''} onClick={() => read(PASTED, pasted)}>
              Read what is pasted
            </Button>
            <p>Or begin with the costs that are there: the file can be changed and read again.</p>
            <Button onClick={() => void download()}>Download all costs</Button>
          </div>
        ) : (
          <div className="cost-import">
            <div className="cost-import-source">
              <strong>
                <bdi>{source.name}</bdi>
              </strong>
              <span>
                {source.table.lines.length === 1 ? '1 line' : `${formatNumber(source.table.lines.length)} lines`}
              </span>
              {choose}
            </div>
            <fieldset className="cost-import-columns" disabled={progress !== null}>
              <legend>Columns</legend>
              {source.table.titles.map((title, at) => (
                <div key={at}>
                  <Label htmlFor={`${ids}-${at}`}>
                    <bdi>{title}</bdi>
                  </Label>
                  <Select
                    id={`${ids}-${at}`}
                    value={reading.roles[at] ?? ''}
                    onChange={({ target }) => setRole(at, (target.value || null) as Role | null)}
                  >
                    <option value="">Left out</option>
                    {Object.entries(ROLES).map(([role, name]) => (
                      <option key={role} value={role}>
                        {name}
                      </option>
                    ))}
                  </Select>
                  <small>
                    <bdi>{source.table.lines[0]?.cells[at] || '-'}</bdi>
                  </small>
                </div>
              ))}
              <div>
                <Label htmlFor={`${ids}-decimals`}>Amounts are written</Label>
                <Select
                  id={`${ids}-decimals`}
                  value={reading.decimals}
                  onChange={({ target }) => change({ decimals: target.value as Reading['decimals'] })}
                >
                  <option value="point">1,234.56</option>
                  <option value="comma">1.234,56</option>
                </Select>
              </div>
              <div>
                <Label htmlFor={`${ids}-days`}>Dates are written</Label>
                <Select
                  id={`${ids}-days`}
                  value={reading.dayOrder}
                  onChange={({ target }) => change({ dayOrder: target.value as Reading['dayOrder'] })}
                >
                  <option value="month first">11/26/2026</option>
                  <option value="day first">26/11/2026</option>
                </Select>
              </div>
              <div>
                <Label htmlFor={`${ids}-channel`}>Lines without a channel</Label>
                <Select
                  id={`${ids}-channel`}
                  value={reading.channel ?? ''}
                  onChange={({ target }) => change({ channel: (target.value || null) as Reading['channel'] })}
                >
                  <option value="">None</option>
                  {SALES_CHANNELS.map((channel) => (
                    <option key={channel} value={channel}>
                      {variantNoun.properties.sales_channel.labels[channel]}
                    </option>
                  ))}
                </Select>
              </div>
            </fieldset>
            {missing.length > 0 && (
              <Alert type="warning">Choose the column of: {missing.map((role) => ROLES[role]).join(', ')}.</Alert>
            )}
            {check.error !== undefined && (
              <LoadFailure message="Failed to check the costs" error={check.error} onRetry={check.retry} />
            )}
            {lines.length > 0 && <CostLinesTable {...{ lines, verdicts, wrong }} />}
          </div>
        )}
      </Dialog>
      {question}
    </>
  );
}
