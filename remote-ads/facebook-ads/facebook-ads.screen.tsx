import type { FacebookAd } from 'contract/ads/facebook-ads';
import { inGroup, useCurrentUser } from 'shared-auth';
import { fetchEarly, RetryIcon, UploadIcon, useTell, ViewIcon } from 'shared-ui';
import { prefetchList, cellClass, ListScreen, useCall, type BulkAction } from 'shared-ui/list-screen';
import { useTagging } from 'shared-ui/tags';
import { useMemo } from 'react';
import { adTagging } from './ad-tagging';
import { facebookAdCalls } from './facebook-ads.api';
import { adList, nameOf } from './facebook-ads.list';
import './facebook-ads.css';

const loadModal = () => import('./ad-modal');
const PREVIEW = { label: 'Preview', icon: <ViewIcon />, load: loadModal };

const IMPORT = [
  {
    label: 'Import',
    icon: <UploadIcon />,
    load: () => import('../ad-import/ad-import').then(({ load }) => load()),
  },
];
const LINKS = [{ label: 'Spend', to: '/ads/spend' }];

export const prefetch = prefetchList(adList, facebookAdCalls);

// One file: each is a line in what every visit of the area loads.
const loadNote = () => import(/* webpackChunkName: 'ads-added' */ '../spend-through/spend-through');
const loadTrends = () => import(/* webpackChunkName: 'ads-added' */ '../spend/row-trends');
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
          dir="auto"
          title={ad.ad_name}
          data-door
          onPointerEnter={fetchEarly(loadModal)}
        >
          {ad.ad_name}
        </button>
      ),
      tags: tagCell,
    }),
    [tagCell],
  );
  return (
    <>
      <ListScreen
        list={adList}
        calls={facebookAdCalls}
        can={{ export: managesAds }}
        view={PREVIEW}
        links={LINKS}
        dialogs={managesAds ? IMPORT : undefined}
        cells={cells}
        note={loadNote}
        besideRows={loadTrends}
        rowActions={managesAds ? [{ label: READ_NOW, icon: <RetryIcon />, onSelect: readOne }] : undefined}
        bulkActions={managesAds ? [...tagging.bulkActions, readNow, 'Export Selected', 'Clear Selection'] : []}
      />
      {tagging.dialog}
    </>
  );
}
