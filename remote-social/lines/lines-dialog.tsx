import { MAX_BULK } from 'contract/bulk';
import type { PropertySchema } from 'contract/schema';
import { serverMessage } from 'shared-auth';
import { Alert, Button, formatNumber } from 'shared-ui';
import { CompanyName } from 'shared-ui/companies';
import { Dialog } from 'shared-ui/dialog';
import { choicesOf } from 'shared-ui/list-screen';
import { UnsavedOffer, UnsavedWord, useFocusOn, useKeeping, useLeaveQuestion, useUnsaved } from 'shared-ui/record-form';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from 'react';
import { ChoiceField } from './choice-field';
import { judgeLines, linesLeft, type LineRules, type RejectedLine } from './lines';
import { keptLines, readLines } from './kept-lines';
import { LinesField } from './lines-field';

interface LinesDialogProps<P extends string> {
  title: string;
  /** The company that the lines are written to. */
  companyId: number;
  /** The property of the contract that says which platforms there are. */
  platform: Omit<PropertySchema, 'enum'> & { readonly enum: readonly P[] };
  /** The box's label and the words under it. */
  label: string;
  hint?: ReactNode;
  /** How a line of a platform is judged; null: none is chosen yet. */
  rulesFor: (platform: P | null) => LineRules;
  /** The other fields, beside the platform. */
  children?: (saving: boolean) => ReactNode;
  /** The other field's value and its setter, so that it is kept with the lines. */
  other?: { readonly value: string; readonly put: (value: string) => void };
  /** The word on the button, and the one while it is running. */
  submit: readonly [ready: string, running: string];
  /** The message when there is no line. */
  missing: string;
  /**
   * Sends the lines, at most 1,000, and says how it went; returns those that were rejected. What it rejects with is
   * shown in the dialog, where everything stays as it was.
   */
  send: (lines: readonly string[], platform: P) => Promise<readonly RejectedLine[]>;
  /** The message when the service gives no reason. */
  failure: string;
  onClose: () => void;
}

const tooMany = (lines: number) =>
  `At most ${formatNumber(MAX_BULK)} lines are taken at once; there are ${formatNumber(lines)}.`;

/**
 * A dialog that sends many lines of one platform at once (specification 2 §2.2 Bulk Import, §2.4 Bulk Add Posts): each
 * line is judged as it is typed; what the service rejected stays in the box with the reason, to be corrected and sent
 * again.
 */
export function LinesDialog<P extends string>(props: LinesDialogProps<P>) {
  const {
    title,
    companyId,
    platform: platforms,
    label,
    hint,
    rulesFor,
    children,
    other,
    submit,
    missing,
    send,
    failure,
    onClose,
  } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved(`${title} ${companyId}`);
  const [kept] = useState(() => readLines(unsaved.found?.text, platforms.enum));
  const [offered, setOffered] = useState(kept !== null && !unsaved.isReopened);
  const [isRestored, setRestored] = useState(kept !== null && unsaved.isReopened);
  const [platform, setPlatform] = useState<P | null>(isRestored && kept ? kept.platform : null);
  const [platformMissing, setPlatformMissing] = useState(false);
  const [text, setText] = useState(isRestored && kept ? kept.text : '');
  const [rejected, setRejected] = useState<readonly RejectedLine[]>([]);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  const [running, setRunning] = useState(false);
  const underway = useRef(false);
  const [open, setOpen] = useState(true);
  const [closing, setClosing] = useState(false);
  // Thousands of lines are judged behind the typing, not in its way.
  const settled = useDeferredValue(text);
  const judged = useMemo(
    () => judgeLines(settled, rulesFor(platform), rejected),
    [settled, rulesFor, platform, rejected],
  );

  const focusOn = useFocusOn(form, running);
  const otherValue = other?.value;
  const typed = useMemo(() => ({ platform, text, other: otherValue }), [platform, text, otherValue]);
  useKeeping(unsaved, typed, () => keptLines(typed));
  const putBack = useEffectEvent(() => {
    if (isRestored && kept?.other !== undefined) other?.put(kept.other);
  });
  useEffect(() => putBack(), []);
  const close = () => {
    unsaved.settle();
    setOpen(false);
  };
  const restore = () => {
    setOffered(false);
    setRestored(true);
    setPlatform(kept?.platform ?? null);
    setText(kept?.text ?? '');
    if (kept?.other !== undefined) other?.put(kept.other);
    focusOn('textarea');
  };
  const forget = () => {
    setOffered(false);
    unsaved.forget();
    focusOn('select, textarea');
  };

  const showBeginning = () => {
    const box = form.current?.querySelector('textarea');
    box?.setSelectionRange(0, 0);
    if (box) Object.assign(box, { scrollTop: 0, scrollLeft: 0 });
    focusOn('textarea');
  };

  /** @param most how many lines may be in the box; those above 1,000 stay in it */
  const run = async (most = MAX_BULK) => {
    // State would let a second press through before the next render.
    if (underway.current || !open) return;
    const { filled } = judgeLines(text, rulesFor(platform), rejected);
    const faulty = filled.length === 0 ? missing : filled.length > most ? tooMany(filled.length) : null;
    setComplaint(faulty);
    setFailed(null);
    setPlatformMissing(platform === null);
    if (platform === null || faulty !== null) return focusOn('[aria-invalid="true"]');
    underway.current = true;
    setRunning(true);
    const [sent, rest] = [filled.slice(0, MAX_BULK), filled.slice(MAX_BULK)];
    try {
      const left = await send(
        sent.map((line) => line.text),
        platform,
      );
      setRejected(left);
      setText([linesLeft(sent, left), ...rest.map((line) => line.text)].filter(Boolean).join('\n'));
      if (left.length === 0 && rest.length === 0) close();
      else showBeginning();
    } catch (error) {
      setFailed({ error });
      focusOn('.lines-dialog__failure');
    } finally {
      underway.current = false;
      setRunning(false);
    }
  };
  const change = (typed: string) => {
    setText(typed);
    setComplaint(null);
  };
  const changed = open && text.trim() !== '';
  const askToClose = () => {
    if (underway.current) return;
    if (changed) setClosing(true);
    else setOpen(false);
  };
  const question = useLeaveQuestion({
    changed: changed && !running,
    closing,
    onDiscard: close,
    onKeep: () => setClosing(false),
  });
  const footer = (
    <>
      {isRestored && <UnsavedWord />}
      <Button disabled={running} onClick={askToClose}>
        Cancel
      </Button>
      <Button tone="primary" type="submit" form={formId} disabled={running}>
        {submit[running ? 1 : 0]}
      </Button>
    </>
  );
  return (
    <>
      <Dialog
        title={title}
        about={<CompanyName id={companyId} />}
        open={open}
        covered={question !== null}
        onCloseRequest={askToClose}
        onClosed={onClose}
        footer={footer}
      >
        <form
          id={formId}
          ref={form}
          className="lines-dialog"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void run();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void run();
          }}
        >
          {failed && (
            <div className="lines-dialog__failure" tabIndex={-1}>
              <Alert type="error" error={failed.error}>
                {serverMessage(failed.error, failure)}
              </Alert>
            </div>
          )}
          {offered && unsaved.found && <UnsavedOffer at={unsaved.found.at} onRestore={restore} onDiscard={forget} />}
          {rejected.length > 0 && text !== '' && (
            <Alert type="warning">
              {`${formatNumber(rejected.length)} ${rejected.length === 1 ? 'line was' : 'lines were'} not accepted. Correct what is left in the box and send it again.`}
            </Alert>
          )}
          <ChoiceField
            label="Platform"
            placeholder="Select a platform"
            options={choicesOf(platforms)}
            value={platform ?? ''}
            onChange={(chosen) => {
              setPlatform(platforms.enum.find((known) => known === chosen) ?? null);
              setPlatformMissing(false);
              // It was about the other platform.
              setRejected([]);
            }}
            error={platformMissing ? 'Please select a platform' : null}
            disabled={running}
          />
          {children?.(running)}
          <LinesField
            label={label}
            hint={hint}
            value={text}
            onChange={change}
            judged={judged}
            error={judged.filled.length > MAX_BULK ? tooMany(judged.filled.length) : complaint}
            disabled={running}
          />
          {judged.filled.length > MAX_BULK && (
            <Button disabled={running} onClick={() => void run(Infinity)}>
              {`Send the first ${formatNumber(MAX_BULK)} lines`}
            </Button>
          )}
        </form>
      </Dialog>
      {question}
    </>
  );
}
