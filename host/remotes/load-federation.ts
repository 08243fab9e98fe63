import { throwAsHost } from '../loading/site-code';

/** Fetches the federation's runtime; what is there is kept, a failure is not. */
export const loadFederation = () => import(/* webpackChunkName: 'list-parts' */ './federation').catch(throwAsHost);
