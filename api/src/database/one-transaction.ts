/**
 * One transaction around calls that each make their own: inside `inOneTransaction` every query of the same database
 * runs on one connection, `db.transaction()` becomes a savepoint, and all of it is committed together or not at all.
 * So what a route does and the record that it was done (http/idempotency) cannot come apart, and no query knows of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely';

/** The state that the calls of one `inOneTransaction` share. */
interface Unit {
  connection: SharedConnection | null;
  hasEnded: boolean;
}

const units = new AsyncLocalStorage<Unit>();

/**
 * Runs `work` in one transaction of `db` and returns its result. What `work` and all that it awaits ask of `db` belongs
 * to that transaction; transactions within it follow one another. Throws what `work` throws, and then nothing is stored.
 * Inside another one it is a part of that.
 */
export function inOneTransaction<T, R>(db: Kysely<T>, work: (transaction: Transaction<T>) => Promise<R>): Promise<R> {
  const outer = units.getStore();
  const unit = outer && !outer.hasEnded ? outer : { connection: null, hasEnded: false };
  return units.run(unit, () => db.transaction().execute(work));
}

/** The dialect whose connections `inOneTransaction` can share. */
export const joiningDialect = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => new JoiningDriver(dialect.createDriver()),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});

/** A connection in several hands; what is asked of it is done in its order. */
class SharedConnection implements DatabaseConnection {
  holders = 1;
  depth = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly inner: DatabaseConnection,
    readonly unit: Unit,
  ) {}

  inTurn<R>(ask: () => Promise<R>): Promise<R> {
    const result = this.last.then(ask);
    this.last = result.catch(() => undefined);
    return result;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.inTurn(() => this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

class JoiningDriver implements Driver {
  constructor(private readonly inner: Driver) {}

  init(): Promise<void> {
    return this.inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const unit = units.getStore();
    // Work after the transaction is no part of it.
    if (!unit || unit.hasEnded) return this.inner.acquireConnection();
    if (unit.connection) {
      unit.connection.holders += 1;
      return unit.connection;
    }
    unit.connection = new SharedConnection(await this.inner.acquireConnection(), unit);
    return unit.connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.inner.releaseConnection(connection);
    connection.holders -= 1;
    if (connection.holders === 0) await this.inner.releaseConnection(connection.inner);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.inner.beginTransaction(connection, settings);
    const { depth, inner } = connection;
    if (depth > 0) await say(connection, `savepoint part_${depth}`);
    else await this.inner.beginTransaction(inner, settings);
    connection.depth = depth + 1;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.inner.commitTransaction(connection);
    const { depth, inner, unit } = connection;
    if (depth > 1) await say(connection, `release savepoint part_${depth - 1}`);
    else {
      unit.hasEnded = true;
      await connection.inTurn(() => this.inner.commitTransaction(inner));
    }
    connection.depth = depth - 1;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.inner.rollbackTransaction(connection);
    const { depth, inner, unit } = connection;
    connection.depth = depth - 1;
    if (depth > 1) return say(connection, `rollback to savepoint part_${depth - 1}`);
    unit.hasEnded = true;
    await connection.inTurn(() => this.inner.rollbackTransaction(inner));
  }

  destroy(): Promise<void> {
    return this.inner.destroy();
  }
}

const say = async (connection: SharedConnection, words: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(words));
};
