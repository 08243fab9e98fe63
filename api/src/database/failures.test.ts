import { failureOf } from './failures';

const error = (fields: object) => Object.assign(new Error('it failed'), fields);

test.each([
  [{ code: 'EMFILE', syscall: 'connect' }, 'away'],
  [{ code: 'ENFILE', syscall: 'connect' }, 'away'],
  [{ code: '53300' }, 'away'],
  [{ code: '08006' }, 'away'],
  [{ code: '57P02' }, 'away'],
  [{ code: '53100' }, 'full'],
  [{ code: '58030' }, 'full'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'full'],
  [{ code: '25006' }, 'read only'],
  [{ code: '57014' }, 'slow'],
  [{ code: '55P03' }, 'locked'],
  [{ code: '23505' }, null],
  [{ code: 'ENOENT', syscall: 'connect' }, 'away'],
  [{ code: 'ENOENT', syscall: 'open' }, null],
])('an error with %j is %j', (fields, failure) => {
  expect(failureOf(error(fields))).toBe(failure);
});
