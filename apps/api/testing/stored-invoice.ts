import type { Portal } from './portal.ts';

/** An invoice as stored, with its steps, its audited objections and its claims. */
export const storedInvoice = async ({ db }: Pick<Portal, 'db'>, documentId: string) => {
  const { rows } = await db.owner.query<{
    status: number;
    verification: string;
    motive: string | null;
    events: string[];
    audits: number;
    claims: number;
  }>(
    `select status, verification, motive,
       (select array_agg(transition || ' ' || to_status order by event_id) from invoice_events e where e.document_id = i.document_id) as events,
       (select count(*)::integer from audit where subject = 'invoice:' || document_id and action = 'invoice.objection') as audits,
       (select count(*)::integer from invoice_claims c where c.document_id = i.document_id) as claims
     from invoices i where document_id = $1`,
    [documentId],
  );
  if (!rows[0]) throw new Error('no such invoice');
  return rows[0];
};
