export const POSTGRES_15: string;
export function hasPostgres(bin: string): boolean;
export function startPostgres(bin: string, password: string): Promise<{ url: string; stop(): Promise<void> }>;
export function freePort(): Promise<number>;
