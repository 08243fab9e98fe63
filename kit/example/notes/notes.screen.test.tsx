import { render, screen } from '@testing-library/react';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import NotesScreen from './notes.screen';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const user = { id: 7, username: 'ada', email: 'ada@example.com', companies: [], groups: [] };

test('the companies of the person are counted and named', async () => {
  const items = [{ id: 1, name: 'Northwind Tea' }];
  service.on('GET /companies', [200, { items, total: 1, page: 1, page_size: 25, total_pages: 1 }]);
  render(
    <SignedIn user={user}>
      <NotesScreen />
    </SignedIn>,
  );
  expect(await screen.findByText('Northwind Tea')).toBeVisible();
  expect(screen.getByText('1 companies')).toBeVisible();
  expect(service.requestsTo('GET /companies')[0]?.query.get('sort_by')).toBe('name');
});
