import { MAX_MATCHING_IDS } from 'contract/matching-ids';
import { useState } from 'react';
import { Button } from '../../button';
import { formatNumber } from '../../format';

interface MatchingNoticeProps {
  /** How many rows the page has, all of which are selected. */
  shown: number;
  /** How many match, on all pages. */
  total: number;
  /** How many are selected, where all that match are; else undefined. */
  matching: number | undefined;
  /** Selects all that match; resolves when that is done or has failed. */
  onAll: () => Promise<void>;
  /** Selects no more than the page's again. */
  onPage: () => void;
}

/** Below the bulk bar, once all rows of a page are selected: the way to select all that match, and back. */
export function MatchingNotice({ shown, total, matching, onAll, onPage }: MatchingNoticeProps) {
  const [underway, setUnderway] = useState(false);
  const selectAll = () => {
    if (underway) return;
    setUnderway(true);
    void onAll().finally(() => setUnderway(false));
  };
  const tooMany = total > MAX_MATCHING_IDS && matching === undefined;
  const said = [
    matching === undefined
      ? `All ${formatNumber(shown)} on this page are selected.`
      : `All ${formatNumber(matching)} matching are selected.`,
    tooMany &&
      `${formatNumber(total)} match, and at most ${formatNumber(MAX_MATCHING_IDS)} can be selected at once: narrow the filters to select them all.`,
  ];
  return (
    <div className="c-row list-matching">
      <span role="status">{said.filter(Boolean).join(' ')}</span>
      {/* One button for both: whoever pressed it stays where they are. */}
      {!tooMany && (
        <Button
          tone="quiet"
          aria-disabled={underway || undefined}
          onClick={matching === undefined ? selectAll : onPage}
        >
          {matching !== undefined
            ? 'Select only this page'
            : underway
              ? 'Selecting...'
              : `Select all ${formatNumber(total)} matching`}
        </Button>
      )}
    </div>
  );
}
