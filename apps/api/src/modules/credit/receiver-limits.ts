/** Exposure to a receiver that the lender accepts, in all or from one client. */
import type { FinancedCurrency } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Lock, WideWork } from '../../platform/work/work.ts';

/** A limit's place; `clientId` is null for all clients together. */
export interface LimitPlace {
  readonly companyId: string;
  readonly clientId: string | null;
  readonly currency: FinancedCurrency;
}

/** The limit, null if there is none, and what counts against it. */
const standing = z.object({ limit: decimal.nullable(), owed: decimal, held: decimal });
export type LimitStanding = z.output<typeof standing>;

/** A missing row means that nothing was ever sold there. */
const unused: LimitStanding = { limit: null, owed: '0.00', held: '0.00' };

const tableOf = ({ clientId }: LimitPlace) => sql.table(clientId === null ? 'receiver_exposures' : 'pair_exposures');
const isAt = ({ companyId, clientId, currency }: LimitPlace) =>
  sql`company_id = ${companyId} and currency = ${currency}${clientId === null ? sql`` : sql` and client_id = ${clientId}`}`;

export async function limitAt(work: WideWork, place: LimitPlace, lock: Lock): Promise<LimitStanding> {
  // A row that is not there cannot be locked.
  if (lock === 'update') await addPlace(work, place);
  const [found = unused] = await rowsOf(work.db, standing)`
    select limit_amount as "limit", owed, held
    from ${tableOf(place)} where ${isAt(place)} ${lock === 'update' ? sql`for update` : sql``}`;
  return found;
}

async function addPlace({ db }: WideWork, place: LimitPlace): Promise<void> {
  const { companyId, clientId, currency } = place;
  const [column, value] = clientId === null ? [sql``, sql``] : [sql`, client_id`, sql`, ${clientId}`];
  await sql`
    insert into ${tableOf(place)} (company_id, currency${column}) values (${companyId}, ${currency}${value})
    on conflict do nothing`.execute(db);
}

/** Sets the limit of a locked place. */
export async function setLimit({ db }: WideWork, place: LimitPlace, limit: string | null): Promise<void> {
  await sql`update ${tableOf(place)} set limit_amount = ${limit} where ${isAt(place)}`.execute(db);
}
