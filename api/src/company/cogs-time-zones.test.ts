import { TEST_SERVER } from '../testing/database';
import { startProcess } from '../testing/processes';

it.each([
  ['Pacific/Kiritimati', '640'],
  ['America/Los_Angeles', '480'],
])(
  'no date shifts by a day in %s',
  async (TZ, offset) => {
    const { [TEST_SERVER]: server } = process.env;
    const one = startProcess('testing/cogs-in-a-time-zone.ts', [], { TZ, [TEST_SERVER]: server });
    const [, shownOffset, json] = await one.says(/^(-?\d+) (\[.*\])$/m);
    expect(await one.ends()).toBe(0);
    expect(shownOffset).toBe(offset);
    expect(JSON.parse(json ?? '')).toEqual([
      '2199-12-29',
      ['2200-01-01', null, null],
      ['2199-12-29', '2199-12-31', null],
      ['2027-01-01', '2199-12-28', null],
      ['2026-11-01', '2026-12-31', expect.anything()],
      ['2024-03-11', '2026-10-31', 965],
      ['2024-02-29', '2024-03-10', 11],
      ['1970-01-01', '2024-02-28', 19_782],
    ]);
  },
  30_000,
);
