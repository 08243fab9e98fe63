/** Why the service cannot start: a message that says what to do, shown without a stack (exit code 1). */
export class StartError extends Error {}
