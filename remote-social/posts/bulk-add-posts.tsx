import { brokenRule } from 'api/contract/rules';
import { POST_DEFAULT_STATUS, POST_STATUSES, postUrl } from 'api/contract/social/posts';
import { SOCIAL_PLATFORMS } from 'api/contract/social/profiles';
import { useMemo, useState } from 'react';
import { formatNumber, useToast } from 'shared-ui';
import { useCall, type ListDialogProps } from 'shared-ui/list-screen';
import { useBulkOutcome } from '../bulk-outcome';
import { ChoiceField } from '../lines/choice-field';
import type { LineRules } from '../lines/lines';
import { LinesDialog } from '../lines/lines-dialog';
import { platformLabel, platformOfUrl, platformOptions } from '../platforms';
import { statusOptions } from '../statuses';
import { postsApi } from './posts.api';

const { addPosts } = postsApi.endpoints;

const FAILURE = 'Failed to create posts';

type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];
type PostStatus = (typeof POST_STATUSES)[number];

/** What is no URL is an error; one of another platform may be meant and is a warning (DECISIONS §8). */
const rulesFor = (platform: SocialPlatform | ''): LineRules => ({
  keyOf: (url) => url,
  remarkOn: (url) => {
    const broken = brokenRule(postUrl, true, url);
    if (broken !== null) return { type: 'error', msg: broken };
    const looksLike = platformOfUrl(url);
    return platform === '' || looksLike === null || looksLike === platform
      ? null
      : { type: 'warning', msg: `Looks like a URL of ${platformLabel(looksLike)}` };
  },
});

/** Bulk Add Posts (specification 2 §2.4, §5): the URLs of one platform's posts, one a line. */
export default function BulkAddPosts({ companyId, onClose }: ListDialogProps) {
  const [platform, setPlatform] = useState<SocialPlatform | ''>('');
  const [status, setStatus] = useState<PostStatus>(POST_DEFAULT_STATUS);
  const [complaint, setComplaint] = useState<string | null>(null);
  const rules = useMemo(() => rulesFor(platform), [platform]);
  const toast = useToast();
  const call = useCall();
  const { sayWhenDone } = useBulkOutcome();

  const send = async (urls: readonly string[]) => {
    const body = { company_id: companyId, platform: platform as SocialPlatform, status, urls: [...urls] };
    const answer = await sayWhenDone(call.change(addPosts, body), {
      done: (count) => `Created ${count} posts`,
      refused: FAILURE,
    });
    const { error_count = 0, errors = [] } = answer ?? {};
    if (error_count > 0) {
      console.error('Posts that were not created', errors);
      const message = `${formatNumber(error_count)} post(s) failed. Check console for details.`;
      toast.show({ type: 'warning', message });
    }
    return errors.map(({ url, msg }) => ({ text: url, msg }));
  };

  return (
    <LinesDialog
      title="Bulk Add Posts"
      label="URLs (one per line)"
      rules={rules}
      submit={['Add Posts', 'Adding...']}
      missing="Please enter at least one URL"
      onCheck={() => {
        setComplaint(platform ? null : 'Please select a platform');
        return platform !== '';
      }}
      send={send}
      failure={FAILURE}
      onClose={onClose}
    >
      {(running) => (
        <>
          <ChoiceField
            label="Platform"
            placeholder="Select a platform"
            options={platformOptions(SOCIAL_PLATFORMS)}
            value={platform}
            onChange={(chosen) => {
              setPlatform(chosen as SocialPlatform | '');
              setComplaint(null);
            }}
            error={complaint}
            disabled={running}
          />
          <ChoiceField
            label="Initial Status"
            options={statusOptions(POST_STATUSES)}
            value={status}
            onChange={(chosen) => setStatus(chosen as PostStatus)}
            disabled={running}
          />
        </>
      )}
    </LinesDialog>
  );
}
