import { act, render, screen } from '@testing-library/react';
import { theme } from 'antd';
import { COLOURS } from './colours';
import { useTheme } from './use-theme';
import { ConsoleTheme } from './console-theme';

function Drawn() {
  const { token } = theme.useToken();
  const { choose } = useTheme();
  return (
    <>
      <p>
        {token.colorPrimary} on {token.colorBgContainer}, {token.colorText}
      </p>
      <button onClick={() => choose('dark')}>Dark</button>
    </>
  );
}

test('antd draws in the colours of the stylesheet, and follows the theme that the person chooses', () => {
  render(
    <ConsoleTheme>
      <Drawn />
    </ConsoleTheme>,
  );
  const colours = (name: 'light' | 'dark') =>
    `${COLOURS[name].accent} on ${COLOURS[name].surface}, ${COLOURS[name].text}`;
  expect(screen.getByText(colours('light'))).toBeVisible();
  act(() => screen.getByText('Dark').click());
  expect(screen.getByText(colours('dark'))).toBeVisible();
});
