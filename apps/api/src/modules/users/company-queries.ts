import { sql } from 'kysely';
import type { Work } from '../../platform/work/work.ts';

/** The name of the client, for a person who belongs to others too; null for one of this client only, and for a stranger. */
export async function companyNamedTo({ db, tenant }: Work, email: string): Promise<string | null> {
  const named = await db
    .selectFrom('users as own')
    .innerJoin('clients', 'clients.client_id', 'own.client_id')
    .select('entity_name')
    .where('own.client_id', '=', tenant)
    .where(sql`lower(own.email)`, '=', email.toLowerCase())
    .where((own) =>
      own.exists(
        own
          .selectFrom('users as other')
          .select('other.user_id')
          .whereRef('other.account_id', '=', 'own.account_id')
          .whereRef('other.client_id', '<>', 'own.client_id')
          .where('other.active', '=', true)
          .where('other.joined_at', 'is not', null),
      ),
    )
    .executeTakeFirst();
  return named?.entity_name ?? null;
}
