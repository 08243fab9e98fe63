import type {
  Connection,
  ConnectionCreate,
  ConnectionListQuery,
  ConnectionMatch,
  ConnectionPatch,
  ConnectionTest,
  Credential,
  CredentialCreate,
  CredentialListQuery,
  QueuedRun,
  RunList,
  RunWithFindings,
} from 'contract/company/connections';
import { resourceCalls } from 'shared-auth';

/** A run of a connection. */
export interface RunOf {
  id: number;
  runId: number;
}

/** How many runs the screen shows. */
const SHOWN_RUNS = 20;

/** The calls of DECISIONS §13 on connections and their runs. */
export const connectionCalls = resourceCalls('connections', (connections) => {
  const { build, path, tag } = connections;
  const { list, matching, get, create, remove } = connections.regular<
    Connection,
    ConnectionListQuery,
    ConnectionCreate
  >();
  const post = <Response>(part: string) =>
    build.mutation<Response, number>({
      query: (id) => ({ method: 'POST', path: `${path}/${id}/${part}` }),
      invalidatesTags: [tag],
    });
  const ofRun = (part: string) =>
    build.mutation<unknown, RunOf>({
      query: ({ id, runId }) => ({ method: 'POST', path: `${path}/${id}/runs/${runId}/${part}` }),
      invalidatesTags: [tag],
    });
  return {
    list,
    matching,
    get,
    create,
    remove,
    update: connections.update<Connection, ConnectionPatch>(),
    runs: build.query<RunList, number>({
      query: (id) => ({ path: `${path}/${id}/runs`, query: { page: 1, page_size: SHOWN_RUNS } }),
      providesTags: [tag],
    }),
    run: build.query<RunWithFindings, RunOf>({
      query: ({ id, runId }) => ({ path: `${path}/${id}/runs/${runId}` }),
      providesTags: [tag],
    }),
    match: build.mutation<null, ConnectionMatch & { id: number }>({
      query: ({ id, ...body }) => ({ method: 'POST', path: `${path}/${id}/match`, body }),
      invalidatesTags: [tag],
    }),
    /** Asks for what is shown of connections again: a run has ended by itself. */
    reread: build.mutation<null, undefined>({ queryFn: () => ({ data: null }), invalidatesTags: [tag] }),
    test: post<ConnectionTest>('test'),
    preview: post<QueuedRun>('preview'),
    sync: post<QueuedRun>('sync'),
    pause: post<Connection>('pause'),
    resume: post<Connection>('resume'),
    confirm: ofRun('confirm'),
    stop: ofRun('stop'),
  };
});

/** The calls of DECISIONS §13 on credentials. */
export const credentialCalls = resourceCalls('credentials', (credentials) =>
  credentials.regular<Credential, CredentialListQuery, CredentialCreate>(),
);
