/** Saved views of lists on the wire (DECISIONS §11). */
import {
  dateTime,
  flag,
  id,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  partial,
  response,
  text,
  type Infer,
} from './schema';
import { GROUPS } from './session';

/** The most views that a person has of one list. */
export const MAX_VIEWS = 50;
/** How much room a row takes. */
export const DENSITIES = ['comfortable', 'compact'] as const;

/** Which list it is a view of: the name by which the screen knows it, such as `product-variants`. */
const list = text('List', {
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z0-9]+(?:[/-][a-z0-9]+)*$',
  formatMessage: 'List must be lowercase words joined by hyphens or slashes',
});
const column = text('Column', { minLength: 1, maxLength: 64, pattern: '^[a-zA-Z0-9_]+$' });

const written = {
  name: text('Name', { minLength: 1, maxLength: 60 }),
  /** Filters and sort as they stand in the address of the list, without the question mark. */
  query: text('Query', { maxLength: 4000, pattern: '^(?!\\?)[^\\s#]*$' }),
  /** The columns that are shown, in their order; none: as the list has them. */
  columns: listOf(column, { maxItems: 100, title: 'Columns' }),
  density: oneOf('Density', DENSITIES),
  /** Its place among the author's views of the list, from 0; one that is too great is the last. */
  position: integer('Position', { minimum: 0, maximum: MAX_VIEWS - 1 }),
  /** Whether an address without parameters opens it: at most one of a person's own, and one of a group's, for a list. */
  is_default: flag('Default'),
  /** The group whose members read it, one of the author's; null: it is the author's own. */
  group_name: nullable(oneOf('Group', GROUPS)),
};

/** A view as every response has it. */
export const view = response({
  id,
  list,
  ...written,
  created_by_username: text('Created By'),
  /** Whether the person may change and delete it: the author may, and of a group's view a member of AaasAdmin. */
  may_change: flag('May change'),
  updated_at: dateTime('Updated'),
});

/** Query of GET /views. */
export const viewsQuery = object({ list }, ['list']);

/** Response of GET /views: what the person saved, in the person's order, then what others did for the person's groups. */
export const viewList = response({ items: listOf(view) });

/** Body of POST /views. Absent: no filters, the list's own columns, comfortable, the last place, no default, own. */
export const viewCreate = object({ list, ...written }, ['list', 'name']);

/** Body of PATCH /views/{id}: an absent one stays. */
export const viewPatch = partial(object(written, []));

export type View = Infer<typeof view>;
export type ViewList = Infer<typeof viewList>;
export type ViewCreate = Infer<typeof viewCreate>;
export type ViewPatch = Infer<typeof viewPatch>;
