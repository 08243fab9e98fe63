// Jest loads the set-up and the tear-down as separate copies of their modules; what they share hangs on the process.
const shared = process as typeof process & { consoleTestSteps?: (() => Promise<void>)[] };

/** Has something done after all API tests, the last first. */
export const onStop = (step: () => Promise<void>): void => {
  (shared.consoleTestSteps ??= []).unshift(step);
};

/** After all API tests: ends what their set-up began. */
export default async (): Promise<void> => {
  for (const step of shared.consoleTestSteps ?? []) await step();
};
