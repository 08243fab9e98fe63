import { useEffect, useState, type ComponentType } from 'react';
import { LoadFailure, Spinner } from 'shared-ui';
import { changedFacts, type Version } from './use-versions';
import { versionWords } from './version-list';

// What compares texts is fetched when there are two to compare.
const load = () => import('./text-diff-view');

interface ComparisonProps {
  older: Version;
  newer: Version;
}

/** Two versions as text, and what else they differ in. */
export function Comparison({ older, newer }: ComparisonProps) {
  const [tries, setTries] = useState(1);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [Diff, setDiff] = useState<ComponentType<{ before: string; after: string }> | null>(null);
  useEffect(() => {
    let isAwaited = true;
    load().then(
      (part) => isAwaited && setDiff(() => part.default),
      (error: unknown) => isAwaited && setFailure({ error }),
    );
    return () => {
      isAwaited = false;
    };
  }, [tries]);
  const retry = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  return (
    <section aria-label="Comparison">
      <h3 className="versions__compared">
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
      {failure ? (
        <LoadFailure message="The texts could not be compared" error={failure.error} onRetry={retry} />
      ) : Diff ? (
        <Diff key={`${older.at} ${newer.at}`} before={older.text} after={newer.text} />
      ) : (
        <Spinner />
      )}
    </section>
  );
}
