/** Sign-in and service for every screen. Signing in and writing tokens is `shared-auth/host`. */
export {
  api,
  injectEndpoints,
  ONCE_A_MINUTE,
  type ApiBaseQuery,
  type ApiBuilder,
  type ApiCall,
  type ApiError,
} from './api';
export { localChoice, sessionChoice, type StoredChoice } from './browser-storage';
export { http, type CallOptions } from './http';
export { forgetTries } from './idempotency';
export { Operation, within } from './operation';
export {
  ifMatchHeader,
  isPage,
  resourceCalls,
  resourceEndpoints,
  type RecordChange,
  type Resource,
} from './resource-endpoints';
export { saveFile } from './save-file';
export {
  fieldErrors,
  HttpError,
  isOutcomeUnknown,
  requestIdOf,
  serverMessage,
  type FailureStatus,
  type FieldMessage,
} from './server-error';
export { inGroup, refreshUser, useCurrentUser, useSession, type Session } from './session';
export { openStream, type StreamListener } from './stream';
export { undoOperation } from './undo.api';
export { takeClosedForm, unsavedText, type KeptText, type UnsavedText } from './unsaved-text';
export { prefetchQuery, type PrefetchEndpoint } from './watched-queries';
