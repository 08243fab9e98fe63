/**
 * Several database servers, of which one takes writes: a primary and its standbys. The driver knows one server only, so
 * this chooses it, as libpq does for `target_session_attrs=read-write`, and beyond libpq knows a server that was promoted
 * from a former primary that still answers: its timeline is higher.
 */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** How long one server may take to say what it is, in milliseconds: less than a pool waits for a connection. */
const PATIENCE_MS = 1000;
/** After so long without a byte under a query the servers are asked again; and between two rounds of asking. */
const SILENCE_MS = 1000;
const PAUSE_MS = 250;

/** None of the servers takes writes; its message says what each of them answered. People are told that it is away. */
export class NoWritableServer extends Error {
  /** PostgreSQL's own for "cannot connect now". */
  readonly code = '57P03';
}

interface Server {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly config: ClientConfig;
}

/** The server that is used, and the timeline that it was on. */
interface Choice {
  readonly server: Server;
  readonly timeline: number;
}

const streamOf = (client: Client): Socket => client.connection.stream as Socket;

/** The timeline that a server writes on, or null where it takes no writes. */
async function timelineOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ timeline: string | null }>(`
    select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
      then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`);
  const timeline = rows[0]?.timeline ?? null;
  return timeline === null ? null : parseInt(timeline, 16);
}

/**
 * A client that connects to the server that takes writes. All clients of one class share what was found: a server is
 * asked what it is on each new connection, all of them where that one fails, and where a connection in use has been
 * silent for a second, as those of a server that hangs are. Once another was promoted, connections to the former fail.
 *
 * @param urls the servers' addresses, alike but for host and port
 */
export function clientOfSeveral(urls: readonly string[]): typeof Client {
  const servers = urls.map((connectionString): Server => {
    const config = { connectionString, application_name: 'console' };
    const { host, port } = new Client(config);
    return { name: `${host}:${port}`, host, port, config };
  });
  const open = new Map<Client, { choice: Choice; bytes: number }>();
  /** Never chosen again below this: a former primary that was not shut down. */
  let newest = 0;
  let current: Choice | null = null;
  let choosing: Promise<Choice> | null = null;
  let watching: NodeJS.Timeout | null = null;
  let isSearching = false;

  const ask = async (server: Server): Promise<Choice> => {
    const client = new Client({
      ...server.config,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const timeline = await timelineOf(client);
      if (timeline === null) throw new Error('is a standby or allows reading only');
      if (timeline < newest) throw new Error('was replaced by a server that was promoted');
      return { server, timeline };
    } finally {
      streamOf(client).destroy();
    }
  };

  const choose = (): Promise<Choice> => {
    choosing ??= Promise.allSettled(servers.map(ask))
      .then((answers) => {
        const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
        const [best] = found.sort((one, other) => other.timeline - one.timeline);
        if (!best) throw new NoWritableServer(wordsOf(servers, answers));
        newest = best.timeline;
        current = best;
        return best;
      })
      .finally(() => (choosing = null));
    return choosing;
  };

  /** Asks until a server answers that takes writes, and gives up the connections to those that a promotion replaced. */
  const search = async (): Promise<void> => {
    if (isSearching) return;
    isSearching = true;
    while (open.size > 0) {
      const found = await choose().catch(() => null);
      if (found) {
        for (const [client, { choice }] of open) if (choice.timeline < found.timeline) streamOf(client).destroy();
        break;
      }
      await wait(PAUSE_MS, undefined, { ref: false });
    }
    isSearching = false;
  };

  const watch = (): void => {
    for (const [client, seen] of open) {
      const { bytesRead } = streamOf(client);
      // The driver's own word for a connection on which no answer is due.
      const isIdle = (client as Client & { readyForQuery?: boolean }).readyForQuery ?? true;
      if (!isIdle && bytesRead === seen.bytes) void search();
      seen.bytes = bytesRead;
    }
  };

  return class extends Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      // An error between two steps of connecting fails the next of them; unheard, it would end the process.
      this.on('error', () => undefined);
      const connecting = this.connectToChosen();
      if (!callback) return connecting;
      // The pool takes no error for success.
      connecting.then(() => (callback as () => void)(), callback);
    }

    private async connectToChosen(): Promise<this> {
      const choice = current ?? (await choose());
      Object.assign(this, { host: choice.server.host, port: choice.server.port });
      try {
        await super.connect();
        const timeline = await timelineOf(this);
        if (timeline === null || timeline < newest)
          throw new NoWritableServer(`The database server ${choice.server.name} takes no writes any more.`);
        this.keepWatch({ ...choice, timeline });
        return this;
      } catch (error) {
        // The next connection asks all of them.
        if (current === choice) current = null;
        streamOf(this).destroy();
        throw error;
      }
    }

    private keepWatch(choice: Choice): void {
      open.set(this, { choice, bytes: -1 });
      watching ??= setInterval(watch, SILENCE_MS).unref();
      this.once('end', () => {
        open.delete(this);
        if (open.size > 0 || !watching) return;
        clearInterval(watching);
        watching = null;
      });
    }
  };
}

const wordsOf = (servers: readonly Server[], answers: readonly PromiseSettledResult<Choice>[]): string => {
  const each = servers.map(({ name }, at) => {
    const answer = answers[at];
    const { code, message } = (answer?.status === 'rejected' ? answer.reason : new Error()) as NodeJS.ErrnoException;
    if (code === undefined && /^(is|was) /.test(message)) return `${name} ${message}`;
    return `${name} cannot be used (${code !== undefined && /^E/.test(code) ? code : message})`;
  });
  return `No server of DATABASE_URL takes writes: ${each.join(', ')}.`;
};
