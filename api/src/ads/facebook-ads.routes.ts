import type { Kysely } from 'kysely';
import {
  adSelection,
  adSelectionChange,
  facebookAdExport,
  facebookAdList,
  facebookAdListQuery,
  facebookAdPreview,
  facebookAdRefresh,
  refreshResponse,
} from 'contract/ads/facebook-ads';
import { adDays, adDaysQuery, adSpend, adSpendQuery, adTrends, adTrendsQuery } from 'contract/ads/spend';
import { NOUNS } from 'contract/nouns';
import { accessFor } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import { csv } from '../http/stream';
import { pictureRoute } from '../pictures/pictures.routes';
import { matchingIdsRoute } from '../records/matching-ids';
import { regularRoutes } from '../records/regular-routes';
import { changeSelection, findSelection } from './ad-selection.queries';
import { adSpendBy, findAdDays, findAdTrends } from './facebook-ad-spend.queries';
import { exportAds } from './facebook-ads-export';
import { ads, findAdPreview, listAds } from './facebook-ads.queries';
import { refreshAds } from './refresh';

const { readers, writers } = accessFor('facebook_ad');

/** Facebook ads but for their tags (specification 1 §7, DECISIONS §7). */
export function facebookAdRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.facebook_ad;
  add('GET', path, {
    access: readers,
    summary: "A company's ads, and the spend of all that match",
    query: facebookAdListQuery,
    response: facebookAdList,
    handle: ({ caller, query }) => listAds(db, caller, query),
  });
  matchingIdsRoute(add, db, ads);
  regularRoutes(add, db, { records: ads, calls: { find: ads.find } });
  pictureRoute(add, db, 'facebook_ad');
  add('GET', `${path}/:id/preview`, {
    access: readers,
    summary: 'What an ad looks like: HTML for a sandboxed frame, or the reason why there is none',
    params: byId,
    response: facebookAdPreview,
    handle: ({ caller, params }) => findAdPreview(db, caller, params.id),
  });
  add('GET', `${path}/:id/days`, {
    access: readers,
    summary: 'What an ad spent, day by day',
    params: byId,
    query: adDaysQuery,
    response: adDays,
    handle: ({ caller, params, query }) => findAdDays(db, caller, params.id, query),
  });
  add('GET', `${path}/trends`, {
    access: readers,
    summary: 'What some ads spent, day by day',
    query: adTrendsQuery,
    response: adTrends,
    handle: ({ caller, query }) => findAdTrends(db, caller, query),
  });
  add('GET', `${path}/spend`, {
    access: readers,
    summary: 'What all ads that match spent, by the day or by a kind of groups',
    query: adSpendQuery,
    response: adSpend,
    handle: ({ caller, query }) => adSpendBy(db, caller, query),
  });
  add('GET', `${path}/selection`, {
    access: writers,
    summary: 'The ads that the person has selected',
    response: adSelection,
    handle: ({ caller }) => findSelection(db, caller),
  });
  add('POST', `${path}/selection`, {
    access: writers,
    summary: 'Set, add to, remove from or clear the selection',
    body: adSelectionChange,
    response: adSelection,
    handle: ({ caller, body }) => changeSelection(db, caller, body),
  });
  add('POST', `${path}/export`, {
    access: writers,
    summary: 'A CSV file of all ads that match',
    body: facebookAdExport,
    response: csv,
    handle: ({ caller, body }) => exportAds(db, caller, body),
  });
  add('POST', `${path}/refresh`, {
    access: writers,
    summary: 'Read ads anew from Facebook',
    body: facebookAdRefresh,
    errors: { 409: 'None of them is of a connected account' },
    response: refreshResponse,
    status: 202,
    handle: ({ caller, body }) => refreshAds(db, caller, body.ad_ids),
  });
}
