/** Proposals about the status of posts, profiles and search terms (DECISIONS §8, §9). */
import type { ListAddress } from 'contract/agents/tool-results';
import type { SearchTermBulkStatus } from 'contract/social/search-terms';
import { updateStatusOfMany } from '../../records/many';
import { posts } from '../../social/posts.queries';
import { profiles } from '../../social/profiles.queries';
import { updateSearchTermStatus } from '../../social/search-terms-bulk.queries';
import type { Proposable } from './proposable';
import { STATUS_NOUNS, type ProposedRecord } from './proposed-records.queries';

/** The change; an absent message keeps each record's own, and search terms have none. */
export interface StatusChange {
  readonly new_status: string;
  readonly status_message?: string;
}

const CALLS = {
  posts: { path: '/social-media-posts', apply: ofMany(posts) },
  profiles: { path: '/social-media-profiles', apply: ofMany(profiles) },
  terms: { path: '/social-media-search-terms', apply: ofTerms() },
} as const satisfies Readonly<
  Record<keyof typeof STATUS_NOUNS, { path: ListAddress['path']; apply: Proposable<StatusChange>['apply'] }>
>;

/** The kind for one noun. */
export function statusOf(noun: keyof typeof STATUS_NOUNS): Proposable<StatusChange> {
  const { path, apply } = CALLS[noun];
  return {
    noun: STATUS_NOUNS[noun],
    route: () => ({ method: 'POST', path: `${path}/bulk/update-status` }),
    changes: ({ new_status, status_message }, { seen }) =>
      [
        { label: 'Status', before: textOf(seen['status']), after: new_status },
        ...(status_message === undefined
          ? []
          : [{ label: 'Status message', before: textOf(seen['status_message']), after: status_message }]),
      ].filter(({ before, after }) => before !== after),
    words({ new_status, status_message }, records) {
      const action = `Set ${records} to ${new_status}`;
      const message = status_message === undefined ? '' : `, with the message “${status_message}”`;
      return { action, summary: `${action}${message}` };
    },
    open: ({ new_status }, company_id) => ({ path, query: { company_id, status: new_status } }),
    apply,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function ofMany(records: typeof posts | typeof profiles): Proposable<StatusChange>['apply'] {
  return (db, caller, { companyId: company_id, body, records: rows }) => {
    const named = { company_id, ids: rows.map(({ id }) => id), confirm: true };
    // Of a union neither call would be found.
    return updateStatusOfMany(db, caller, records as typeof posts, { ...named, ...body });
  };
}

/** Terms are named by their text, platform by platform, as their screen does it. */
function ofTerms(): Proposable<StatusChange>['apply'] {
  return async (db, caller, { companyId: company_id, body, records }) => {
    const platforms = new Set(records.map(({ seen }) => seen['platform'] as SearchTermBulkStatus['platform']));
    const new_status = body.new_status as SearchTermBulkStatus['new_status'];
    const errors: { id: number; msg: string }[] = [];
    let success_count = 0;
    for (const platform of platforms) {
      const terms = records.filter(({ seen }) => seen['platform'] === platform);
      const search_terms = terms.map(termOf);
      const named = { company_id, platform, search_terms, new_status, confirm: true };
      const done = await updateSearchTermStatus(db, caller, named);
      success_count += done.success_count;
      const left = new Map(done.errors.map(({ search_term, msg }) => [search_term, msg]));
      for (const term of terms) {
        const msg = left.get(termOf(term));
        if (msg !== undefined) errors.push({ id: term.id, msg });
      }
    }
    return { success_count, errors };
  };
}

const termOf = ({ seen }: ProposedRecord) => String(seen['search_term']);
