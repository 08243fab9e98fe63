import type { Kind, PropertySchema } from 'contract/schema';
import { badgeOf, textOf, type Tones } from '../by-kind';
import { TagChip } from '../tag-picker/tag-chip';
import { DetailValue, NOTHING, type DisplayType } from './detail-value';

interface ValueByKindProps {
  schema: PropertySchema;
  /** Draws it as a badge. */
  tones: Tones | undefined;
  /** In place of its kind's. */
  display: DisplayType | undefined;
  value: unknown;
}

const DISPLAYS: Readonly<Partial<Record<Kind, DisplayType>>> = {
  url: 'link',
  money: 'currency',
  date: 'date',
  dateTime: 'datetime',
};

/** A record's value as its details show it, by the contract's kind. */
export function ValueByKind({ schema, tones, display, value }: ValueByKindProps) {
  const { kind = 'text' } = schema;
  if (value === null || value === undefined) return NOTHING;
  if (display !== undefined) return <DetailValue value={value} display={display} />;
  if (tones !== undefined) return badgeOf(schema, tones, value);
  if (kind === 'tags') return <Tags names={value as readonly string[]} />;
  if (['choice', 'flag', 'number', 'rate'].includes(kind)) return textOf(schema, value);
  return <DetailValue value={value} display={DISPLAYS[kind]} />;
}

const Tags = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? (
    NOTHING
  ) : (
    <span className="c-wrap detail-tags">
      {names.map((name) => (
        <TagChip key={name} name={name} />
      ))}
    </span>
  );
