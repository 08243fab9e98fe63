/** How often the work is tried: other work of this process (a hash that still runs, the collector) is not its own. */
const ATTEMPTS = 3;

/** Does a piece of work three times; returns the least processor time of this process that one took, in milliseconds. */
export async function leastProcessorTime(work: () => Promise<void>): Promise<number> {
  const costs: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}
