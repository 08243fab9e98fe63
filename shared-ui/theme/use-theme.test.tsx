import { act, renderHook } from '@testing-library/react';
import { useTheme } from './use-theme';

const drawn = () => document.documentElement.dataset.theme;

test('follows the system until somebody chooses, and again when they choose to', () => {
  const { result } = renderHook(useTheme);
  expect([result.current.theme, result.current.choice, drawn()]).toEqual(['light', 'system', undefined]);
  act(() => result.current.choose('dark'));
  expect([result.current.theme, result.current.choice, drawn()]).toEqual(['dark', 'dark', 'dark']);
  act(() => result.current.choose('system'));
  expect([result.current.theme, result.current.choice, drawn()]).toEqual(['light', 'system', undefined]);
});

test('the choice is remembered for the next page', () => {
  const { result } = renderHook(useTheme);
  act(() => result.current.choose('dark'));
  // From there the head takes it (shared-auth/head-script).
  expect(localStorage.getItem('theme')).toBe('dark');
});
