/** Credit notes (CFDI of type E): they reduce the invoices that they name, also those that come in later. */
import { randomUUID } from 'node:crypto';
import type { CfdiFields } from '@anticipa/cfdi/read';
import type { TaxStatus } from '@anticipa/domain/invoice-entry';
import { type Currency, decimalOf, money } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { Principal, Work } from '../../../platform/work/work.ts';
import { beginEntry, namedBy, recordRelations, settleRelated } from './related.ts';

/** A verified credit note. */
export interface NoteArrival {
  readonly fileId: string;
  readonly cfdi: CfdiFields & { readonly currency: Currency };
  readonly taxStatus: TaxStatus;
}

/**
 * Keeps the note and applies it; a note that the client has is only checked for a cancellation since. Returns whether it is
 * new.
 */
export async function enterCreditNote(
  work: Work<Principal>,
  { fileId, cfdi, taxStatus }: NoteArrival,
): Promise<boolean> {
  const isCancelled = taxStatus === 'cancelado';
  await beginEntry(work, [cfdi]);
  await recordRelations(work, cfdi);
  const entered = await work.db
    .insertInto('credit_notes')
    .values({
      client_id: work.tenant,
      credit_note_id: randomUUID(),
      file_id: fileId,
      uuid: cfdi.uuid,
      seal_hash: Buffer.from(cfdi.sealSha256, 'hex'),
      issuer_rfc: cfdi.issuer.rfc,
      serie: cfdi.series,
      folio: cfdi.folio,
      currency: cfdi.currency,
      total: decimalOf(money(cfdi.totalCents, cfdi.currency)),
      emitted_on: cfdi.emittedOn,
      is_cancelled: isCancelled,
      created_at: work.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credit_note_id')
    .executeTakeFirst();
  if (entered === undefined && taxStatus !== 'unreachable') await setCancelled(work, [cfdi.uuid], isCancelled);
  await settleRelated(work, await concernedBy(work, namedBy(cfdi)));
  return entered !== undefined;
}

/** Notes that the tax authority has cancelled reduce nothing any more. */
export async function cancelCreditNotes(work: Work<Principal>, uuids: readonly string[]): Promise<void> {
  const cancelled = await setCancelled(work, uuids, true);
  if (cancelled.length > 0) await settleRelated(work, await concernedBy(work, await namedByNotes(work, cancelled)));
}

async function setCancelled({ db, tenant }: Work, uuids: readonly string[], isCancelled: boolean): Promise<string[]> {
  const rows = await db
    .updateTable('credit_notes')
    .set({ is_cancelled: isCancelled })
    .where('client_id', '=', tenant)
    .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
    .where('is_cancelled', '<>', isCancelled)
    .returning('uuid')
    .execute();
  return rows.map(({ uuid }) => uuid);
}

async function namedByNotes({ db, tenant }: Work, uuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('cfdi_relations')
    .select('related_uuid')
    .distinct()
    .where('client_id', '=', tenant)
    .where('type', '=', 'E')
    .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
    .execute();
  return rows.map((row) => row.related_uuid);
}

/**
 * UUIDs that are concerned: these, and those that they name; a note may substitute another one, which named the
 * invoices.
 */
const concernedBy = async (work: Work, uuids: readonly string[]): Promise<string[]> => [
  ...new Set([...uuids, ...(await namedByNotes(work, uuids))]),
];
