import { networkOf } from './network';

it.each([
  [
    '10.9.9.9',
    [
      '10.9.9.9',
      '10.9.9.9:4711',
      ' 10.9.9.9',
      '::ffff:10.9.9.9',
      '[::ffff:10.9.9.9]:4711',
      '::FFFF:0a09:0909',
      '0:0:0:0:0:ffff:10.9.9.9',
      '64:ff9b::10.9.9.9',
    ],
  ],
  [
    '2001:db8:0:7::/64',
    [
      '2001:db8:0:7::1',
      '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff',
      '[2001:db8:0:7::1]',
      '[2001:db8::7:0:0:0:1]:443',
      '2001:db8:0:7::',
    ],
  ],
  ['fe80:0:0:0::/64', ['fe80::1', 'fe80::2%eth0', 'fe80::']],
  ['0:0:0:0::/64', ['::1', '::']],
  ['unknown', ['unknown', '', 'x'.repeat(5000), '10.9.9', '10.9.9.9.9', '2001:db8::1::2', '[10.9.9.9', '_hidden']],
])('each spelling of an address of %s counts as one (AUTH-15)', (network, spellings) => {
  expect(spellings.map(networkOf)).toEqual(spellings.map(() => network));
});

it('the networks of two people are two (AUTH-15)', () => {
  expect(networkOf('2001:db8:0:8::1')).not.toBe(networkOf('2001:db8:0:7::1'));
  expect(networkOf('10.9.9.8')).not.toBe(networkOf('10.9.9.9'));
  expect(networkOf('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
});
