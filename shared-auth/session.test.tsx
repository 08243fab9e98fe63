import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import type { CurrentUser } from 'contract/session';
import { Provider } from 'react-redux';
import { inGroup, session, useCurrentUser } from './session';

const ada: CurrentUser = { id: 1, username: 'ada', email: 'ada@example.com', companies: [], groups: ['CompanyAdmin'] };

test('a user is in one of the groups asked for, or in none', () => {
  expect(inGroup(ada, 'Admin', 'CompanyAdmin')).toBe(true);
  expect(inGroup(ada, 'Admin', 'AdManager')).toBe(false);
});

test('the user is at hand where the guard has let somebody in, and nowhere else', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = configureStore({ reducer: { [session.name]: session.reducer } });
  const Name = () => <p>{useCurrentUser().username}</p>;
  const show = () =>
    render(
      <Provider store={store}>
        <Name />
      </Provider>,
    );
  expect(show).toThrow('useCurrentUser is called where nobody is signed in.');
  store.dispatch(session.actions.userArrived(ada));
  show();
  expect(screen.getByText('ada')).toBeVisible();
});
