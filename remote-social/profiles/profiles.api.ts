import type { Infer } from 'api/contract/schema';
import type {
  Profile,
  ProfileBulkStatus,
  ProfileListQuery,
  ProfileWrite,
  profileBulkDelete,
} from 'api/contract/social/profiles';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';
import { tagEndpoints } from 'shared-ui/tags';

/** The calls of specification 2 §7.3 that the screen makes. */
export const profilesApi = injectEndpoints(['social-media-profiles', 'tags'], (build) => {
  const resource = { path: '/social-media-profiles', tag: 'social-media-profiles' } as const;
  const profiles = resourceEndpoints(build, resource);
  const tags = tagEndpoints(build, resource);
  return {
    listProfiles: profiles.list<Profile, ProfileListQuery>(),
    getProfile: profiles.get<Profile>(),
    createProfile: profiles.create<Profile, ProfileWrite>(),
    updateProfile: profiles.update<Profile, ProfileWrite>(),
    deleteProfile: profiles.remove(),
    updateProfileStatus: profiles.bulk<ProfileBulkStatus>('bulk/update-status'),
    deleteProfiles: profiles.bulk<Infer<typeof profileBulkDelete>>('bulk/delete'),
    getProfileTags: tags.get(),
    addProfileTag: tags.add(),
    removeProfileTag: tags.remove(),
    addTagsToProfiles: tags.addToMany(),
    removeTagsFromProfiles: tags.removeFromMany(),
  };
});
