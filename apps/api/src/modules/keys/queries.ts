import type { ApiKey } from '@anticipa/contract/api-keys';
import { keyStateAt, modeOfKey, scopesOf } from '@anticipa/domain/api-key';
import type { Work } from '../../platform/work/work.ts';

const keyRows = ({ db, tenant }: Work) =>
  db
    .selectFrom('api_keys as keys')
    .innerJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'keys.client_id').onRef('users.user_id', '=', 'keys.owner_id'),
    )
    .select([
      'keys.key_id',
      'keys.name',
      'keys.prefix',
      'keys.scopes',
      'keys.addresses',
      'keys.created_at',
      'keys.expires_at',
      'keys.last_used_at',
      'keys.last_used_address',
      'keys.revoked_at',
      'keys.revoked_by',
      'users.first_name',
      'users.last_name',
      'users.active',
    ])
    .where('keys.client_id', '=', tenant);
type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>['executeTakeFirstOrThrow']>>;

const toKey = (row: KeyRow, at: Date): ApiKey => ({
  keyId: row.key_id,
  name: row.name,
  prefix: row.prefix,
  mode: modeOfKey(row.prefix),
  scopes: scopesOf(row.scopes),
  addresses: row.addresses,
  ownerName: `${row.first_name} ${row.last_name}`.trim(),
  state: keyStateAt(
    {
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      revokedBy: row.revoked_by,
      isOwnerActive: row.active,
    },
    at,
  ),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

/** The client's keys, newest first. */
export async function clientKeys(work: Work): Promise<ApiKey[]> {
  const rows = await keyRows(work).orderBy('keys.created_at', 'desc').orderBy('keys.key_id').execute();
  return rows.map((row) => toKey(row, work.at));
}

/** A key of the client; undefined if there is none. */
export async function clientKey(work: Work, keyId: string): Promise<ApiKey | undefined> {
  const row = await keyRows(work).where('keys.key_id', '=', keyId).executeTakeFirst();
  return row && toKey(row, work.at);
}
