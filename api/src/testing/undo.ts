/** Taking back what a test's person has just done. */
import type { HistoryList, UndoResponse } from 'contract/history';
import { NOUNS } from 'contract/nouns';
import { asksForCompany, bodyOf, describedPaths, writtenIn, type DescribedNoun, type Json } from './nouns';
import type { Person, TestConsole, TestResponse } from './console';

/** The operation that a response says. */
export const operationIn = ({ headers }: Pick<TestResponse, 'headers'>): string => String(headers['x-operation-id']);

/** Takes back the operation of a response. */
export const undo = (person: Person, response: Pick<TestResponse, 'headers'>) =>
  person.post<UndoResponse & { detail?: string }>(`/history/${operationIn(response)}/undo`);

/** The newest entry of a record's history. */
export async function newestEntry(person: Person, path: string, id: unknown) {
  const { body } = await person.get<HistoryList>(`${path}/${String(id)}/history?page_size=1`);
  const [entry] = body.items;
  if (!entry) throw new Error(`${path}/${String(id)} has no history`);
  return entry;
}

/**
 * Deletions that are not taken back: a machine token is revoked and stays; a credential's secret and a connection's runs are
 * kept nowhere.
 */
export const ENDED_FOR_GOOD: readonly string[] = [
  NOUNS.ingest_token.path,
  NOUNS.credential.path,
  NOUNS.connection.path,
];

/** The regular calls on one record of a noun, whatever its paths and methods are. */
export function callsOn(service: TestConsole, person: Person, { path }: DescribedNoun, company: number, id: unknown) {
  const operations = describedPaths(service).find(([template]) => template === `/api${path}/{id}`)?.[1] ?? {};
  const query = (method: string) => (asksForCompany(operations[method]) ? `?company_id=${company}` : '');
  const method = operations['patch'] ? 'patch' : 'put';
  const one = `${path}/${String(id)}`;
  const readable = operations['get'] ? one : `${path}/by-id/${String(id)}`;
  return {
    /** The fields that a save writes. */
    fields: writtenIn(bodyOf(operations[method])),
    canBeDeleted: operations['delete'] !== undefined && !ENDED_FOR_GOOD.includes(path),
    find: () => person.get<Json>(`${readable}${query('get')}`),
    /** Saves some fields; `all` are what the others hold. */
    save: (changes: Json, all: Json, headers: Record<string, string> = {}) =>
      person[method]<Json>(`${one}${query(method)}`, method === 'put' ? { ...all, ...changes } : changes, headers),
    remove: () => person.delete(`${one}${query('delete')}`),
  };
}
