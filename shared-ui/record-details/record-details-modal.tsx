import type { RecordSchema, Infer } from 'contract/schema';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Alert } from '../alert';
import type { Tones } from '../by-kind';
import { Dialog } from '../dialog';
import { DetailActions, type DetailAction } from './detail-actions';
import { DetailSteps, type Steps } from './detail-steps';
import { RetryButton } from '../retry-button';
import { bySection, type InSections } from '../sections';
import { Spinner } from '../spinner';
import { DetailValue, type DisplayType } from './detail-value';
import { ValueByKind } from './value-by-kind';

/** One line of the details; its key is a property of the record, so a misspelt one does not compile. */
interface DetailLine<Schema extends RecordSchema> {
  key: keyof Schema['properties'] & string;
  /** Absent: the contract's title. */
  label?: string;
  /** Absent: by the property's kind. */
  display?: DisplayType;
  /** For what is rendered otherwise: in place of the value, or beside `rendered`, which shows it. */
  render?(record: Infer<Schema>, rendered: ReactNode): ReactNode;
}

/**
 * The lines of the details, in sections or without, by their properties alone or with what the contract does not say. A
 * section 'System Information' adds to that block.
 */
export type DetailFields<Schema extends RecordSchema> = InSections<
  (keyof Schema['properties'] & string) | DetailLine<Schema>
>;

export interface RecordDetailsModalProps<Schema extends RecordSchema> {
  /** Name of the record. */
  title: string;
  /** Its kind and company, below its name. */
  kind?: ReactNode;
  /** Schema of a record, from the contract. */
  schema: Schema;
  fields: DetailFields<Schema>;
  /** The properties that are rendered as badges, with the tones of these. */
  badges?: Readonly<Partial<Record<string, Tones>>> | undefined;
  /** Undefined while it is being read. */
  record: Infer<Schema> | undefined;
  /** The message of a failed reading, with the way to read again. */
  failure?: { message: string; error?: unknown; onRetry(): void } | undefined;
  /** Actions on the record, beside Close; the first one that is no deletion is the main one. */
  actions?: readonly DetailAction[] | undefined;
  /** Draws the record's history below the rest. */
  history?: ReactNode;
  /** The way to the records before and after it. */
  steps?: Steps | undefined;
  /** Another dialog is open over it, which then has the focus and the keys. */
  covered?: boolean | undefined;
  /** The record is no more: the dialog closes. */
  leaving?: boolean | undefined;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

const SYSTEM = 'System Information';
const SYSTEM_FIELDS: readonly { key: string; label: string; display: DisplayType }[] = [
  { key: 'id', label: 'ID', display: 'text' },
  { key: 'created_at', label: 'Created', display: 'datetime' },
  { key: 'updated_at', label: 'Last Updated', display: 'datetime' },
];

/** The detail modal (specification 1 §2): read-only, in sections, with a System Information block at the end. */
export function RecordDetailsModal<const Schema extends RecordSchema>(props: RecordDetailsModalProps<Schema>) {
  const { title, kind, schema, fields, badges = {}, record, failure, onClose } = props;
  const { actions = [], history, steps, covered = false, leaving = false } = props;
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const shownId = valueOf(record ?? {}, 'id');
  const top = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Another record is read from its beginning. jsdom has no layout, and so nothing to scroll.
    top.current?.closest('.ant-modal-wrap')?.scrollTo?.({ top: 0 });
  }, [shownId]);
  const sections = bySection<DetailLine<Schema>>(fields);
  const ofSystem = sections.filter(([section]) => section === SYSTEM).flatMap(([, lines]) => lines);

  const line = (key: string, label: string, value: ReactNode) => (
    <div key={key} className="detail-line">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  const fieldLine = (shown: Infer<Schema>) => (field: DetailLine<Schema>) => {
    const property = schema.properties[field.key] ?? {};
    const value = valueOf(shown, field.key);
    const rendered = <ValueByKind schema={property} tones={badges[field.key]} display={field.display} value={value} />;
    return line(field.key, field.label ?? property.title ?? field.key, field.render?.(shown, rendered) ?? rendered);
  };
  const shownSections = sections.filter(([section]) => section !== SYSTEM);
  const isWide = shownSections.length > 1;
  const content = (shown: Infer<Schema>) => (
    // Text unfolded in one record is folded in the next.
    <div key={String(shownId)}>
      <div className={isWide ? 'detail-columns' : undefined}>
        {shownSections.map(([section, lines]) => (
          <section key={section} className="detail-section">
            {section && <h3>{section}</h3>}
            <dl>{lines.map(fieldLine(shown))}</dl>
          </section>
        ))}
      </div>
      <section className="detail-section detail-section--system">
        <h3>{SYSTEM}</h3>
        <dl>
          {SYSTEM_FIELDS.filter(({ key }) => key in (shown as object)).map(({ key, label, display }) =>
            line(key, label, <DetailValue value={valueOf(shown, key)} display={display} />),
          )}
          {ofSystem.map(fieldLine(shown))}
        </dl>
      </section>
    </div>
  );

  return (
    <Dialog
      title={<bdi>{title}</bdi>}
      about={kind}
      size={isWide ? 'wide' : 'normal'}
      open={open && !leaving}
      covered={covered}
      onCloseRequest={close}
      onClosed={onClose}
      footer={
        <>
          {steps && <DetailSteps steps={steps} name={title} idle={covered || !open} />}
          <DetailActions actions={actions} onClose={close} />
        </>
      }
    >
      <span ref={top} />
      {failure ? (
        <Alert
          type="error"
          error={failure.error}
          actions={<RetryButton error={failure.error} onRetry={failure.onRetry} />}
        >
          {failure.message}
        </Alert>
      ) : record === undefined ? (
        <Spinner lines />
      ) : (
        <>
          {content(record)}
          {history}
        </>
      )}
    </Dialog>
  );
}

const valueOf = (record: unknown, key: string): unknown => (record as Readonly<Record<string, unknown>>)[key];
