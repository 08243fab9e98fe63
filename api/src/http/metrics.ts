/** The service's metrics for Prometheus: on a port of its own, never on the public one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../start/config';
import { secondsSinceProof } from '../database/backup-proof';
import type { StepState } from '../database/background-steps';
import type { Database } from '../database/connection';
import { queueFigures, type QueueFigures } from '../jobs/job-queue';
import { StartError } from '../start/start-error';

/** The values that are read when the metrics are asked for. */
export interface Watched {
  readonly database: Pick<Database, 'connections' | 'db'>;
  /** The agents' answers that this process writes. */
  readonly answers: { count(): number };
  /** The background steps of the database, as they were last seen. */
  readonly steps: () => readonly StepState[];
  /** The connections to sources that need somebody. */
  readonly sources: () => Promise<SourceFigures>;
}

/** How many connections to sources fail, need a new key, or go on and were not read for two days. */
interface SourceFigures {
  readonly failing: number;
  readonly reconnect: number;
  readonly unread: number;
}

/** The metrics of one service. */
export interface Metrics {
  /** Counts and times every request of the service. Call it on the root instance before routes are registered. */
  observe(app: FastifyInstance): void;
  /** Reads the gauges from these from now on. */
  watch(watched: Watched): void;
  /** All of them in Prometheus' text format. */
  text(): Promise<string>;
}

// Seconds: a list is to take a tenth, a browser gives up after ten.
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10];

/** Begins to measure. */
export function metricsOfService(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'console_request_seconds',
    help: 'Time from a request to the end of its response, by route; streams are left out',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  const requests = new Counter({
    name: 'console_requests_total',
    help: 'Requests, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const failures = new Counter({
    name: 'console_sign_in_failures_total',
    help: 'Refused sign-ins: wrong name or password, or too many of them',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['wrong', 'limit']) failures.inc({ reason }, 0);
  let streams = 0;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('console_open_streams', 'Event streams that are open now', () => streams);

  return {
    observe(app) {
      app.addHook('onSend', async (_request, reply, payload) => {
        if (!isStream(reply.getHeader('content-type'))) return payload;
        streams += 1;
        reply.raw.once('close', () => (streams -= 1));
        return payload;
      });
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        const { method } = request;
        const status = reply.statusCode;
        requests.inc({ method, route, status });
        if (!isStream(reply.getHeader('content-type'))) seconds.observe({ method, route }, reply.elapsedTime / 1000);
        if (route === SIGN_IN && (status === 401 || status === 429))
          failures.inc({ reason: status === 401 ? 'wrong' : 'limit' });
      });
    },
    watch({ database, answers, steps, sources }) {
      const step = (name: string, help: string, read: (state: StepState) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['step'],
          registers,
          collect() {
            for (const state of steps()) this.set({ step: state.name }, read(state));
          },
        });
      step('console_background_step_progress', 'How far a background step is, from 0 to 1', ({ progress }) => progress);
      step('console_background_step_failed', 'Whether the last batch of a background step failed', ({ state }) =>
        Number(state === 'failed'),
      );
      gauge('console_running_answers', "Agents' answers that are being written now", () => answers.count());
      const connections = (name: string, help: string, key: keyof ReturnType<Database['connections']>) =>
        gauge(`console_database_${name}`, help, () => database.connections()[key]);
      connections('connections', 'Connections to the database', 'total');
      connections('connections_idle', 'Connections to the database that do nothing', 'idle');
      connections('calls_waiting', 'Calls that wait for a connection to the database', 'waiting');
      // After the figures about connections, as it needs one itself.
      const asked = (name: string, help: string, ask: () => Promise<number>) =>
        gauge(name, help, () => Promise.race([ask().catch(() => NaN), wait(PATIENCE_MS, NaN, { ref: false })]));
      asked('console_backup_proven_seconds', 'Time since a backup was last restored and compared; +Inf: never', () =>
        secondsSinceProof(database.db),
      );
      const jobs = (name: string, help: string, key: keyof QueueFigures) =>
        asked(`console_jobs_${name}`, help, async () => (await queueFigures(database.db))[key]);
      jobs('due', 'Jobs that could run now and wait', 'due');
      jobs('oldest_seconds', 'For how long the oldest of them has waited', 'oldest');
      jobs('running', 'Jobs that run', 'running');
      jobs('failed', 'Jobs that were given up after their last try', 'failed');
      const read = (name: string, help: string, key: keyof SourceFigures) =>
        asked(`console_sources_${name}`, help, async () => (await sources())[key]);
      read('failing', 'Connections whose last run failed', 'failing');
      read('reconnect', 'Connections that need a new key', 'reconnect');
      read('unread', 'Connections that go on and were not read for two days', 'unread');
    },
    text: () => registry.metrics(),
  };
}

// A database that is away or silent is no reason for having no other figure.
const PATIENCE_MS = 2000;
const SIGN_IN = '/api/token/pair';

const isStream = (type: unknown): boolean => typeof type === 'string' && type.startsWith('text/event-stream');

/** A server of metrics that listens. */
export interface MetricsServer {
  /** Where: `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the metrics at GET /metrics of an address of their own; throws StartError with what to do when it is taken. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { host, port }: NonNullable<Config['metrics']>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listening(server, host, port);
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop what uses it, or set METRICS_PORT to another number.`
            : code === 'EACCES'
              ? `Port ${port} may not be opened by this user: set METRICS_PORT to a number from 1024.`
              : `The metrics cannot be served at METRICS_HOST '${host}' (${code ?? message}): set it to an address of this machine.`,
        ),
      );
    });
    server.listen({ host, port }, resolve);
  });
