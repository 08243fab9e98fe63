import type { Kysely } from 'kysely';
import { bulkAnswer } from '../../contract/bulk';
import {
  profile,
  profileBulkDelete,
  profileBulkStatus,
  profileBulkWrite,
  profileBulkWritten,
  profileForm,
  profileList,
  profileListQuery,
  profilePatch,
  profileWrite,
} from '../../contract/social/profiles';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, Created, type AddRoute } from '../http/route';
import {
  createProfiles,
  deleteProfiles,
  updateProfileStatus,
  upsertProfile,
  upsertProfiles,
} from './profiles-bulk.queries';
import {
  createProfile,
  deleteProfile,
  findProfile,
  listProfiles,
  replaceProfile,
  updateProfile,
} from './profiles.queries';

const access = groups('SocialMediaManager');

/** Social media profiles (specification 2 §7.3, DECISIONS §8). */
export function profileRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/social-media-profiles', {
    access,
    summary: "Profiles of a company, or of the caller's companies",
    query: profileListQuery,
    answer: profileList,
    handle: ({ caller, query }) => listProfiles(db, caller, query),
  });
  add('GET', '/social-media-profiles/:id', {
    access,
    summary: 'One profile',
    params: byId,
    answer: profile,
    handle: ({ caller, params }) => findProfile(db, caller, params.id),
  });
  add('POST', '/social-media-profiles', {
    access,
    summary: 'Create a profile',
    body: profileWrite,
    answer: profile,
    status: 201,
    handle: ({ caller, body }) => createProfile(db, caller, body),
  });
  add('PUT', '/social-media-profiles/:id', {
    access,
    summary: 'Replace every field of a profile',
    params: byId,
    body: profileForm,
    answer: profile,
    handle: ({ caller, params, body, ifMatch }) => replaceProfile(db, caller, params.id, body, ifMatch),
  });
  add('PATCH', '/social-media-profiles/:id', {
    access,
    summary: 'Write the sent fields of a profile',
    params: byId,
    body: profilePatch,
    answer: profile,
    handle: ({ caller, params, body, ifMatch }) => updateProfile(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/social-media-profiles/:id', {
    access,
    summary: 'Delete a profile',
    params: byId,
    handle: ({ caller, params }) => deleteProfile(db, caller, params.id),
  });
  add('POST', '/social-media-profiles/upsert', {
    access,
    summary: 'Write the profile of a company, platform and username: 201 when it is new, else 200',
    body: profileWrite,
    answer: profile,
    mayCreate: true,
    handle: async ({ caller, body }) => {
      const { profile, isNew } = await upsertProfile(db, caller, body);
      return isNew ? new Created(profile) : profile;
    },
  });
  add('POST', '/social-media-profiles/bulk/create', {
    access,
    summary: 'Create profiles; those that are there already are named in the answer',
    body: profileBulkWrite,
    answer: profileBulkWritten,
    handle: ({ caller, body }) => createProfiles(db, caller, body),
  });
  add('POST', '/social-media-profiles/bulk/upsert', {
    access,
    summary: 'Write profiles by platform and username, new or not',
    body: profileBulkWrite,
    answer: profileBulkWritten,
    handle: ({ caller, body }) => upsertProfiles(db, caller, body),
  });
  add('POST', '/social-media-profiles/bulk/update-status', {
    access,
    summary: 'Set the status of profiles of a company',
    body: profileBulkStatus,
    answer: bulkAnswer,
    handle: ({ caller, body }) => updateProfileStatus(db, caller, body),
  });
  add('POST', '/social-media-profiles/bulk/delete', {
    access,
    summary: 'Delete profiles of a company',
    body: profileBulkDelete,
    answer: bulkAnswer,
    handle: ({ caller, body }) => deleteProfiles(db, caller, body),
  });
}
