import { LazyPart, shape } from 'shared-ui';
import { changedFacts, type Version } from './use-versions';
import { versionWords } from './version-list';

// The comparison is fetched when there are two texts to compare.
const load = () => import('./text-diff-view');

interface ComparisonProps {
  older: Version;
  newer: Version;
}

/** Two versions as text, and what else they differ in. */
export function Comparison({ older, newer }: ComparisonProps) {
  return (
    <section aria-label="Comparison">
      <h3 className={`${shape.wrap} versions__compared`}>
        <span>
          From <bdi>{versionWords(older)}</bdi>
        </span>
        <span>
          to <bdi>{versionWords(newer)}</bdi>
        </span>
      </h3>
      {changedFacts(older, newer).map(({ label, before, after }) => (
        <p key={label} className="versions__fact">
          {label}: <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
        </p>
      ))}
      <LazyPart load={load} failure="The texts could not be compared">
        {({ default: TextDiff }) => <TextDiff key={`${older.at} ${newer.at}`} before={older.text} after={newer.text} />}
      </LazyPart>
    </section>
  );
}
