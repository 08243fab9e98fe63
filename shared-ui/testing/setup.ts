import '@testing-library/jest-dom';

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
