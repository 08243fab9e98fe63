/**
 * Stands in the place of what the console has no use for in the federation's runtime (build/federation.mjs): its sentences
 * for its error codes, for the console says in its own words what failed, and the code stays in the message; and its way
 * of writing to the browser's console.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};

export const logger = console;
export const infrastructureLogger = console;
export const createLogger = () => console;
export const createInfrastructureLogger = createLogger;
export const bindLoggerToCompiler = () => undefined;
