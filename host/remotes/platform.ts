/**
 * The platform: the packages that the host provides to every area, each as the one copy of the page. The remotes carry
 * no copy of them; a remote's container takes them from here by name and version (build/federation.mjs, `taken`).
 */
import * as React from 'react';
import * as ReactDom from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import * as sharedAuth from 'shared-auth';
import sharedAuthPackage from 'shared-auth/package.json';
import * as sharedUi from 'shared-ui';
import sharedUiPackage from 'shared-ui/package.json';
import * as router from 'shared-ui/router';
import { FACES } from './faces';
import { throwAsHost } from '../loading/site-code';

/** A package of the platform: its version, and what a remote gets of it, at once or fetched when it is asked for. */
interface Provided {
  version: string;
  lib?: () => object;
  get?: () => Promise<() => object>;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const faces = Object.entries(FACES).map(([name, load]): [string, Provided] => [
  `shared-ui/${kebab(name)}`,
  { version: sharedUiPackage.version, get: () => load().then((face) => () => face, throwAsHost) },
]);

/** Every package and face of the platform by the name under which a remote imports it. */
export const PLATFORM: Readonly<Record<string, Provided>> = {
  react: { version: React.version, lib: () => React },
  'react/jsx-runtime': { version: React.version, lib: () => jsxRuntime },
  'react-dom': { version: ReactDom.version, lib: () => ReactDom },
  'shared-auth': { version: sharedAuthPackage.version, lib: () => sharedAuth },
  'shared-ui': { version: sharedUiPackage.version, lib: () => sharedUi },
  'shared-ui/router': { version: sharedUiPackage.version, lib: () => router },
  ...Object.fromEntries(faces),
};
