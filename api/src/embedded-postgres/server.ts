import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start/start-error';
import { spawnAs } from './account';
import { findBinaries, type Binaries } from './binaries';
import { openCluster, type Cluster } from './cluster';
import { lockHolder, removeStaleLock } from './lock';
import { probe, sayGoodbye, SOCKET_PORT, socketFolder } from './socket';

/** The embedded server as the driver reaches it, for as long as this process uses it. */
export interface EmbeddedPostgres {
  /** Where the driver connects; stays the same when the server is started again or by another process. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** True when this process runs the server, false while it uses another process's. */
  isOwner(): boolean;
  /** Leaves the server, and stops it when it is ours; another process that uses it then starts it again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** An existing folder; the database lies in its `postgres`. */
  dataDir: string;
  /** False gives up crash safety for speed: for tests, whose data is thrown away. */
  durable?: boolean;
  /** Gets a message when something happens to the server later: a crash, a take-over. */
  report?: (message: string) => void;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 2_500;
const RETRY_MS = 50;
const FAILURES_ALLOWED = 3;
// A crashed server's remains, or one that is just ending, may hold the folder for a moment.
const FAILURES_WHILE_HELD = 20;
// A quarter of the machine's memory, as PostgreSQL advises, but no more: this is somebody's own machine.
const MOST_BUFFERS_MB = 512;
const BUFFERS_MB = Math.floor(Math.min(MOST_BUFFERS_MB, os.totalmem() / 2 ** 20 / 4));

/**
 * Starts the server of a data folder, or attaches to it when another process runs it, and keeps it
 * running: after a crash, and after the other process has ended. It never outlives its process, not
 * even a killed one. Throws StartError with what to do when it does not answer within 30 seconds.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const binaries = await findBinaries(path.join(options.dataDir, 'lib'));
  const cluster = await openCluster(options.dataDir, binaries);
  const folder = await socketFolder(options.dataDir, cluster.account);
  const supervisor = new Supervisor(cluster, binaries, folder, options);
  await supervisor.ensureRunning(Date.now() + START_TIMEOUT_MS);
  return {
    connection: { host: folder, port: SOCKET_PORT, user: 'postgres', database: 'postgres' },
    isOwner: () => supervisor.isOwner(),
    stop: () => supervisor.stop(),
  };
};

// Reads our end of the pipe: it closes however this process ends, and the server is then told to stop (fast, in order).
const KEEP = `
exec 3<&0
"$@" 3<&- </dev/null >/dev/null & server=$!
echo "$server"
(while read -r line <&3; do :; done; kill -INT "$server") >/dev/null 2>&1 & watcher=$!
exec 3<&-
wait "$server"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

class Supervisor {
  private child: ChildProcess | null = null;
  private serverPid = 0;
  private watch: Socket | null = null;
  private isUp = false;
  private stopping = false;
  private lastOutput = '';

  constructor(
    private readonly cluster: Cluster,
    private readonly binaries: Binaries,
    private readonly folder: string,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  isOwner(): boolean {
    return this.child !== null;
  }

  /** Tries by turns to get in and to start, until one works: PostgreSQL's own lock admits one server a folder. */
  async ensureRunning(deadline: number): Promise<void> {
    let failures = 0;
    while (!this.stopping) {
      const socket = await probe(this.folder);
      if (typeof socket === 'object') {
        if (await this.keep(socket)) return;
      } else if (socket === 'nobody' && !this.child) {
        if (failures > 0 && (Date.now() > deadline || failures >= this.failuresAllowed())) throw await this.failure();
        if (failures > 0) await removeStaleLock(this.cluster.folder);
        failures += 1;
        // Whoever stops a server takes its socket's folder away.
        await socketFolder(this.options.dataDir, this.cluster.account);
        if (!this.stopping) this.start();
      }
      if (Date.now() > deadline) throw await this.failure();
      await wait(RETRY_MS * Math.max(1, failures));
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.watch) sayGoodbye(this.watch);
    const { child } = this;
    if (!child) return;
    const ended = once(child, 'close');
    child.stdin?.end();
    const timer = setTimeout(() => killGroup(child, 'SIGQUIT'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    // Not empty when another process has started the server again already.
    await rmdir(this.folder).catch(() => undefined);
  }

  /** False when the server that answered is another process's while our own attempt is still failing. */
  private async keep(socket: Socket): Promise<boolean> {
    if (this.child) {
      sayGoodbye(socket);
      this.isUp = this.child !== null && (await lockHolder(this.cluster.folder)) === this.serverPid;
      return this.isUp;
    }
    if (this.stopping) {
      sayGoodbye(socket);
      return true;
    }
    this.watch = socket;
    this.isUp = true;
    socket.unref();
    socket.once('close', () => {
      this.watch = null;
      this.recover('The process that ran the database has ended');
    });
    return true;
  }

  private recover(reason: string): void {
    if (this.stopping) return;
    this.isUp = false;
    this.options.report?.(`${reason}: starting it again.`);
    this.ensureRunning(Infinity).then(
      () => this.options.report?.('The database answers again.'),
      (error: Error) => {
        this.options.report?.(error.message);
        setTimeout(() => this.recover('The database is still away'), 1000).unref();
      },
    );
  }

  private start(): void {
    const command = [this.binaries.postgres, ...this.serverArguments()];
    const child = spawnAs(this.cluster.account, 'sh', ['-c', KEEP, 'sh', ...command], {
      env: { ...process.env, ...this.binaries.environment, PG_GRANDPARENT_PID: String(process.pid) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C is for Node alone, which then stops the server in order.
      detached: true,
    });
    this.child = child;
    this.serverPid = 0;
    this.lastOutput = '';
    child.stdin?.on('error', () => undefined);
    child.stdout?.once('data', (line: Buffer) => (this.serverPid = Number(line.toString())));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.lastOutput = (this.lastOutput + chunk.toString()).slice(-2000);
    });
    child.once('error', (error) => (this.lastOutput = error.message));
    child.once('close', () => {
      this.child = null;
      child.stdin?.destroy();
      if (this.isUp) this.recover('The database has stopped unexpectedly');
    });
  }

  private serverArguments(): string[] {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.folder,
      port: String(SOCKET_PORT),
      // The values of a failing statement must not reach a log.
      log_min_messages: 'fatal',
      log_min_error_statement: 'panic',
      timezone: 'UTC',
      // Lists of a million rows are read from here; what is not used is never taken.
      shared_buffers: `${BUFFERS_MB}MB`,
      ...(this.options.durable === false && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    };
    return [
      '-D',
      this.cluster.folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
  }

  private failuresAllowed(): number {
    return /lock file|shared memory/.test(this.lastOutput) ? FAILURES_WHILE_HELD : FAILURES_ALLOWED;
  }

  private async failure(): Promise<StartError> {
    const { folder } = this.cluster;
    if (this.lastOutput.includes('postmaster.pid')) {
      const holder = await lockHolder(folder);
      return new StartError(
        `The database folder ${folder} is held by process ${holder}, which does not answer: end it, or set DATA_DIR to another folder.`,
      );
    }
    const words = this.lastOutput.trim().split('\n');
    const reason = words.findLast((line) => /FATAL|PANIC/.test(line)) ?? words.at(-1);
    return new StartError(`The embedded PostgreSQL did not start in ${folder}: ${reason || 'it does not answer'}`);
  }
}

const killGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    process.kill(-(child.pid ?? NaN), signal);
  } catch {
    // It has just ended by itself.
  }
};
