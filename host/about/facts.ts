/** Facts of About this console, as names and values that are rendered and copied alike. */
import type { Area } from 'contract/console-config';
import { contractVersion } from 'shared-auth/host';
import { addedOf } from '../remotes/added-screens';
import { RemoteFailure } from '../remotes/remote-failure';
import type { AreaReport } from '../remotes/remotes';
import { loadFederation } from '../remotes/load-federation';

/** One line of it. */
export interface Fact {
  name: string;
  value: string;
}

const listed = (versions: Readonly<Record<string, string>>) =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

/** The console's own: its build and the versions that it gives to every area. */
export async function consoleFacts(): Promise<Fact[]> {
  const start = [...document.scripts].map(({ src }) => /\/main\.(\w+)\.js/.exec(src)?.[1]).find(Boolean);
  const { sharedVersion } = await loadFederation();
  const packages = ['react', 'shared-auth', 'shared-ui'].map((name) => [name, sharedVersion(name) ?? 'none']);
  const contract = (await contractVersion()) ?? 'not known';
  return [
    { name: 'Build', value: start ?? 'development' },
    { name: 'Address', value: window.location.origin },
    { name: 'Has', value: listed({ ...(Object.fromEntries(packages) as Record<string, string>), contract }) },
  ];
}

function stateOf({ manifest, running }: AreaReport): string {
  if (manifest instanceof RemoteFailure) return manifest.message;
  if (running === null) return 'Not opened in this tab';
  return running === manifest.entry ? 'Running in this tab' : 'An earlier version runs in this tab';
}

/** An area's: version, build, state, address, what it needs, what it adds and what of that was refused. */
export function factsOf(area: Area, report: AreaReport): Fact[] {
  const { address, manifest } = report;
  const facts: Fact[] = [{ name: 'State', value: stateOf(report) }];
  if (address) facts.push({ name: 'Address', value: new URL(address, window.location.origin).href });
  const release = manifest instanceof RemoteFailure ? manifest.release : manifest;
  if (!release) return facts;
  facts.unshift(
    { name: 'Version', value: release.version ?? 'not said' },
    { name: 'Build', value: release.build ?? 'not said' },
  );
  facts.push({ name: 'Needs', value: listed(release.requires) || 'nothing' });
  const { screens = [], refused = [] } = addedOf(area) ?? {};
  if (screens.length > 0) facts.push({ name: 'Adds', value: screens.map(({ path }) => path).join(', ') });
  for (const { path, reason } of refused) facts.push({ name: 'Refused', value: `${path}: ${reason}` });
  return facts;
}

/** All of it as text. */
export const textOf = (sections: readonly { title: string; facts: readonly Fact[] | undefined }[]) =>
  sections
    .map(({ title, facts = [] }) => [title, ...facts.map(({ name, value }) => `  ${name}: ${value}`)].join('\n'))
    .join('\n');
