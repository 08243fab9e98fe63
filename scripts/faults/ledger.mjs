// Memory of the writers: which of their writes were answered, and whether what is stored can be true.

/**
 * A value that is written over and over, in one record or in many at once. What is stored must be the last value that was
 * answered, or one that was tried after it; and of many records all must hold the same.
 */
export function overwritten(name, { send, read }) {
  let answered = null;
  let tried = [];
  return {
    name,
    async write(caller, number) {
      const value = `fault ${number}`;
      tried.push(value);
      const { status } = await send(caller, value);
      if (status < 200 || status >= 300) return false;
      answered = value;
      tried = [];
      return true;
    },
    async check(caller) {
      const values = await read(caller);
      const distinct = [...new Set(values)];
      const problems = [];
      if (values.length === 0) problems.push('nothing is there');
      if (distinct.length > 1) problems.push(`half a bulk: ${distinct.join(' and ')}`);
      for (const value of distinct)
        if (answered !== null && value !== answered && !tried.includes(value))
          problems.push(`lost: '${answered}' was answered, '${value}' is there`);
      answered = distinct[0] ?? null;
      tried = [];
      return problems;
    },
  };
}

/** Things that are made: each that was answered must be there, each that was not, whole or not at all. */
export function made(name, { send, count, whole = 1, forget }) {
  let answered = [];
  let tried = [];
  return {
    name,
    async write(caller, number) {
      const key = `fault-${number}`;
      tried.push(key);
      const { status, body } = await send(caller, key);
      if (status < 200 || status >= 300) return false;
      tried.pop();
      answered.push({ key, body });
      return true;
    },
    async check(caller) {
      const problems = [];
      for (const { key, body } of answered) {
        const there = await count(caller, key, body);
        if (there !== whole) problems.push(`lost: ${key} was answered, ${there} of ${whole} are there`);
      }
      for (const key of tried) {
        const there = await count(caller, key, null);
        if (there !== whole && there !== 0) problems.push(`half of ${key}: ${there} of ${whole}`);
      }
      await forget?.(
        caller,
        answered.map(({ body }) => body),
      );
      answered = [];
      tried = [];
      return problems;
    },
  };
}

/** Labels that are put on many records at once and taken off again: each is on all of them or on none. */
export function labelled(name, { add, remove, carried, size }) {
  const labels = new Map();
  const change = async (label, state, send) => {
    labels.set(label, 'unknown');
    const { status } = await send;
    if (status < 200 || status >= 300) return false;
    labels.set(label, state);
    return true;
  };
  return {
    name,
    write(caller, number) {
      const on = [...labels].filter(([, state]) => state === 'on').map(([label]) => label);
      if (on.length >= 4) return change(on[0], 'off', remove(caller, on[0]));
      return change(`fault ${number}`, 'on', add(caller, `fault ${number}`));
    },
    async check(caller) {
      const problems = [];
      const carriers = await carried(caller);
      for (const [label, state] of labels) {
        const there = carriers.get(label) ?? 0;
        if (there !== 0 && there !== size) problems.push(`half a bulk: '${label}' is on ${there} of ${size}`);
        if (state === 'on' && there !== size)
          problems.push(`lost: '${label}' was put on, ${there} of ${size} carry it`);
        if (state === 'off' && there !== 0)
          problems.push(`lost: '${label}' was taken off, ${there} of ${size} carry it`);
        if (there === 0) labels.delete(label);
        else labels.set(label, 'on');
      }
      return problems;
    },
  };
}
