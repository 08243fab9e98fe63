/** Why the service cannot start: one sentence that says what to do, shown without a stack (exit code 1). */
export class StartError extends Error {}
