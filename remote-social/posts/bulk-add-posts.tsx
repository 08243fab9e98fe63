import { brokenRule } from 'api/contract/rules';
import { POST_DEFAULT_STATUS, POST_STATUSES, postUrl, type Post } from 'api/contract/social/posts';
import { SOCIAL_PLATFORMS } from 'api/contract/social/profiles';
import { useState } from 'react';
import { formatNumber, useToast } from 'shared-ui';
import { useBulkOutcome, useCall, type ListDialogProps } from 'shared-ui/list-screen';
import { ChoiceField } from '../lines/choice-field';
import type { LineRules } from '../lines/lines';
import { LinesDialog } from '../lines/lines-dialog';
import { platformLabel, platformOfUrl } from '../platforms';
import { statusOptions } from '../statuses';
import { postsApi } from './posts.api';

const { addPosts } = postsApi.endpoints;

const FAILURE = 'Failed to create posts';

/** What is no URL is an error; one of another platform may be meant and is a warning (DECISIONS §8). */
const rulesFor = (platform: Post['platform'] | null): LineRules => ({
  keyOf: (url) => url,
  remarkOn: (url) => {
    const broken = brokenRule(postUrl, true, url);
    if (broken !== null) return { type: 'error', msg: broken };
    const looksLike = platformOfUrl(url);
    return platform === null || looksLike === null || looksLike === platform
      ? null
      : { type: 'warning', msg: `Looks like a URL of ${platformLabel(looksLike)}` };
  },
});

/** Bulk Add Posts (specification 2 §2.4, §5): the URLs of one platform's posts, one a line. */
export default function BulkAddPosts({ companyId, onClose }: ListDialogProps) {
  const [status, setStatus] = useState<Post['status']>(POST_DEFAULT_STATUS);
  const toast = useToast();
  const call = useCall();
  const { sayWhenDone } = useBulkOutcome();

  const send = async (urls: readonly string[], platform: Post['platform']) => {
    const body = { company_id: companyId, platform, status, urls: [...urls] };
    const answer = await sayWhenDone(call.change(addPosts, body), {
      done: (count) => `Created ${count} posts`,
      failure: FAILURE,
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
      platforms={SOCIAL_PLATFORMS}
      label="URLs (one per line)"
      rulesFor={rulesFor}
      submit={['Add Posts', 'Adding...']}
      missing="Please enter at least one URL"
      send={send}
      failure={FAILURE}
      onClose={onClose}
    >
      {(running) => (
        <ChoiceField
          label="Initial Status"
          options={statusOptions(POST_STATUSES)}
          value={status}
          onChange={(chosen) => setStatus(chosen as Post['status'])}
          disabled={running}
        />
      )}
    </LinesDialog>
  );
}
