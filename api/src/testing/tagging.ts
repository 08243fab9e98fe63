/** The calls on tags of more than one test. */
import type { Paged } from 'contract/paging';
import type { ResourceTags, Tag } from 'contract/tag-calls';
import type { Person } from './console';

/** Adds one tag to one ad. */
export const tagAd = (person: Person, id: number, tag_name: string, rest: object = {}) =>
  person.post<ResourceTags>(`/facebook-ads/${id}/tags`, { tag_name, ...rest });

/** The names of an ad's tags. */
export const tagsOfAd = async (person: Person, id: number) =>
  (await person.get<ResourceTags>(`/facebook-ads/${id}/tags`)).body.tags;

/** A page of tags. */
export const tagsOfCompany = async (person: Person, query = '') =>
  (await person.get<Paged<Tag>>(`/tags/?${query}`)).body;

/** The tags of a company that have this in their name. */
export const searchTags = async (person: Person, companyId: number, name: string) =>
  (await tagsOfCompany(person, `company_id=${companyId}&search=${encodeURIComponent(name)}`)).items;
