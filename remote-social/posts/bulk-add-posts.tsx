import { brokenRule } from 'contract/rules';
import { POST_DEFAULT_STATUS, postNoun, type Post } from 'contract/social/posts';
import { termNoun } from 'contract/social/search-terms';
import { useState } from 'react';
import { formatNumber, useToast } from 'shared-ui';
import { choicesOf, useBulkOutcome, useCall, type ListDialogProps } from 'shared-ui/list-screen';
import { ChoiceField } from '../lines/choice-field';
import type { LineRules } from '../lines/lines';
import { LinesDialog } from '../lines/lines-dialog';
import { platformOfUrl } from './platform-of-url';
import { postCalls } from './posts.api';

const { platform: platforms, status: statuses, url: postUrl } = postNoun.properties;
/** A URL may be of a platform that has terms and no posts. */
const platformLabels = { ...termNoun.properties.platform.labels, ...platforms.labels };

const FAILURE = 'Failed to create posts';

/** An invalid URL is an error; one of another platform may be meant and is a warning (DECISIONS §8). */
const rulesFor = (platform: Post['platform'] | null): LineRules => ({
  keyOf: (url) => url,
  remarkOn: (url) => {
    const broken = brokenRule(postUrl, true, url);
    if (broken !== null) return { type: 'error', msg: broken };
    const looksLike = platformOfUrl(url);
    return platform === null || looksLike === null || looksLike === platform
      ? null
      : {
          type: 'warning',
          msg: `Looks like a URL of ${platformLabels[looksLike]}; it would be added as ${platformLabels[platform]}`,
        };
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
    const response = await sayWhenDone(call.change(postCalls.addMany, body), {
      done: (count) => `Created ${count} posts`,
      failure: FAILURE,
    });
    const { error_count = 0, errors = [] } = response ?? {};
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
      companyId={companyId}
      platform={platforms}
      label="URLs (one per line)"
      rulesFor={rulesFor}
      submit={['Add Posts', 'Adding...']}
      missing="Please enter at least one URL"
      send={send}
      failure={FAILURE}
      other={{ value: status, put: (kept) => setStatus(statuses.enum.find((known) => known === kept) ?? status) }}
      onClose={onClose}
    >
      {(running) => (
        <ChoiceField
          label="Initial Status"
          options={choicesOf(statuses)}
          value={status}
          onChange={(chosen) => setStatus(chosen as Post['status'])}
          disabled={running}
        />
      )}
    </LinesDialog>
  );
}
