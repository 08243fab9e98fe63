import { brokenRule } from 'contract/rules';
import { termNoun, type SearchTerm } from 'contract/social/search-terms';
import { formatNumber, useToast } from 'shared-ui';
import { useBulkOutcome, useCall, type ListDialogProps } from 'shared-ui/list-screen';
import type { LineRules } from '../lines/lines';
import { LinesDialog } from '../lines/lines-dialog';
import { searchTermCalls } from './search-terms.api';

const { platform, search_term } = termNoun.properties;

const FAILURE = 'Bulk import failed';

const RULES: LineRules = {
  keyOf: (text) => text.toLowerCase(),
  remarkOn: (text) => {
    const msg = brokenRule(search_term, true, text);
    return msg === null ? null : { type: 'error', msg };
  },
};
const rulesForAny = () => RULES;

/** Bulk Import (specification 2 §2.2, §5): terms of one platform, one a line. */
export default function BulkImport({ companyId, onClose }: ListDialogProps) {
  const toast = useToast();
  const call = useCall();
  const { sayWhenDone } = useBulkOutcome();

  const send = async (search_terms: readonly string[], platform: SearchTerm['platform']) => {
    const body = { company_id: companyId, search_terms: [...search_terms], platform };
    const response = await sayWhenDone(call.change(searchTermCalls.import, body), {
      done: (count) => `Created ${count} search terms`,
      failed: (count) => `Failed to create ${count} search terms`,
      failure: FAILURE,
    });
    const { skipped_count = 0, errors = [] } = response ?? {};
    if (skipped_count > 0)
      toast.show({ type: 'warning', message: `${formatNumber(skipped_count)} terms were skipped (duplicates)` });
    // Skipped terms exist already: nothing is left to do.
    return errors.map(({ search_term, msg }) => ({ text: search_term, msg }));
  };

  return (
    <LinesDialog
      title="Bulk Import"
      companyId={companyId}
      platform={platform}
      label="Search Terms (one per line)"
      hint="Duplicate terms will be skipped."
      rulesFor={rulesForAny}
      submit={['Import', 'Importing...']}
      missing="Please enter search terms"
      send={send}
      failure={FAILURE}
      onClose={onClose}
    />
  );
}
