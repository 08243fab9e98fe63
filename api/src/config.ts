import type { Area } from 'api/contract/console-config';

/** The service's configuration: read once from the environment at start, and handed to whoever needs it. */
export interface Config {
  /** NODE_ENV is `production`. */
  production: boolean;
  /** NODE_ENV is `development`: readable API documentation is served. */
  development: boolean;
  port: number;
  host: string;
  /** Absolute; holds the embedded database and the keys made for it. */
  dataDir: string;
  /** The PostgreSQL server to use; null means the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** Signs the tokens; at least 32 characters. */
  secret: string;
  /** Encrypts the write-only keys; 32 bytes. */
  encryptionKey: Buffer;
  /** How many proxies stand in front: so many entries of X-Forwarded-For are believed. */
  trustProxy: number;
  brand: string;
  /** The manifest URLs of the deployed areas. */
  remotes: Partial<Record<Area, string>>;
  logLevel: LogLevel;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
