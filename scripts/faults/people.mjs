// Eight people who read and change through one URL without a break, while something is done to what answers them.
import { setTimeout as wait } from 'node:timers/promises';
import { Caller, until } from './service.mjs';

const PEOPLE = 8;

/**
 * Signs eight people in and lets them work, each with a pause of `pause` milliseconds between two requests. Answers
 * `reach(count)`, which waits for the request of that number, and `leave()`, which lets them end and resolves with the
 * problems they had.
 */
export async function peopleAtWork(url, pause) {
  const people = Array.from({ length: PEOPLE }, () => new Caller(url));
  for (const person of people) await person.signIn();
  const { companies } = await people[0].must('GET', '/users/me');
  for (const { counts, faults, refusals } of people) {
    counts.clear();
    faults.length = refusals.length = 0;
  }
  let asked = 0;
  let isLeaving = false;
  const working = people.map(async (person, at) => {
    const company = `/companies/${companies[at % companies.length].id}`;
    while (!isLeaving) {
      asked += 1;
      if (asked % 3 === 0) await person.ask('PATCH', company, { name: `Company ${asked}` });
      else if (asked % 10 === 1) await person.ask('POST', '/agents/session/create');
      else await person.ask('GET', asked % 2 ? '/companies' : company);
      await wait(pause);
    }
  });
  return {
    reach: async (count) => {
      if (!(await until(() => asked >= count, 300))) throw new Error(`Only ${asked} of ${count} requests were made.`);
    },
    leave: async () => {
      isLeaving = true;
      await Promise.all(working);
      const counts = new Map();
      for (const [status, count] of people.flatMap((person) => [...person.counts]))
        counts.set(status, (counts.get(status) ?? 0) + count);
      const problems = people.flatMap(({ faults, refusals }) => [...faults, ...refusals]);
      for (const [status, count] of counts)
        if (status === 0 || status >= 400) problems.push(`${count} x ${status || 'cut'}`);
      console.log([...counts].map(([status, count]) => `${status || 'cut'}: ${count}`).join(', '));
      return problems;
    },
  };
}
