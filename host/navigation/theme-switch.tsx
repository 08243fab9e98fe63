import { Button, MoonIcon, SunIcon, useTheme } from 'shared-ui';

/** Switches between light and dark; before the first use the system decides. */
export function ThemeSwitch() {
  const { theme, choose } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      tone="quiet"
      className="header-button"
      icon={other === 'dark' ? <MoonIcon /> : <SunIcon />}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => choose(other)}
    />
  );
}
