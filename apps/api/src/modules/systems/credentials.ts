/** Expiry of the credentials with which the portal signs in or seals at outside systems. */
import type { OutsideSystem, SystemState } from '@anticipa/contract/systems';
import { dateAt, daysBetween, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { ciecStatus } from '@anticipa/domain/sync';
import { z } from 'zod';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { certificateIn, type NewestCfdi } from '../interest/certificate.ts';

type Credentials = NonNullable<SystemState['credentials']>;
export type SystemCredentials = ReadonlyMap<OutsideSystem, Credentials>;

const credentialsRow = z.object({ first: z.date().nullable(), refused: z.int() });

/** First e.firma to expire among the clients that synchronise, and refused credentials. */
export async function syncCredentials({ db, today }: WideWork): Promise<Credentials> {
  const broken = [ciecStatus.INVALID, ciecStatus.DEACTIVATED, ciecStatus.ERROR];
  const [{ first, refused } = { first: null, refused: 0 }] = await rowsOf(db, credentialsRow)`
    select min(expires_at) filter (where status = ${ciecStatus.VALID}) as first,
      count(*) filter (where status = any(${broken}::integer[]))::integer as refused
    from sync_credentials join clients using (client_id) where sat_sync_active`;
  return { expiry: first && expiryAt(first.getTime(), today), refused };
}

/** Certificates end at an instant; the last day is shown. */
const expiryAt = (instant: number, today: IsoDate): Credentials['expiry'] => {
  const on = dateAt(new Date(instant), MEXICO_CITY);
  return { on, daysLeft: daysBetween(today, on) };
};

/** The last one read, since it changes once in years. */
const lastRead: { sha256: string; validTo: number | null } = { sha256: '', validTo: null };

/** The certificate with which the newest CFDI is sealed; null if it cannot be read now. */
export async function sealingCredentials(
  { storage, clock }: Pick<JobDeps, 'storage' | 'clock'>,
  newest: NewestCfdi | undefined,
): Promise<Credentials> {
  const sha256 = newest?.sha256.toString('hex') ?? '';
  if (newest && sha256 !== lastRead.sha256) {
    try {
      lastRead.validTo = (await certificateIn(storage, newest))?.validTo ?? null;
      lastRead.sha256 = sha256;
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable)) throw cause;
      return { expiry: null, refused: 0 };
    }
  }
  const validTo = newest ? lastRead.validTo : null;
  return { expiry: validTo === null ? null : expiryAt(validTo, clock.today()), refused: 0 };
}
