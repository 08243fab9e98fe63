import { render, screen } from '@testing-library/react';
import { AccessDenied } from './access-denied';

test("the Access Denied panel carries the guard's sentence and the screen's own", () => {
  render(<AccessDenied role="CompanyAdmin">You must be a Company Admin.</AccessDenied>);
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(
    screen.getByText('You do not have permission to access this page. Required role: CompanyAdmin.'),
  ).toBeVisible();
  expect(screen.getByText('You must be a Company Admin.')).toBeVisible();
});
