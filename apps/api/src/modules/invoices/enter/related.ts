/** Applies what related CFDI say to invoices: to unsold ones at once, of sold ones the lender is alerted. */
import type { CfdiFields } from '@anticipa/cfdi/read';
import { lenderObjection } from '@anticipa/domain/invoice-entry';
import { takesEffect } from '@anticipa/domain/invoice-relation';
import { decimalOf } from '@anticipa/domain/money';
import { type RejectionMotive, relationMotives } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { announce } from '../../../platform/live/events.ts';
import { actingAs, type Principal, type Work } from '../../../platform/work/work.ts';
import { raiseAlert } from '../../alerts/alert.ts';
import { writeAudit } from '../../log/audit.ts';
import { productsRequiringPpd } from '../enter-queries.ts';
import { type InvoiceFacts, invoiceFacts } from '../queries.ts';
import { documentsWith, type RelationState, relatedCfdi, relationStates } from '../related-queries.ts';
import { applyTransition, claimInvoices, restoreRejected } from '../transition.ts';

/** UUIDs that a CFDI names. */
export const namedBy = ({ relations }: Pick<CfdiFields, 'relations'>): string[] => [
  ...new Set(relations.flatMap(({ uuids }) => uuids)),
];

/**
 * Begins the entry of CFDI of a client, until the transaction ends: one that names others waits for the others that are coming in
 * at the same time, and they for it, so that neither overlooks the other.
 */
export async function beginEntry(
  { db, tenant }: Work,
  entering: readonly Pick<CfdiFields, 'relations'>[],
): Promise<void> {
  const lock = entering.some(({ relations }) => relations.length > 0)
    ? 'pg_advisory_xact_lock'
    : 'pg_advisory_xact_lock_shared';
  await sql`select ${sql.raw(lock)}(hashtextextended(${`entry:${tenant}`}, 0))`.execute(db);
}

/** Records what a CFDI states of others, once, and locks the client's invoices among them until the transaction ends. */
export async function recordRelations(
  work: Work,
  { uuid, type, issuer, relations }: Pick<CfdiFields, 'uuid' | 'type' | 'issuer' | 'relations'>,
): Promise<void> {
  const rows = relations.flatMap(({ kind, uuids }) => uuids.map((related) => ({ kind, related })));
  if (rows.length === 0) return;
  await sql`
    insert into cfdi_relations (client_id, uuid, kind, related_uuid, type, issuer_rfc)
    select ${work.tenant}, ${uuid}, kind, related, ${type}, ${issuer.rfc}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as stated(kind text, related text)
    on conflict do nothing`.execute(work.db);
  await invoiceFacts(work, await documentsWith(work, namedBy({ relations })), 'update');
}

/** Rejections that end by themselves. */
const passing: readonly RejectionMotive[] = [...relationMotives, 'EMITTED_IN_FUTURE'];

/** Brings the client's invoices with these UUIDs to what related CFDI leave of them. Repeating it changes nothing. */
export async function settleRelated(work: Work<Principal>, uuids: readonly string[]): Promise<void> {
  const invoices = await invoiceFacts(work, await documentsWith(work, uuids), 'update');
  const states = await relationStates(work, invoices);
  const requiresPpd = await productsRequiringPpd(work);
  const changed: string[] = [];
  for (const [index, invoice] of invoices.entries()) {
    const state = states[index];
    if (!state) continue;
    if (isSold(invoice)) await alertOf(work, invoice);
    else if (await settleUnsold(work, invoice, { state, requiresPpd: requiresPpd.has(invoice.product) }))
      changed.push(invoice.documentId);
  }
  if (changed.length > 0) await announce(work, 'invoices', changed);
}

const isSold = ({ status }: InvoiceFacts): boolean => status === 'PREVENTA' || status === 'CREDITO';

async function settleUnsold(
  work: Work<Principal>,
  invoice: InvoiceFacts,
  { state, requiresPpd }: { readonly state: RelationState; readonly requiresPpd: boolean },
): Promise<boolean> {
  const { documentId, status, motive, total } = invoice;
  if (status === 'LIQUIDADO') return false;
  const isReduced = state.motive === null && state.remaining.cents !== total.cents;
  if (isReduced) await setTotal(work, invoice, state);
  const next = await motiveNow(work, invoice, { state, requiresPpd });
  if (next === motive) return isReduced;
  const portal = actingAs(work, 'system');
  if (next !== null && status === 'RECHAZADA')
    await restoreRejected(portal, documentId, { motive: next, rejectedAt: work.at });
  else if (next !== null) await applyTransition(portal, 'failCheck', [documentId], { motive: next });
  // Pending, so that the next check at the tax authority also authorises it.
  else await applyTransition(portal, 'restoreByUser', [documentId], { set: { verification: 'pending' } });
  await record(work, invoice, { motive: next });
  return true;
}

/** Why it must be rejected from now on. Other rejections than passing ones stay. */
async function motiveNow(
  work: Work,
  invoice: InvoiceFacts,
  { state, requiresPpd }: { readonly state: RelationState; readonly requiresPpd: boolean },
): Promise<RejectionMotive | null> {
  if (invoice.status !== 'RECHAZADA') return state.motive;
  if (!passing.some((motive) => motive === invoice.motive)) return invoice.motive;
  const facts = { ...invoice, isLiveElsewhere: false, relationMotive: state.motive, requiresPpd };
  const objection = lenderObjection(facts, work.today);
  if (objection || !invoice.isStampVerified) return objection;
  const claimed = await claimInvoices(work, [invoice.documentId]);
  return claimed.length > 0 ? null : 'ALREADY_FINANCED';
}

/** The IVA keeps its share of the total. */
async function setTotal(work: Work<Principal>, invoice: InvoiceFacts, { remaining }: RelationState): Promise<void> {
  const total = decimalOf(remaining);
  await work.db
    .updateTable('invoices')
    .set({ total, cfdi_iva: sql`round(cfdi_iva * ${total}::numeric / total, 2)` })
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', invoice.documentId)
    .where('status', 'in', [0, 10, 20])
    .execute();
  await record(work, invoice, { before: decimalOf(invoice.total), after: total });
}

const record = (work: Work, { documentId }: InvoiceFacts, details: object): Promise<void> =>
  writeAudit(actingAs(work, 'system'), {
    action: 'invoice.related',
    subject: `invoice:${documentId}`,
    details: { ...details },
  });

/** Once for each CFDI in force that takes from a sold invoice. */
async function alertOf(work: Work, { uuid, documentId }: InvoiceFacts): Promise<void> {
  const related = await relatedCfdi(work, work.tenant, { uuids: [uuid], isForLender: work.actor?.kind !== 'client' });
  for (const { kind, type, serie, folio, total, currency, ...other } of related.get(uuid) ?? []) {
    if (!other.isNewer || other.isCancelled || !takesEffect({ kind, type })) continue;
    const details = { kind, type, uuid: other.uuid, serie, folio, amount: total, currency };
    await raiseAlert(work, { kind: 'related-invoice', subject: `invoice:${documentId}`, reason: other.uuid, details });
  }
}
