import type { Infer } from 'contract/schema';
import type {
  Profile,
  ProfileBulkStatus,
  ProfileListQuery,
  ProfileWrite,
  profileBulkDelete,
} from 'contract/social/profiles';
import { resourceCalls } from 'shared-auth';
import { tagCalls } from 'shared-ui/tags';

/** The calls of specification 2 §7.3 that the screen makes. */
export const profileCalls = resourceCalls('social-media-profiles', (profiles) => ({
  ...profiles.regular<Profile, ProfileListQuery, ProfileWrite>(),
  updateStatus: profiles.bulk<ProfileBulkStatus>('bulk/update-status'),
  removeMany: profiles.bulk<Infer<typeof profileBulkDelete>>('bulk/delete'),
  ...tagCalls(profiles),
}));
