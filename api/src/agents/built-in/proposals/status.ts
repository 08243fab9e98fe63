/** Orders to set a status: 'set these posts to active', 'pause all terms of Lumen', 'approve them'. */
import type { OrderKind } from './order';
import { sentences, unquoted } from './sentences';

const SET = sentences(
  'set|change|switch|move|put|mark|turn [the] [status] [of] {which} to|as|into|on [in] {status} with|because [the] [message|reason] {message}',
  'set|change|switch|move|put|mark|turn [the] [status] [of] {which} to|as|into|on [in] {status}',
);
const ACTIVATE = sentences('activate|approve|enable|resume|unpause|accept {which}');
const DEACTIVATE = sentences('deactivate|pause|disable|stop|suspend {which}');

const STATUSES: Readonly<Record<string, string>> = {
  ...{ active: 'active', approved: 'active', live: 'active', enabled: 'active' },
  ...{ inactive: 'inactive', paused: 'inactive', disabled: 'inactive', deactivated: 'inactive' },
  ...{ pending: 'pending', waiting: 'pending', error: 'error', failed: 'error', 'an error': 'error' },
};

export const status: OrderKind = {
  tools: {
    find_posts: 'propose_post_status',
    find_profiles: 'propose_profile_status',
    find_search_terms: 'propose_term_status',
  },
  example: 'Set these to active',
  read(text) {
    const verb = ([ACTIVATE, DEACTIVATE] as const).map((sentence) => sentence(text));
    const [on, off] = verb;
    if (on) return { which: on['which'] ?? '', change: { new_status: 'active' } };
    if (off) return { which: off['which'] ?? '', change: { new_status: 'inactive' } };
    const parts = SET(text);
    const new_status = STATUSES[unquoted(parts?.['status'] ?? '').toLowerCase()];
    if (!parts || new_status === undefined) return null;
    const message = parts['message'];
    return {
      which: parts['which'] ?? '',
      change: { new_status, ...(message !== undefined && { status_message: unquoted(message) }) },
    };
  },
};
