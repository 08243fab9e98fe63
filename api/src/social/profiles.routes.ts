import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import {
  profile,
  profileBulkDelete,
  profileBulkStatus,
  profileBulkWrite,
  profileBulkWritten,
  profileWrite,
} from 'contract/social/profiles';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { Created, type AddRoute } from '../http/route';
import { deleteMany, updateStatusOfMany } from '../records/many';
import { regularRoutes } from '../records/regular-routes';
import { createProfiles, upsertProfile, upsertProfiles } from './profiles-bulk.queries';
import { profiles, withKeptUsername } from './profiles.queries';

const { writers: access } = accessFor('social_media_profile');

/** Social media profiles (specification 2 §7.3, DECISIONS §8). */
export function profileRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.social_media_profile;
  const { list, find, remove } = profiles;
  regularRoutes(add, db, {
    records: profiles,
    calls: {
      list,
      find,
      remove,
      create: (of, caller, body) => profiles.create(of, caller, withKeptUsername(body)),
      replace: (of, caller, id, body, ifMatch) => profiles.replace(of, caller, id, withKeptUsername(body), ifMatch),
      update: (of, caller, id, body, ifMatch) => profiles.update(of, caller, id, withKeptUsername(body), ifMatch),
    },
  });
  add('POST', `${path}/upsert`, {
    access,
    summary: 'Write the profile of a company, platform and username: 201 when it is new, else 200',
    body: profileWrite,
    response: profile,
    mayCreate: true,
    handle: async ({ caller, body }) => {
      const { profile, isNew } = await upsertProfile(db, caller, body);
      return isNew ? new Created(profile) : profile;
    },
  });
  add('POST', `${path}/bulk/create`, {
    access,
    summary: 'Create profiles; those that are there already are named in the response',
    body: profileBulkWrite,
    response: profileBulkWritten,
    handle: ({ caller, body }) => createProfiles(db, caller, body),
  });
  add('POST', `${path}/bulk/upsert`, {
    access,
    summary: 'Write profiles by platform and username, new or not',
    body: profileBulkWrite,
    response: profileBulkWritten,
    handle: ({ caller, body }) => upsertProfiles(db, caller, body),
  });
  add('POST', `${path}/bulk/update-status`, {
    access,
    summary: 'Set the status of profiles of a company',
    body: profileBulkStatus,
    response: bulkResponse,
    handle: ({ caller, body }) => updateStatusOfMany(db, caller, profiles, body),
  });
  add('POST', `${path}/bulk/delete`, {
    access,
    summary: 'Delete profiles of a company',
    body: profileBulkDelete,
    response: bulkResponse,
    handle: ({ caller, body }) => deleteMany(db, caller, profiles, body),
  });
}
