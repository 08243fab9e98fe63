import { ConfigProvider, theme as antdTheme } from 'antd';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { COLOURS } from './colours';
import { useTheme, type Theme } from './use-theme';

const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)');
const watchStillness = (onChange: () => void) => {
  const query = stillness();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** antd's dark algorithm dims the colours that it is given; ours are chosen for the dark already. */
const darkAlgorithm: typeof antdTheme.darkAlgorithm = (seed, map) => ({
  ...antdTheme.darkAlgorithm(seed, map),
  colorPrimary: seed.colorPrimary,
  colorInfo: seed.colorInfo,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
});

const antdThemeOf = (theme: Theme, motion: boolean) => {
  const colours = COLOURS[theme];
  return {
    algorithm: theme === 'dark' ? darkAlgorithm : antdTheme.defaultAlgorithm,
    // One antd in the page: its rules need no version mark, and a theme is a set of custom properties.
    hashed: false,
    cssVar: { key: 'console' },
    token: {
      motion,
      colorPrimary: colours.accent,
      colorInfo: colours.info,
      colorSuccess: colours.success,
      colorWarning: colours.warning,
      colorError: colours.danger,
      colorLink: colours.accent,
      colorLinkHover: colours['accent-hover'],
      colorLinkActive: colours['accent-hover'],
      colorText: colours.text,
      colorTextSecondary: colours['text-quiet'],
      colorTextTertiary: colours['text-quiet'],
      colorBgLayout: colours.page,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      colorBorder: colours['border-strong'],
      colorBorderSecondary: colours.border,
      borderRadius: 6,
      borderRadiusLG: 8,
      controlHeight: 34,
      fontSize: 14,
      fontFamily: 'var(--c-font)',
      fontFamilyCode: 'var(--c-mono)',
    },
  };
};

/**
 * antd in the console's own colours, light and dark, and still for those who want no motion. Every part of shared-ui
 * that renders with antd wraps itself in it, so that a page without such a part carries nothing of antd: what a list
 * shows first is some 70 kB smaller.
 */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const { theme } = useTheme();
  const still = useSyncExternalStore(watchStillness, () => stillness().matches);
  const config = useMemo(() => antdThemeOf(theme, !still), [theme, still]);
  return <ConfigProvider theme={config}>{children}</ConfigProvider>;
}
