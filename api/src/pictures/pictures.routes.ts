import type { Kysely } from 'kysely';
import { NOUNS } from 'contract/nouns';
import { pictures, picturesQuery } from 'contract/pictures';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import type { AddRoute } from '../http/route';
import { listPictures, type Pictured } from './pictures.queries';

/** GET /{resource}/pictures: for whoever may call the list, beside a page of it. */
export function pictureRoute(add: AddRoute, db: Kysely<Tables>, kind: Pictured): void {
  add('GET', `${NOUNS[kind].path}/pictures`, {
    access: accessFor(kind).readers,
    summary: 'The small pictures of those that have one',
    query: picturesQuery,
    response: pictures,
    handle: ({ caller, query }) => listPictures(db, caller, kind, query),
  });
}
