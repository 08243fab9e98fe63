export const POSTGRES_15: string;
export function hasPostgres(bin: string): boolean;
export function startPostgres(
  bin: string,
  password: string,
  options?: { settings?: string[]; standbyOf?: string },
): Promise<{ url: string; signal(name: NodeJS.Signals): void; stop(): Promise<void> }>;
export function freePort(): Promise<number>;
