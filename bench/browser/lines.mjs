// The report of a visit: every line of the table, in its order, with what it is to reach.
import { median } from './measured-page.mjs';

/** The machine as it is, a slow one behind a slow network, as Chromium's own tools define both, and far away. */
export const SETTINGS = [
  { name: 'Nothing slowed down', key: 'plain', cpu: 1, network: null },
  {
    name: 'Processor 4 × slower, Fast 4G',
    key: 'slow',
    cpu: 4,
    network: { latency: 165, download: (9e6 / 8) * 0.9, upload: (1.5e6 / 8) * 0.9 },
  },
  {
    name: 'Far away: 150 ms of round trip, 1.6 Mbit/s',
    key: 'far',
    cpu: 1,
    network: { latency: 150, download: 1.6e6 / 8, upload: 0.75e6 / 8 },
  },
];

const times = (ratio) => ({ ratio });
const atMost = (value) => ({ value });

/** By setting: the line's name, which figure of a visit it is, its unit, and what it is to reach. */
export const LINES = {
  plain: [
    ['JavaScript to a usable login', 'login.javascript', 'kB', atMost(15)],
    ['JavaScript until the login is at rest', 'login.atRest.javascript', 'kB'],
    ['JavaScript to the first list', 'cold.javascript', 'kB', atMost(165)],
    ['JavaScript until the first list is at rest', 'cold.atRest.javascript', 'kB'],
    ['requests to the first list', 'cold.requests', '', atMost(12)],
    ['requests until the first list is at rest', 'cold.atRest.requests', ''],
    ['JavaScript fetched ahead when it is quiet', 'ahead.javascript', 'kB'],
    ['login usable, cold', 'login.painted', 'ms', times(1)],
    ['first list, cold', 'cold.painted', 'ms', times(1.8)],
    ['first list, reload in the same tab', 'reload.painted', 'ms', times(1.6)],
    ['first list, warm, in a new tab', 'warm.painted', 'ms', times(1.4)],
    ['list to list, first visit of another area', 'firstVisit.ms', 'ms', times(2)],
    ['list to list, again', 'listToList.ms', 'ms', times(1.4)],
    ['next page', 'next.ms', 'ms', times(1.5)],
    ['sort', 'sort.ms', 'ms', times(1.5)],
    ['100 rows', 'hundred.ms', 'ms', times(1.4)],
    ['main-thread CPU: next page', 'next.cpu', 'ms', times(1.5)],
    ['main-thread CPU: sort', 'sort.cpu', 'ms', times(1.5)],
    ['main-thread CPU: list to list', 'listToList.cpu', 'ms', times(1.8)],
    ['main-thread CPU: 100 rows', 'hundred.cpu', 'ms', times(1.8)],
    ['blocking time until the first list', 'cold.blocking', 'ms'],
    ['heap after the first list', 'cold.heap', 'MB', atMost(5)],
  ],
  slow: [
    ['login usable, cold', 'login.painted', 'ms', times(1)],
    ['first list, cold', 'cold.painted', 'ms', times(1.2)],
    ['first list, reload in the same tab', 'reload.painted', 'ms'],
    ['first list, warm, in a new tab', 'warm.painted', 'ms', times(1.3)],
    ['list to list, first visit of another area', 'firstVisit.ms', 'ms', times(2.5)],
    ['list to list, again', 'listToList.ms', 'ms', times(1.8)],
    ['blocking time until the first list', 'cold.blocking', 'ms', atMost(100)],
    ['blocking time until the first list is at rest', 'cold.atRest.blocking', 'ms'],
  ],
  far: [
    ['login usable, cold', 'login.painted', 'ms'],
    ['first list, cold', 'cold.painted', 'ms'],
    ['requests in turn to the first list, cold', 'cold.inTurn', '', atMost(4)],
    ['first list, reload in the same tab', 'reload.painted', 'ms'],
    ['first list, warm, in a new tab', 'warm.painted', 'ms'],
  ],
};

/**
 * Of the same kind of table, from the notes of an earlier measuring, where it had no opener policy and warm was another
 * page in the same tab; they are not measured here.
 */
export const PEERS = {
  taken: 'not later than 22 November 2026',
  names: ['plain table', 'react-admin 5.15', 'refine 5, antd 5', 'Ant Design Pro 6'],
  lines: [
    ['JavaScript to the first list', '59 kB', '335 kB', '431 kB', '710 kB'],
    ['login usable, cold', '135 ms', '2.6 ×', '4.4 ×', '5.4 ×'],
    ['first list, cold', '168 ms', '3.6 ×', '4.8 ×', '6.3 ×'],
    ['first list, warm, through another page', '59 ms', '3.4 ×', '5.5 ×', '10.1 ×'],
    ['main-thread CPU: next page', '16 ms', '6.1 ×', '8.4 ×', '9.7 ×'],
    ['main-thread CPU: sort', '14 ms', '5.6 ×', '8.5 ×', '10.5 ×'],
    ['main-thread CPU: 100 rows', '23 ms', '7.1 ×', '9.4 ×', '11.4 ×'],
    ['main-thread CPU: list to list', '17 ms', '5.8 ×', '9.6 ×', '12.8 ×'],
    ['heap after the first list', '2.0 MB', '9.9 MB', '11.9 MB', '17.3 MB'],
  ],
};

const SHOWN = {
  ms: (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`,
  kB: (value) => `${(value / 1e3).toFixed(1)} kB`,
  MB: (value) => `${(value / 1e6).toFixed(1)} MB`,
  '': String,
};

const at = (figures, path) => path.split('.').reduce((part, name) => part[name], figures);

/** The cells of each line of a setting: name, each app's median, the ratio of the first to the last, what it is to reach. */
export function rowsOf(key, visitsOfApps) {
  return LINES[key].map(([name, path, unit, limit = {}]) => {
    const medians = visitsOfApps.map((visits) => median(visits.map((figures) => at(figures, path))));
    const [own, floor] = [medians[0], medians.at(-1)];
    const toReach = limit.ratio
      ? `≤ ${limit.ratio.toFixed(1)} ×`
      : limit.value
        ? `≤ ${limit.value} ${unit}`.trim()
        : '';
    return [name, ...medians.map(SHOWN[unit]), floor > 0 ? `${(own / floor).toFixed(1)} ×` : '', toReach];
  });
}
