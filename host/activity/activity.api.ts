import type { AuditExport, HistoryEntry } from 'contract/history';
import type { Paged } from 'contract/paging';
import { injectEndpoints, isPage, saveFile } from 'shared-auth';
import type { ActivityQuery } from './activity-query';
import { timesOf } from './days';

/** Query of the screen as the service takes it: days as moments. */
const asked = ({ since, until, ...others }: ActivityQuery) => ({ ...others, ...timesOf({ since, until }) });

/** The whole log for AaasAdmin; it is read again with every change that is made or taken back here. */
const activityApi = injectEndpoints(['history'], (build) => ({
  listActivity: build.query<Paged<HistoryEntry>, ActivityQuery>({
    query: (request) => ({ path: '/audit', query: asked(request), isResponse: isPage }),
    providesTags: ['history'],
  }),
}));

/** The calls of the screen 'Activity'; its file is written by the service, of all entries that the filters match. */
export const activityCalls = {
  list: activityApi.endpoints.listActivity,
  exportFile(request: ActivityQuery, _: readonly number[] | undefined, fileName: string) {
    const filters = Object.entries(asked(request)).filter(([key]) => !['page', 'page_size', 'sort_by'].includes(key));
    return saveFile('/audit/export', { body: Object.fromEntries(filters) satisfies AuditExport }, fileName);
  },
};
