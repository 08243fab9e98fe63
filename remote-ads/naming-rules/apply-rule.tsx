import type { NamingApplied, NamingRule } from 'contract/ads/naming-rules';
import { Operation } from 'shared-auth';
import { useRef, useState } from 'react';
import { Button, formatNumber, useTell } from 'shared-ui';
import { CompanyName } from 'shared-ui/companies';
import { Dialog } from 'shared-ui/dialog';
import { undoOf, useCall, type RowDialogProps } from 'shared-ui/list-screen';
import { NamingPreview } from './naming-preview';
import { applyNamingRule, namingRuleCalls } from './naming-rules.api';

const ads = (count: number) => (count === 1 ? '1 ad' : `${formatNumber(count)} ads`);

/** A rule's pattern over all names of its company, and the button that gives the ads their tags as one operation (DECISIONS §16). */
export default function ApplyRule({ row: rule, onClose }: RowDialogProps<NamingRule>) {
  const { id, company_id, name, pattern } = rule;
  const [open, setOpen] = useState(true);
  const [run, setRun] = useState<{ readonly tagged: number; readonly of: number } | null>(null);
  const stopped = useRef(false);
  const call = useCall();
  const tell = useTell();
  const { currentData } = namingRuleCalls.preview.useQuery({ company_id, pattern });
  const { changed_count: due = 0 } = currentData ?? {};
  const isBusy = run !== null;
  const close = () => setOpen(false);

  const apply = async () => {
    const operation = new Operation();
    stopped.current = false;
    setRun({ tagged: 0, of: due });
    let [done, full] = [0, 0];
    let after: number | null = 0;
    try {
      while (after !== null && !stopped.current) {
        const part: NamingApplied = await call.change(applyNamingRule, { id, after_id: after }, operation);
        done += part.changed_count;
        full += part.full_count;
        setRun({ tagged: done, of: due });
        after = part.next_after_id;
      }
    } catch (error) {
      tell.failure('Failed to tag the ads', error);
    }
    const left =
      full > 0 ? `${ads(full)} would carry more than 100 tags and ${full === 1 ? 'is' : 'are'} left.` : undefined;
    if (done > 0) tell.success(`Tagged ${ads(done)}`, left, undoOf(operation));
    else if (left) tell.success('No ad was tagged', left);
    setRun(null);
    if (done >= due - full) close();
  };

  return (
    <Dialog
      title="Tag Ads by Their Names"
      about={
        <>
          <bdi>{name}</bdi>, <CompanyName id={company_id} />
        </>
      }
      size="wide"
      open={open}
      onCloseRequest={() => !isBusy && close()}
      onClosed={onClose}
      footer={
        <>
          <span className="apply-rule-state" role="status">
            {run && `Tagged ${formatNumber(run.tagged)} of ${ads(run.of)}`}
          </span>
          {isBusy ? (
            <Button onClick={() => (stopped.current = true)}>Stop</Button>
          ) : (
            <Button onClick={close}>Cancel</Button>
          )}
          <Button tone="primary" disabled={isBusy || due === 0} onClick={() => void apply()}>
            {isBusy ? 'Tagging...' : `Tag ${ads(due)}`}
          </Button>
        </>
      }
    >
      <p>
        <code>{pattern}</code>
      </p>
      <NamingPreview companyId={company_id} pattern={pattern} />
    </Dialog>
  );
}
