import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';

/** Statements a process prepares at most; there are far fewer, unless one is written with a list of varying length. */
const MAX_PREPARED = 1_000;
const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const names = new Map<string, string>();

/**
 * The name under which a connection keeps a statement's plan. Planning a join of six tables under row-level security
 * costs several times its execution. The server plans again when the role is another one than when it planned.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40);
  names.set(text, name);
  return name;
}

/** A connection out of the pool that runs each statement with parameters as a prepared one. */
export class PreparingConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = parameters.length === 0 ? undefined : nameOf(text);
    try {
      const result = await this.#client.query({ text, values: [...parameters], ...(name && { name }) });
      return {
        rows: result.rows,
        ...(COUNTED.has(result.command) && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
      };
    } catch (cause) {
      // The driver's error comes from its socket and says nothing of who asked.
      if (cause instanceof Error) cause.stack = `${cause.stack}\n${new Error('asked by').stack}`;
      throw cause;
    }
  }

  /** Runs text without parameters, several statements if need be; returns what the last one reported, as COMMIT. */
  async run(text: string): Promise<string> {
    const result: pg.QueryResult | pg.QueryResult[] = await this.#client.query(text);
    return (Array.isArray(result) ? result.at(-1)?.command : result.command) ?? '';
  }

  /** Gives the connection back; one whose state is unknown is closed instead. */
  release(isUsable: boolean): void {
    this.#client.release(!isUsable);
  }

  streamQuery(): never {
    throw new TypeError('rows are not streamed');
  }
}
