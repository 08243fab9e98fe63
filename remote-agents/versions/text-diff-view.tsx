import { useState } from 'react';
import { formatNumber } from 'shared-ui';
import './text-diff.css';
import { diffOf, foldedDiff, type DiffLine } from './text-diff';

interface TextDiffProps {
  before: string;
  after: string;
}

/** Two texts line by line: what was there with a minus, what came with a plus, and the words that differ underlined. */
export default function TextDiff({ before, after }: TextDiffProps) {
  const rows = foldedDiff(diffOf(before, after));
  const [unfolded, setUnfolded] = useState<readonly number[]>([]);
  if (rows.every(({ kind }) => kind === 'same' || kind === 'fold'))
    return <p className="text-diff-none">The two texts are the same.</p>;
  return (
    <div className="text-diff" role="region" aria-label="Differences" tabIndex={0}>
      {rows.map((row, at) => {
        if (row.kind !== 'fold') return <Line key={at} line={row} />;
        if (unfolded.includes(at)) return row.lines.map((line, number) => <Line key={`${at} ${number}`} line={line} />);
        return (
          <button key={at} type="button" className="text-diff__fold" onClick={() => setUnfolded([...unfolded, at])}>
            {`Show ${formatNumber(row.lines.length)} unchanged lines`}
          </button>
        );
      })}
    </div>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const ELEMENTS = { same: 'span', removed: 'del', added: 'ins' } as const;

function Line({ line: { kind, pieces } }: { line: DiffLine }) {
  const Text = ELEMENTS[kind];
  return (
    <div className={`text-diff__line text-diff__line--${kind}`}>
      <span className="text-diff__sign">{SIGNS[kind]}</span>
      <Text dir="auto">{pieces.map(({ text, isMarked }, at) => (isMarked ? <mark key={at}>{text}</mark> : text))}</Text>
    </div>
  );
}
