import type { BulkResponse } from 'contract/bulk';
import { sumOf } from './bulk-outcome';

test('responses that count and name no errors add up like those that do', () => {
  const counts = { success_count: 2, error_count: 1 } as BulkResponse;
  const named = { success_count: 1, error_count: 1, errors: [{ id: 4, msg: 'Too bitter' }] };
  expect(sumOf([counts, named])).toEqual({ success_count: 3, error_count: 2, errors: [{ id: 4, msg: 'Too bitter' }] });
});

test('one that does not count stands for all', () => {
  const page = { html: '' } as unknown as BulkResponse;
  expect(sumOf([{ success_count: 2, error_count: 0, errors: [] }, page])).toBe(page);
});
