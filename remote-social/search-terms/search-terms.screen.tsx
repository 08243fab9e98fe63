import { termNoun, type SearchTerm } from 'contract/social/search-terms';
import type { BulkResponse } from 'contract/bulk';
import { inGroup, useCurrentUser } from 'shared-auth';
import { AccessDenied, UploadIcon, useToast } from 'shared-ui';
import {
  prefetchList,
  cellClass,
  defineList,
  deleteSelected,
  isCounted,
  ListScreen,
  ONE_DONE,
  useBulkOutcome,
  type BulkAction,
  type BulkRun,
} from 'shared-ui/list-screen';
import { PLATFORM_TONES, STATUS_TONES } from '../tones';
import { searchTermCalls } from './search-terms.api';

const list = defineList({
  title: 'Social Media Search Terms',
  noun: { one: 'Search Term', many: 'search terms' },
  contract: termNoun,
  columns: [
    {
      key: 'search_term',
      flexible: true,
      cell: ({ search_term }) => (
        <span className={cellClass('line')} title={search_term} dir="auto">
          {search_term}
        </span>
      ),
    },
    'platform',
    'status',
    'created_at',
  ],
  filters: ['company_id', 'search', 'platform', 'status'],
  fields: ['search_term', 'platform', 'status'],
  beginning: { status: 'active' },
  details: ['search_term', 'platform', 'status'],
  badges: { platform: PLATFORM_TONES, status: STATUS_TONES },
  exported: [{ key: 'search_term', title: 'Term' }, 'platform', 'status', { key: 'created_at', title: 'Created Date' }],
  nameOf: ({ search_term }) => search_term,
  exports: true,
  demandsCompany: true,
  messages: {
    serverFirst: true,
    empty: 'No search terms found',
    companyFirst: 'Please select a company to view and manage search terms.',
    deleteFailed: 'Failed to delete search term',
  },
});

type Endpoint<Argument> = { initiate: (argument: Argument) => unknown };
type ChangeOf<E> = E extends Endpoint<infer Argument> ? Omit<Argument, 'company_id'> : never;

/** The list's calls; those for one term carry its company. */
const callsOf = (companyId: number | null) => {
  const company_id = companyId ?? 0;
  const { list, matching, get, create, update, remove } = searchTermCalls;
  return {
    list,
    matching,
    create,
    get: {
      initiate: (id: number, options: { forceRefetch: true }) => get.initiate({ id, company_id }, options),
    },
    update: { initiate: (change: ChangeOf<typeof update>) => update.initiate({ ...change, company_id }) },
    remove: { initiate: (id: number) => remove.initiate({ id, company_id }) },
  };
};

const BULK_IMPORT = {
  label: 'Bulk Import',
  icon: <UploadIcon />,
  load: () => import('./bulk-import'),
};

export const prefetch = prefetchList(list, callsOf);

/** Social Media Search Terms (specification 2 §2.2): the terms of one company. */
export default function SearchTermsScreen() {
  const isManager = inGroup(useCurrentUser(), 'SocialMediaManager');
  const toast = useToast();
  const { say, sayWhenDone } = useBulkOutcome();

  /** One call a platform, which names the terms by their text; what it returns about a text is about its row. */
  const updatePlatform = async (terms: readonly SearchTerm[], status: SearchTerm['status'], bulk: BulkRun) => {
    const [{ company_id, platform } = { company_id: 0, platform: 'instagram' as const }] = terms;
    const response = await bulk.change(searchTermCalls.updateStatus, {
      company_id,
      platform,
      new_status: status,
      confirm: true,
      search_terms: terms.map(({ search_term }) => search_term),
    });
    if (!isCounted(response)) return response;
    const idOf = new Map(terms.map(({ search_term, id }) => [search_term, id]));
    const { errors = [], ...counts } = response;
    return { ...counts, errors: errors.map(({ search_term, msg }) => ({ id: idOf.get(search_term) ?? null, msg })) };
  };

  /** The failures, by platform. */
  const failuresOf = (rows: readonly SearchTerm[], errors: BulkResponse['errors'] = []) => {
    const platformOf = new Map(rows.map(({ id, platform }) => [id, platform]));
    const first = new Map([...errors].reverse().map(({ id, msg }) => [platformOf.get(id ?? 0), msg]));
    const platforms = new Set(rows.map(({ platform }) => platform));
    return [...platforms].flatMap((platform) => (first.has(platform) ? `${platform}: ${first.get(platform)}` : []));
  };

  const setStatus = (label: string, status: SearchTerm['status']): BulkAction<SearchTerm> => ({
    label,
    confirm: label.toLowerCase(),
    run: async (rows, _entered, bulk) => {
      const response = await bulk.inParts(rows, {
        by: ({ platform }) => platform,
        send: (part) => updatePlatform(part, status, bulk),
        resolves: true,
      });
      const failures = failuresOf(rows, response.errors);
      const failed = `Some updates failed: ${failures.join('; ')}`;
      const nothingDone = response.success_count === 0;
      if (failures.length > 0)
        toast.show({
          type: 'error',
          ...(nothingDone ? { message: 'Status update failed', detail: failed } : { message: failed }),
        });
      return say(response, { done: (count) => `Updated status for ${count} search terms` }, bulk);
    },
  });

  const deleteAll = (rows: readonly SearchTerm[], bulk: BulkRun) =>
    sayWhenDone(
      bulk.inParts(rows, {
        size: 1,
        send: async ([term]) => {
          if (term) await bulk.change(searchTermCalls.remove, { id: term.id, company_id: term.company_id });
          return ONE_DONE;
        },
      }),
      {
        done: (count) => `Deleted ${count} search terms`,
        failed: (count) => `Failed to delete ${count} search terms`,
        failure: 'Bulk delete failed',
      },
      bulk,
    );

  // The guard lets no one else in; a group may be lost while the screen is open.
  if (!isManager) return <AccessDenied>You must be a Social Media Manager to access this page.</AccessDenied>;
  return (
    <ListScreen
      list={list}
      calls={callsOf}
      dialogs={[BULK_IMPORT]}
      bulkActions={[
        setStatus('Activate', 'active'),
        setStatus('Deactivate', 'inactive'),
        'Export Selected',
        deleteSelected(deleteAll),
        'Clear Selection',
      ]}
    />
  );
}
