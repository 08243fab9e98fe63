import type {
  IngestToken,
  IngestTokenCreate,
  IngestTokenListQuery,
  IngestTokenRotation,
  IngestTokenWithSecret,
} from 'contract/ingest/ingest-tokens';
import { resourceCalls } from 'shared-auth';

/** The calls of DECISIONS §14 on machine tokens. */
export const machineTokenCalls = resourceCalls('ingest-tokens', (tokens) => {
  const { build, path, tag } = tokens;
  const { list, matching, get, update, remove } = tokens.regular<
    IngestToken,
    IngestTokenListQuery,
    IngestTokenCreate
  >();
  return {
    list,
    matching,
    get,
    update,
    create: tokens.create<IngestTokenWithSecret, IngestTokenCreate>(),
    rotate: build.mutation<IngestTokenWithSecret, IngestTokenRotation & { id: number }>({
      query: ({ id, ...body }) => ({ method: 'POST', path: `${path}/${id}/rotate`, body }),
      invalidatesTags: [tag],
    }),
    /** Ends it at once. */
    revoke: remove,
  };
});
