import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { dismissToast, shownToasts } from '../toast/toasts';

// As Jest's own limit: for what never comes, not for what is slow.
configure({ asyncUtilTimeout: 120_000 });

// jsdom's files are read in the old way alone.
Blob.prototype.text ??= function (this: Blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsText(this);
  });
};

// jsdom has no layout and therefore no media queries: a wide, light screen, and a still one, for nothing ends a transition.
window.matchMedia ??= (query: string) =>
  ({
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList;

// Toasts outlive their screen: what one test was told is not to be found by the next.
afterEach(() => shownToasts().forEach(({ id }) => dismissToast(id)));

// Unsaved text of one test is not to be offered by the next. A form that goes with its test still keeps it.
beforeEach(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith('unsaved:')) localStorage.removeItem(key);
});
