/** Has numbered invoices stamped by the provider: each by one program at a time, and never twice. */

import { sql } from 'kysely';
import { InvoicingRefused, InvoicingUnavailable, type IssuedInvoice } from '../../gateways/invoicing/port.ts';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { JobDeps } from '../deps.ts';

export interface Stamped {
  readonly uuid: string;
  /** Key of the stored CFDI. */
  readonly sha256: Buffer;
}

/** Dependencies of stamping one client's invoices. */
export interface Stamping {
  readonly storage: JobDeps['storage'];
  readonly log: JobDeps['log'];
  readonly tenant: ClientId;
  /** Opens a transaction on the client's rows. */
  readonly within: <T>(step: (work: Work<Principal>) => Promise<T>) => Promise<T>;
}

/** The column that names a row. */
export const keys = { interest_invoices: 'invoice_id', payment_complements: 'complement_id' } as const;

/** The row of what is to be stamped. */
export interface Numbered {
  readonly table: keyof typeof keys;
  readonly id: string;
  /** Includes its series. */
  readonly folio: string;
}

/** The subject of an alert about a row. */
export const subjectOf = ({ table, id }: Pick<Numbered, 'table' | 'id'>) =>
  `${table === 'interest_invoices' ? ('interest-invoice' as const) : ('payment-complement' as const)}:${id}` as const;

/** A call that was interrupted may still be carried out for so long. */
const MINUTES_TO_FINISH = 2;

/**
 * Has a numbered row stamped and stores it; null if it is another program's turn, or could not be done now, or is refused,
 * which raises an alert, unless `onRefused` deals with it. `issue` asks the provider for an earlier result before it sends
 * anything again.
 */
export async function stamp(
  { storage, log, tenant, within }: Stamping,
  numbered: Numbered,
  issue: () => Promise<IssuedInvoice>,
  onRefused = async (_work: Work<Principal>, _refused: InvoicingRefused): Promise<boolean> => false,
): Promise<Stamped | null> {
  if (!(await within((work) => claim(work, numbered)))) return null;
  try {
    const { uuid, xml } = await issue();
    return { uuid, sha256: await storage.put(tenant, xml) };
  } catch (cause) {
    if (cause instanceof InvoicingRefused) {
      await within(async (work) => {
        if (!(await onRefused(work, cause))) await alertRefusal(work, numbered, cause);
      });
    } else if (!(cause instanceof InvoicingUnavailable || cause instanceof StorageUnavailable)) throw cause;
    if (!(cause instanceof InvoicingUnavailable && cause.isUnknown)) await within((work) => release(work, numbered));
    log.warn({ err: cause, id: numbered.id }, 'invoice not stamped; repeating resumes it');
    return null;
  }
}

const pending = ({ tenant }: Work, { table, id }: Numbered) =>
  sql`client_id = ${tenant} and ${sql.ref(keys[table])} = ${id} and state = 'pending'
    and ${table === 'interest_invoices' ? sql`(active or substitutes is not null)` : sql`active`}`;

async function claim(work: Work, numbered: Numbered): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(numbered.table)} set sent_at = clock_timestamp() where ${pending(work, numbered)}
      and (sent_at is null or sent_at < clock_timestamp() - make_interval(mins => ${MINUTES_TO_FINISH}))`.execute(
    work.db,
  );
  return numAffectedRows > 0n;
}

async function release(work: Work, numbered: Numbered): Promise<void> {
  await sql`update ${sql.table(numbered.table)} set sent_at = null where ${pending(work, numbered)}`.execute(work.db);
}

const alertRefusal = (work: Work, numbered: Numbered, { reason }: InvoicingRefused): Promise<void> =>
  raiseAlert(work, {
    kind: 'invoicing-refused',
    subject: subjectOf(numbered),
    reason,
    details: { folio: numbered.folio },
  });
