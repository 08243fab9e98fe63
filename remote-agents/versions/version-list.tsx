import { useId } from 'react';
import { Badge, Button, formatDateTime, shape } from 'shared-ui';
import type { Version } from './use-versions';

/** The places of the two versions that are compared, from 0, the newest. */
export interface Pair {
  readonly older: number;
  readonly newer: number;
}

/** When and by whom a version was written, in words. */
export const versionWords = ({ at, username }: Version): string =>
  `${formatDateTime(at)}${username === null ? '' : ` by ${username}`}`;

interface VersionListProps<Values> {
  versions: readonly Version<Values>[];
  pair: Pair;
  onPair(pair: Pair): void;
  onRestore(version: Version<Values>): void;
  /** Shows those before them; absent: these are all. */
  onEarlier: (() => void) | undefined;
}

/** Every version, newest first, with two choices: from which one, and to which, is compared. */
export function VersionList<Values>({ versions, pair, onPair, onRestore, onEarlier }: VersionListProps<Values>) {
  const id = useId();
  const choice = (side: keyof Pair, at: number, label: string) => (
    <input
      type="radio"
      name={`${id}-${side}`}
      aria-label={label}
      checked={pair[side] === at}
      // The older one is always the further down.
      onChange={() => onPair(side === 'older' ? { ...pair, older: at } : { ...pair, newer: at })}
    />
  );
  return (
    <div className="versions__list">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Version</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => (
            <tr key={`${version.at} ${at}`} data-chosen={at === pair.older || at === pair.newer}>
              <td>{choice('older', at, `From the version of ${versionWords(version)}`)}</td>
              <td>{choice('newer', at, `To the version of ${versionWords(version)}`)}</td>
              <td>
                <span className="versions__when">
                  <time dateTime={version.at}>{formatDateTime(version.at)}</time>
                  {version.is_current && <Badge tone="success">Current</Badge>}
                </span>
                <span className={`${shape.quiet} versions__who`}>
                  <bdi>{version.username ?? 'Before history is kept'}</bdi>
                  {!version.is_current && (
                    <Button
                      tone="quiet"
                      aria-label={`Restore the version of ${versionWords(version)}`}
                      onClick={() => onRestore(version)}
                    >
                      Restore
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {onEarlier && <Button onClick={onEarlier}>Show earlier versions</Button>}
    </div>
  );
}
