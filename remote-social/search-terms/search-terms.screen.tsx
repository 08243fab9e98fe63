import { searchTermListQuery, TERM_DEFAULT_SORT, termNoun, type SearchTerm } from 'api/contract/social/search-terms';
import { inGroup, useCurrentUser } from 'shared-auth';
import { AccessDenied, UploadIcon, useToast } from 'shared-ui';
import {
  cellClass,
  defineList,
  deleteSelected,
  grouped,
  isCounted,
  ListScreen,
  ONE_DONE,
  outcomeOf,
  sumOf,
  together,
  useBulkOutcome,
  useCall,
  type BulkAction,
} from 'shared-ui/list-screen';
import { PLATFORM_TONES, STATUS_TONES } from '../tones';
import { searchTermCalls } from './search-terms.api';

const list = defineList({
  title: 'Social Media Search Terms',
  noun: { one: 'Search Term', many: 'search terms' },
  history: 'social_media_search_term',
  contract: termNoun,
  query: searchTermListQuery,
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
  defaultSort: TERM_DEFAULT_SORT,
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
  const { list, get, create, update, remove } = searchTermCalls;
  return {
    list,
    create,
    get: {
      initiate: (id: number, options: { subscribe: false; forceRefetch: true }) =>
        get.initiate({ id, company_id }, options),
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

/** Social Media Search Terms (specification 2 §2.2): the terms of one company. */
export default function SearchTermsScreen() {
  const isManager = inGroup(useCurrentUser(), 'SocialMediaManager');
  const toast = useToast();
  const call = useCall();
  const { say, sayWhenDone } = useBulkOutcome();

  /** One call a platform, which names the terms by their text; what it returns about a text is about its row. */
  const updatePlatform = async (
    rows: readonly SearchTerm[],
    platform: SearchTerm['platform'],
    status: SearchTerm['status'],
  ) => {
    const sent = call.change(searchTermCalls.updateStatus, {
      company_id: rows[0]?.company_id ?? 0,
      search_terms: rows.map(({ search_term }) => search_term),
      platform,
      new_status: status,
      confirm: true,
    });
    const idOf = new Map(rows.map(({ search_term, id }) => [search_term, id]));
    const ofRows = sent.then((response) => {
      if (!isCounted(response)) return response;
      const { errors = [], ...counts } = response;
      return { ...counts, errors: errors.map(({ search_term, msg }) => ({ id: idOf.get(search_term) ?? null, msg })) };
    });
    return { platform, response: await outcomeOf({ rows, sent: ofRows }) };
  };

  const setStatus = (label: string, status: SearchTerm['status']): BulkAction<SearchTerm> => ({
    label,
    confirm: label.toLowerCase(),
    run: async (rows) => {
      const platforms = grouped(rows, ({ platform }) => platform);
      const updated = await Promise.all(
        [...platforms].map(([platform, ofPlatform]) => updatePlatform(ofPlatform, platform, status)),
      );
      const response = sumOf(updated.map(({ response }) => response));
      const failures = updated.flatMap(({ platform, response }) =>
        (response?.errors ?? []).slice(0, 1).map(({ msg }) => `${platform}: ${msg}`),
      );
      const failed = `Some updates failed: ${failures.join('; ')}`;
      const nothingDone = response?.success_count === 0;
      if (failures.length > 0)
        toast.show({
          type: 'error',
          ...(nothingDone ? { message: 'Status update failed', detail: failed } : { message: failed }),
        });
      return say(response, { done: (count) => `Updated status for ${count} search terms` });
    },
  });

  const deleteAll = (rows: readonly SearchTerm[]) =>
    sayWhenDone(
      together(
        rows.map((row) => ({ rows: [row], sent: call.change(searchTermCalls.remove, row).then(() => ONE_DONE) })),
      ),
      {
        done: (count) => `Deleted ${count} search terms`,
        failed: (count) => `Failed to delete ${count} search terms`,
        failure: 'Bulk delete failed',
      },
    );

  // The guard lets nobody else in; a group may be lost while the screen is open.
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
