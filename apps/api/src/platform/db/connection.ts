import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';

/** Far above the real number, unless a statement contains a list of varying length. */
const MAX_PREPARED = 3_000;
const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const names = new Map<string, string>();

/**
 * Name of a prepared statement. Planning a join of six tables under row-level security costs several times its execution.
 * The server replans when the role has changed.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40);
  names.set(text, name);
  return name;
}

/** A connection of the pool; with `prepares` it prepares every statement with parameters. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #prepares: boolean;
  constructor(client: pg.PoolClient, prepares: boolean) {
    this.#client = client;
    this.#prepares = prepares;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#prepares && parameters.length > 0 ? nameOf(text) : undefined;
    try {
      const result = await this.#client.query({ text, values: [...parameters], ...(name && { name }) });
      return {
        rows: result.rows,
        ...(COUNTED.has(result.command) && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
      };
    } catch (cause) {
      // The driver's stack ends at its socket; append the caller's.
      if (cause instanceof Error) cause.stack = `${cause.stack}\n${new Error('called from').stack}`;
      throw cause;
    }
  }

  /** Runs one or more statements without parameters; returns the last command tag, such as COMMIT. */
  async run(text: string): Promise<string> {
    const result: pg.QueryResult | pg.QueryResult[] = await this.#client.query(text);
    return (Array.isArray(result) ? result.at(-1)?.command : result.command) ?? '';
  }

  /** Runs a query between `begin` and COMMIT in one round trip; returns its rows. */
  async runOnce<R>(begin: string, query: CompiledQuery<R>): Promise<R[]> {
    // After a failure COMMIT rolls back.
    const sent = [this.run(begin), this.executeQuery<R>(query), this.run('commit')] as const;
    await Promise.allSettled(sent);
    const [, { rows }, ended] = await Promise.all(sent);
    if (ended !== 'COMMIT') throw new Error('COMMIT rolled back');
    return rows;
  }

  /** Returns the connection to the pool, or closes it if unusable. */
  release(isUsable: boolean): void {
    this.#client.release(!isUsable);
  }

  streamQuery(): never {
    throw new TypeError('rows are not streamed');
  }
}
