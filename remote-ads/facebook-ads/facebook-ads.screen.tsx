import { adNoun, type FacebookAd } from 'contract/ads/facebook-ads';
import { inGroup, useCurrentUser } from 'shared-auth';
import { fetchEarly, formatDateTime, RetryIcon, useTell, ViewIcon } from 'shared-ui';
import { prefetchList, cellClass, defineList, ListScreen, useCall, type BulkAction } from 'shared-ui/list-screen';
import { useTagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { adTagging } from './ad-tagging';
import { facebookAdCalls } from './facebook-ads.api';
import './facebook-ads.css';

const nameOf = ({ ad_name }: FacebookAd) => ad_name;

/** The ad's campaign and ad set on two lines at most; the title has the full text. */
const nameCell = (name: string | null) => (
  <bdi className={cellClass('lines')} title={name ?? undefined}>
    {name ?? '-'}
  </bdi>
);

const list = defineList({
  title: 'Facebook Ads',
  noun: { one: 'Ad', many: 'ads', file: 'facebook ads' },
  contract: adNoun,
  columns: [
    { key: 'ad_identifier', width: 78, lines: 2, quiet: true },
    { key: 'ad_name', name: true, sort: 'cached_ad_name', width: 138, flexible: true },
    { key: 'ad_type', sort: 'cached_ad_type', width: 73 },
    {
      key: 'campaign_name',
      sort: 'cached_campaign_name',
      width: 96,
      flexible: true,
      cell: ({ campaign_name }) => nameCell(campaign_name),
    },
    {
      key: 'adset_name',
      sort: 'cached_adset_name',
      width: 96,
      flexible: true,
      cell: ({ adset_name }) => nameCell(adset_name),
    },
    { key: 'spend_last_1d', sort: 'cached_spend_last_1d', width: 77 },
    { key: 'spend_last_7d', sort: 'cached_spend_last_7d', width: 86, fact: true },
    { key: 'spend_last_14d', sort: 'cached_spend_last_14d', width: 86 },
    { key: 'spend_last_28d', sort: 'cached_spend_last_28d', width: 86, fact: true },
    {
      key: 'cache_updated_at',
      width: 92,
      lines: 2,
      quiet: true,
      cell: ({ cache_updated_at }) => formatDateTime(cache_updated_at),
    },
    { key: 'tags', width: 146 },
  ],
  filters: [
    'company_id',
    'search',
    'campaign_name',
    'adset_name',
    'ad_name',
    'ad_type',
    'ad_identifier',
    'min_spend_7d',
    'include_tags',
    'exclude_tags',
    'spend_moved',
  ],
  mainFilters: ['company_id', 'search', 'ad_type', 'include_tags'],
  totals: ['spend_last_1d', 'spend_last_7d', 'spend_last_14d', 'spend_last_28d'],
  tagsOf: 'facebook_ad',
  nameOf,
  exports: true,
  demandsCompany: true,
  messages: {
    serverFirst: true,
    empty: 'No ads found',
    companyFirst: 'Choose a company to view its Facebook ads.',
    loadFailed: 'Failed to load Facebook ads',
    loadFailedBy: { 403: 'You do not have permission to view these ads', 404: 'Ads not found' },
  },
});

const loadModal = () => import('./ad-modal');
const PREVIEW = { label: 'Preview', icon: <ViewIcon />, load: loadModal };

export const prefetch = prefetchList(list, facebookAdCalls);

// One file: each is a line in what every visit of the area loads.
const loadNote = () => import(/* webpackChunkName: 'ads-added' */ '../spend-through/spend-through');
const loadReading = () => import(/* webpackChunkName: 'ads-added' */ './read-ads');
const READ_NOW = 'Read Now';

/** Facebook Ads (specification 1 §2): any signed-in user views, AdManager tags and exports (DECISIONS §2). */
export default function FacebookAdsScreen() {
  const managesAds = inGroup(useCurrentUser(), 'AdManager');
  const tagging = useTagging<FacebookAd>(adTagging, { nameOf, mayTag: managesAds });
  const { tagCell } = tagging;
  const tell = useTell();
  const call = useCall();
  const readNow: BulkAction<FacebookAd> = {
    label: READ_NOW,
    run: async (rows, _entered, bulk) => (await loadReading()).readAds(rows, bulk, tell),
  };
  const readOne = (row: FacebookAd) =>
    // A failure of its call is told there.
    void loadReading().then(
      ({ readAd }) => readAd(row, call.change, tell).catch(() => undefined),
      (error: unknown) => tell.failure('The ad is not read now', error),
    );
  const cells = useMemo(
    () => ({
      ad_name: (ad: FacebookAd) => (
        <button
          type="button"
          className={`${cellClass('lines')} ad-name`}
          title={ad.ad_name}
          data-door
          onPointerEnter={fetchEarly(loadModal)}
        >
          <bdi>{ad.ad_name}</bdi>
        </button>
      ),
      tags: tagCell,
    }),
    [tagCell],
  );
  return (
    <>
      <ListScreen
        list={list}
        calls={facebookAdCalls}
        can={{ export: managesAds }}
        view={PREVIEW}
        cells={cells}
        note={loadNote}
        rowActions={managesAds ? [{ label: READ_NOW, icon: <RetryIcon />, onSelect: readOne }] : undefined}
        bulkActions={managesAds ? [...tagging.bulkActions, readNow, 'Export Selected', 'Clear Selection'] : []}
      />
      {tagging.dialog}
    </>
  );
}
