import type { AuditExport, AuditQuery, HistoryEntry } from 'contract/history';
import type { Paged } from 'contract/paging';
import { injectEndpoints, isPage, saveFile } from 'shared-auth';
import type { ActivityQuery } from './activity-query';
import { timesOf } from './days';

/** Query of the screen as the service takes it: days as moments. */
const asked = ({ since, until, ...others }: ActivityQuery) => ({ ...others, ...timesOf({ since, until }) });

/** The first of the records that a line stands for are shown in its details. */
const SHOWN = 10;

/** The whole log for AaasAdmin; it is read again with every change that is made or taken back here. */
const activityApi = injectEndpoints(['history'], (build) => ({
  listActivity: build.query<Paged<HistoryEntry>, ActivityQuery>({
    query: (request) => ({
      path: '/audit',
      // Of one operation or record every change is a line of its own.
      query: { ...asked(request), ...(!request.operation_id && !request.record_id && { grouped: true }) },
      isResponse: isPage,
    }),
    providesTags: ['history'],
  }),
  listAlike: build.query<Paged<HistoryEntry>, Pick<AuditQuery, 'operation_id' | 'action' | 'resource' | 'company_id'>>({
    query: (alike) => ({
      path: '/audit',
      query: { ...alike, page: 1, page_size: SHOWN, sort_by: 'at' },
      isResponse: isPage,
    }),
    providesTags: ['history'],
  }),
}));

/** The first changes of an operation that do the same to the same kind of record. */
export const { listAlike } = activityApi.endpoints;

/** The calls of the screen 'Activity'; its file is written by the service, of all entries that the filters match. */
export const activityCalls = {
  list: activityApi.endpoints.listActivity,
  exportFile(request: ActivityQuery, _: readonly number[] | undefined, fileName: string) {
    const filters = Object.entries(asked(request)).filter(([key]) => !['page', 'page_size', 'sort_by'].includes(key));
    return saveFile('/audit/export', { body: Object.fromEntries(filters) satisfies AuditExport }, fileName);
  },
};
