/** Where what a search finds leads to: the list that holds it, with its details open, or a company's list. */
import { NOUNS } from 'contract/nouns';
import type { FoundItem } from 'contract/search';
import type { OpenScreen } from '../navigation/open-screens';

/** An address of the console that can be gone to and remembered. */
export interface Place {
  /** Path and query. */
  readonly to: string;
  readonly label: string;
  /** Its kind, and its company. */
  readonly hint: string;
}

const LISTS_OF_COMPANY: ReadonlySet<string> = new Set(
  Object.values(NOUNS).flatMap(({ company, list }) => (company === 'belongs' ? list : [])),
);

/** The path of an address. */
export const pathOf = ({ to }: Pick<Place, 'to'>): string => to.split('?')[0] ?? to;

/** A screen, as it begins. */
export const placeOfScreen = ({ path, name }: Pick<OpenScreen, 'path' | 'name'>): Place => ({
  to: path,
  label: name,
  hint: 'Screen',
});

/**
 * Where something that was found leads to, the likeliest first; nowhere without a screen for it.
 *
 * @param screens those that the person may open
 * @param current the path of the present one: a company leads to its own list before any other
 */
export function placesOf(item: FoundItem, screens: readonly OpenScreen[], current: string): readonly Place[] {
  const { kind, id, label, company_id, company_name } = item;
  const { list: path, label: noun } = NOUNS[kind];
  const places: Place[] = [];
  if (screens.some((screen) => screen.path === path)) {
    const query = new URLSearchParams({ record: String(id) });
    if (company_id !== null && kind !== 'company') query.set('company_id', String(company_id));
    const isOfOther = company_name !== null && kind !== 'company';
    places.push({ to: `${path}?${query}`, label, hint: isOfOther ? `${noun} · ${company_name}` : noun });
  }
  if (kind !== 'company') return places;
  const lists = screens.filter(({ path: of }) => LISTS_OF_COMPANY.has(of));
  const here = lists.find((screen) => screen.path === current);
  const list = here ?? lists[0];
  const ofCompany = list && { to: `${list.path}?company_id=${id}`, label: `${list.name} of ${label}`, hint: 'List' };
  if (!ofCompany) return places;
  return here ? [ofCompany, ...places] : [...places, ofCompany];
}
