import { platformOfUrl } from './platform-of-url';

test.each([
  ['https://www.instagram.com/p/abc/', 'instagram'],
  ['HTTP://M.YouTube.com/watch?v=1', 'youtube'],
  ['https://youtu.be/1', 'youtube'],
  ['https://vm.tiktok.com/x', 'tiktok'],
  ['https://facebook.com/x', 'facebook'],
  ['https://nottiktok.com/x', null],
  ['https://example.com/?u=https://tiktok.com', null],
  ['tiktok.com/x', null],
])('%s is of %s', (url, platform) => {
  expect(platformOfUrl(url)).toBe(platform);
});
