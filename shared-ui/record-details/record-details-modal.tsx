import type { RecordSchema, Infer } from 'api/contract/schema';
import { useState, type ReactNode } from 'react';
import { Alert } from '../alert';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { inSections } from '../sections';
import { Spinner } from '../spinner';
import { DetailValue, type DisplayType } from './detail-value';

/** One line of the details; its key is a property of the record, so a misspelt one does not compile. */
export interface DetailField<Schema extends RecordSchema> {
  key: keyof Schema['properties'] & string;
  /** Absent: the contract's title. */
  label?: string;
  /** The heading under which it stands; 'System Information' adds it to that block. */
  section?: string;
  /** Absent: 'text'. */
  display?: DisplayType;
  /** For what no display type can show, such as a badge, in place of the value or beside `drawn`, which shows it. */
  render?(record: Infer<Schema>, drawn: ReactNode): ReactNode;
}

export interface RecordDetailsModalProps<Schema extends RecordSchema> {
  title: string;
  /** What an answer is, from the contract. */
  schema: Schema;
  fields: readonly DetailField<Schema>[];
  /** Undefined while it is being read. */
  record: Infer<Schema> | undefined;
  /** The sentence of a failed reading, with the way to read again. */
  failure?: { message: string; error?: unknown; onRetry(): void } | undefined;
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
  const { title, schema, fields, record, failure, onClose } = props;
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const sections = inSections(fields);
  const ofSystem = sections.get(SYSTEM) ?? [];
  sections.delete(SYSTEM);

  const fieldLine = (shown: Infer<Schema>) => (field: DetailField<Schema>) => {
    const drawn = <DetailValue value={valueOf(shown, field.key)} display={field.display} />;
    return (
      <div key={field.key} className="detail-line">
        <dt>{field.label ?? schema.properties[field.key]?.title ?? field.key}</dt>
        <dd>{field.render?.(shown, drawn) ?? drawn}</dd>
      </div>
    );
  };
  const content = (shown: Infer<Schema>) => (
    <>
      {[...sections].map(([section, lines]) => (
        <section key={section} className="detail-section">
          {section && <h3>{section}</h3>}
          <dl>{lines.map(fieldLine(shown))}</dl>
        </section>
      ))}
      <section className="detail-section">
        <h3>{SYSTEM}</h3>
        <dl>
          {SYSTEM_FIELDS.filter(({ key }) => key in (shown as object)).map(({ key, label, display }) => (
            <div key={key} className="detail-line">
              <dt>{label}</dt>
              <dd>
                <DetailValue value={valueOf(shown, key)} display={display} />
              </dd>
            </div>
          ))}
          {ofSystem.map(fieldLine(shown))}
        </dl>
      </section>
    </>
  );

  return (
    <Dialog
      title={title}
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={<Button onClick={close}>Close</Button>}
    >
      {failure ? (
        <Alert type="error" error={failure.error} actions={<Button onClick={failure.onRetry}>Retry</Button>}>
          {failure.message}
        </Alert>
      ) : record === undefined ? (
        <Spinner />
      ) : (
        content(record)
      )}
    </Dialog>
  );
}

const valueOf = (record: unknown, key: string): unknown => (record as Readonly<Record<string, unknown>>)[key];
