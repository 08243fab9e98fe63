import {
  searchTerm,
  searchTermListQuery,
  searchTermWrite,
  TERM_DEFAULT_SORT,
  TERM_PLATFORMS,
  TERM_STATUSES,
  type SearchTerm,
} from 'api/contract/social/search-terms';
import { inGroup, useCurrentUser } from 'shared-auth';
import { AccessDenied, formatDate, UploadIcon, useToast } from 'shared-ui';
import {
  defineList,
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
import '../cells.css';
import { platformBadge, platformOptions } from '../platforms';
import { statusBadge, statusOptions } from '../statuses';
import { searchTermsApi } from './search-terms.api';

const platforms = platformOptions(TERM_PLATFORMS);
const statuses = statusOptions(TERM_STATUSES);

const terms = defineList({
  title: 'Social Media Search Terms',
  noun: { one: 'Search Term', many: 'search terms' },
  record: searchTerm,
  query: searchTermListQuery,
  written: searchTermWrite,
  columns: [
    {
      key: 'search_term',
      sort: 'search_term',
      cell: ({ search_term }) => (
        <span className="social-text" dir="auto">
          {search_term}
        </span>
      ),
    },
    { key: 'platform', sort: 'platform', cell: ({ platform }) => platformBadge(platform) },
    { key: 'status', sort: 'status', cell: ({ status }) => statusBadge(status) },
    { key: 'created_at', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  ],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'search', type: 'text' },
    { key: 'platform', type: 'choice', options: platforms },
    { key: 'status', type: 'choice', options: statuses },
  ],
  fields: [
    { key: 'search_term', type: 'text', trims: true },
    { key: 'platform', type: 'select', options: platforms, placeholder: 'Select a platform' },
    { key: 'status', type: 'select', options: statuses, placeholder: 'Select a status' },
  ],
  beginning: { status: 'active' },
  details: [
    { key: 'search_term' },
    { key: 'platform', render: ({ platform }) => platformBadge(platform) },
    { key: 'status', render: ({ status }) => statusBadge(status) },
  ],
  exported: [
    { title: 'Term', value: ({ search_term }) => search_term },
    { title: 'Platform', value: ({ platform }) => platform },
    { title: 'Status', value: ({ status }) => status },
    { title: 'Created Date', value: ({ created_at }) => created_at },
  ],
  defaultSort: TERM_DEFAULT_SORT,
  nameOf: ({ search_term }) => search_term,
  exports: true,
  demandsCompany: true,
  sentences: {
    empty: 'No search terms found',
    companyFirst: 'Please select a company to view and manage search terms.',
    loadFailed: 'Failed to load search terms',
    deleteFailed: 'Failed to delete search term',
    exportFailed: 'Failed to export search terms',
  },
});

const {
  listSearchTerms,
  getSearchTerm,
  createSearchTerm,
  replaceSearchTerm,
  deleteSearchTerm,
  updateSearchTermStatus,
} = searchTermsApi.endpoints;

type Endpoint<Argument> = { initiate: (argument: Argument) => unknown };
type ChangeOf<E> = E extends Endpoint<infer Argument> ? Omit<Argument, 'company_id'> : never;

/** The list's calls; those for one term carry its company. */
const callsOf = (companyId: number | null) => {
  const company_id = companyId ?? 0;
  return {
    list: listSearchTerms,
    create: createSearchTerm,
    get: {
      initiate: (id: number, options: { subscribe: false; forceRefetch: true }) =>
        getSearchTerm.initiate({ id, company_id }, options),
    },
    update: {
      initiate: (change: ChangeOf<typeof replaceSearchTerm>) => replaceSearchTerm.initiate({ ...change, company_id }),
    },
    remove: { initiate: (id: number) => deleteSearchTerm.initiate({ id, company_id }) },
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

  /** One call a platform, which names the terms by their text; what it answers about a text is about its row. */
  const updatePlatform = async (
    rows: readonly SearchTerm[],
    platform: SearchTerm['platform'],
    status: SearchTerm['status'],
  ) => {
    const sent = call.change(updateSearchTermStatus, {
      company_id: rows[0]?.company_id ?? 0,
      search_terms: rows.map(({ search_term }) => search_term),
      platform,
      new_status: status,
      confirm: true,
    });
    const idOf = new Map(rows.map(({ search_term, id }) => [search_term, id]));
    const ofRows = sent.then((answer) => {
      if (!isCounted(answer)) return answer;
      const { errors = [], ...counts } = answer;
      return { ...counts, errors: errors.map(({ search_term, msg }) => ({ id: idOf.get(search_term) ?? null, msg })) };
    });
    return { platform, answer: await outcomeOf({ rows, sent: ofRows }) };
  };

  const setStatus = (label: string, status: SearchTerm['status']): BulkAction<SearchTerm> => ({
    label,
    confirm: label.toLowerCase(),
    run: async (rows) => {
      const platforms = grouped(rows, ({ platform }) => platform);
      const updated = await Promise.all(
        [...platforms].map(([platform, ofPlatform]) => updatePlatform(ofPlatform, platform, status)),
      );
      const answer = sumOf(updated.map(({ answer }) => answer));
      const failures = updated.flatMap(({ platform, answer }) =>
        (answer?.errors ?? []).slice(0, 1).map(({ msg }) => `${platform}: ${msg}`),
      );
      const failed = `Some updates failed: ${failures.join('; ')}`;
      const nothingDone = answer?.success_count === 0;
      if (failures.length > 0)
        toast.show({
          type: 'error',
          ...(nothingDone ? { message: 'Status update failed', detail: failed } : { message: failed }),
        });
      return say(answer, { done: (count) => `Updated status for ${count} search terms` });
    },
  });

  const deleteAll: BulkAction<SearchTerm> = {
    label: 'Delete Selected',
    confirm: 'delete',
    danger: true,
    run: (rows) =>
      sayWhenDone(
        together(rows.map((row) => ({ rows: [row], sent: call.change(deleteSearchTerm, row).then(() => ONE_DONE) }))),
        {
          done: (count) => `Deleted ${count} search terms`,
          failed: (count) => `Failed to delete ${count} search terms`,
          failure: 'Bulk delete failed',
        },
      ),
  };

  // The guard lets nobody else in; a group may be lost while the screen is open.
  if (!isManager) return <AccessDenied>You must be a Social Media Manager to access this page.</AccessDenied>;
  return (
    <ListScreen
      list={terms}
      calls={callsOf}
      dialogs={[BULK_IMPORT]}
      bulkActions={[
        setStatus('Activate', 'active'),
        setStatus('Deactivate', 'inactive'),
        'Export Selected',
        deleteAll,
        'Clear Selection',
      ]}
    />
  );
}
