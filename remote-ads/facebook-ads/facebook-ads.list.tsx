import { adNoun, type FacebookAd } from 'contract/ads/facebook-ads';
import { formatDateTime } from 'shared-ui';
import { cellClass, defineList } from 'shared-ui/list-screen';

/** The name of an ad. */
export const nameOf = ({ ad_name }: FacebookAd) => ad_name;

/** The ad's campaign and ad set on two lines at most; the title has the full text. */
const nameCell = (name: string | null) => (
  <bdi className={cellClass('lines')} title={name ?? undefined}>
    {name ?? '-'}
  </bdi>
);

/** The list of ads: its columns, and the filters that spend is added up over too. */
export const adList = defineList({
  title: 'Facebook Ads',
  noun: { one: 'Ad', many: 'ads', file: 'facebook ads' },
  contract: adNoun,
  columns: [
    { key: 'ad_identifier', width: 78, first: 66, quiet: true, wide: true, className: 'ad-id' },
    { key: 'ad_name', name: true, sort: 'cached_ad_name', width: 150, flexible: true },
    { key: 'ad_type', sort: 'cached_ad_type', width: 73, first: 10 },
    {
      key: 'campaign_name',
      sort: 'cached_campaign_name',
      width: 90,
      flexible: true,
      cell: ({ campaign_name }) => nameCell(campaign_name),
    },
    {
      key: 'adset_name',
      sort: 'cached_adset_name',
      width: 90,
      wide: true,
      flexible: true,
      cell: ({ adset_name }) => nameCell(adset_name),
    },
    { key: 'spend_last_1d', sort: 'cached_spend_last_1d', width: 77 },
    { key: 'spend_last_7d', sort: 'cached_spend_last_7d', width: 86, fact: true, className: 'ad-spend ad-spend--7' },
    { key: 'spend_last_14d', sort: 'cached_spend_last_14d', width: 86, wide: true },
    { key: 'spend_last_28d', sort: 'cached_spend_last_28d', width: 86, fact: true, className: 'ad-spend ad-spend--28' },
    {
      key: 'cache_updated_at',
      width: 92,
      lines: 2,
      quiet: true,
      cell: ({ cache_updated_at }) => formatDateTime(cache_updated_at),
    },
    { key: 'tags', width: 146, fact: true },
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
  pictures: 'facebook_ad',
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
