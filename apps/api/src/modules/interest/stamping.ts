/** Has numbered invoices stamped by the provider: each by one program at a time, and never twice. */

import { sql } from 'kysely';
import {
  type InvoiceOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
} from '../../gateways/invoicing/port.ts';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { raiseAlert } from '../../lib/alerts.ts';
import type { JobDeps } from '../../lib/deps.ts';
import type { ClientId } from '../../lib/session/context.ts';
import type { Work } from '../../lib/work.ts';

export interface Stamped {
  readonly uuid: string;
  /** Key of the stored CFDI. */
  readonly sha256: Buffer;
}

/** What stamping one client's invoices needs. */
export interface Stamping {
  readonly invoicing: InvoicingPort;
  readonly storage: JobDeps['storage'];
  readonly log: JobDeps['log'];
  readonly tenant: ClientId;
  /** Opens a transaction on the client's rows. */
  readonly within: <T>(step: (work: Work) => Promise<T>) => Promise<T>;
}

/** A call that was interrupted may still be carried out for so long. */
const MINUTES_TO_FINISH = 2;

/**
 * Has a numbered invoice stamped and stores it; null if it is another program's turn, or could not be done now, or is
 * refused, which raises an alert. The provider is asked for an earlier result before anything is sent again.
 */
export async function stamp(
  { invoicing, storage, log, tenant, within }: Stamping,
  order: InvoiceOrder,
): Promise<Stamped | null> {
  if (!(await within((work) => claim(work, order)))) return null;
  try {
    const { uuid, xml } = await invoicing.issue(order);
    return { uuid, sha256: await storage.put(tenant, xml) };
  } catch (cause) {
    if (cause instanceof InvoicingRefused) await within((work) => alertRefusal(work, order, cause));
    else if (!(cause instanceof InvoicingUnavailable || cause instanceof StorageUnavailable)) throw cause;
    if (!(cause instanceof InvoicingUnavailable && cause.isUnknown)) await within((work) => release(work, order));
    log.warn({ err: cause, invoiceId: order.id }, 'invoice not stamped; repeating resumes it');
    return null;
  }
}

async function claim({ db, tenant }: Work, { id }: InvoiceOrder): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('interest_invoices')
    .set({ sent_at: sql`clock_timestamp()` })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', id)
    .where('state', '=', 'pending')
    .where(sql<boolean>`(sent_at is null or sent_at < clock_timestamp() - make_interval(mins => ${MINUTES_TO_FINISH}))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function release({ db, tenant }: Work, { id }: InvoiceOrder): Promise<void> {
  await db
    .updateTable('interest_invoices')
    .set({ sent_at: null })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

const alertRefusal = (work: Work, { id, serie, folio }: InvoiceOrder, { reason }: InvoicingRefused): Promise<void> =>
  raiseAlert(work, {
    kind: 'invoicing-refused',
    subject: `interest-invoice:${id}`,
    reason,
    details: { folio: `${serie}-${folio}` },
  });
