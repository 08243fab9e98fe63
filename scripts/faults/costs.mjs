// The two writers of costs: periods of one variant that make room for each other, and periods that are deleted again.

const DAY = 24 * 60 * 60 * 1000;
const FIRST = Date.UTC(2020, 0, 1);
const dateOf = (time) => new Date(time).toISOString().slice(0, 10);
const randomDay = () => FIRST + Math.floor(Math.random() * 1500) * DAY;

const save = (caller, variant, amount) => {
  const start = randomDay();
  return caller.ask('POST', '/product-variant-cogs', {
    product_variant_id: variant,
    cogs_amount: amount,
    effective_start_date: dateOf(start),
    effective_end_date: dateOf(start + Math.ceil(Math.random() * 40) * DAY),
  });
};

const periodsOf = async (caller, variant) => {
  const { items } = await caller.must('GET', `/product-variant-cogs/timeline/${variant}`);
  return items
    .map(({ cogs_record, period_start, period_end }) => ({ ...cogs_record, period_start, period_end }))
    .reverse();
};

/** Gaps and overlaps of a variant's periods, oldest first. */
const brokenSeams = (periods) =>
  periods.slice(1).flatMap(({ period_start }, at) => {
    const { period_end } = periods[at];
    const days = (Date.parse(period_start) - Date.parse(period_end)) / DAY;
    return days === 1 ? [] : [`a ${days > 1 ? 'gap' : 'overlap'} between ${period_end} and ${period_start}`];
  });

/** Saves periods without end. */
export function savedCosts(variant) {
  let answered = null;
  let tried = [];
  return {
    name: 'costs saved',
    async write(caller, number) {
      const amount = (number % 900_000_000) / 100;
      tried.push(amount);
      const { status } = await save(caller, variant, amount);
      if (status !== 201) return false;
      answered = amount;
      tried = [];
      return true;
    },
    async check(caller) {
      const periods = await periodsOf(caller, variant);
      const amounts = new Set(periods.map(({ cogs_amount }) => cogs_amount));
      const problems = brokenSeams(periods);
      // A later one that was stored, though not answered, may have taken its place.
      if (answered !== null && !amounts.has(answered) && !tried.some((amount) => amounts.has(amount)))
        problems.push(`lost: the period of ${answered} was answered`);
      answered = null;
      tried = [];
      return problems;
    },
  };
}

/** Saves a few periods and deletes them again. */
export function deletedCosts(variant) {
  let deleted = [];
  return {
    name: 'costs deleted',
    async write(caller, number) {
      const listed = await caller.ask('GET', `/product-variant-cogs/timeline/${variant}`);
      if (listed.status !== 200) return false;
      const { items } = listed.body;
      if (items.length < 4) return (await save(caller, variant, (number % 900_000_000) / 100)).status === 201;
      const { id } = items[Math.floor(Math.random() * items.length)].cogs_record;
      const { status } = await caller.ask('DELETE', `/product-variant-cogs/${id}`);
      if (status === 204) deleted.push(id);
      return status === 204;
    },
    async check(caller) {
      const periods = await periodsOf(caller, variant);
      const back = periods
        .filter(({ id }) => deleted.includes(id))
        .map(({ id }) => `lost: ${id} was deleted, and is there`);
      deleted = [];
      return [...brokenSeams(periods), ...back];
    },
  };
}
