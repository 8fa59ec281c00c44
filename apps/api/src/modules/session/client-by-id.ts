import { sql } from 'kysely';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';

/** The client that a request names, or undefined: the only way from an id in a request to one that queries take. */
export async function clientById({ db }: WideWork, id: string): Promise<ClientId | undefined> {
  const row = await db
    .selectFrom('clients')
    .select('client_id')
    .where('client_id', '=', sql<ClientId>`${id}`)
    .executeTakeFirst();
  return row?.client_id;
}
