/** The steps of cancelling a CFDI: what has happened and what waits, or, before it is requested, what would be done. */
import type { cancelInterestInvoice } from '@anticipa/contract/interest';
import { getCfdiCancellation } from '@anticipa/contract/interest';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, instant, rowsOf } from '../../platform/db/rows.ts';
import { narrowTo, type WideWork, type Work } from '../../platform/work/work.ts';
import { collected } from './complement-numbering.ts';

type Cancellation = ResponseOf<typeof getCfdiCancellation>;
type Step = Cancellation['steps'][number];
type Motive = BodyOf<typeof cancelInterestInvoice>['motive'];

const { motive, steps } = getCfdiCancellation.response.shape;
const stepRow = steps.element.extend({ at: instant.nullable() });
const cancelledRow = z.object({
  client_id: clientIdColumn,
  motive,
  is_invoice: z.boolean(),
  requested_at: z.date().nullable(),
  substitute_id: z.string().nullable(),
});

/** The cancellation of a CFDI with its steps. `planned`: motive of a request that is not made yet. */
export async function cancellationOf(
  wide: WideWork,
  invoiceId: string,
  planned: Motive | undefined,
): Promise<Outcome<Cancellation>> {
  const [cfdi] = await rowsOf(wide.db, cancelledRow)`
    select client_id, cancel_motive as motive, invoice_type as is_invoice, cancel_requested_at as requested_at, (
      select substitute.invoice_id from interest_invoices substitute
      where substitute.client_id = cfdi.client_id and substitute.substitutes = cfdi.invoice_id) as substitute_id
    from interest_invoices cfdi where invoice_id = ${invoiceId} and uuid is not null`;
  if (cfdi === undefined) return refuse('NOT_FOUND');
  const work = narrowTo(wide, cfdi.client_id);
  const of: Cancelled = { invoiceId, substituteId: cfdi.substitute_id, since: cfdi.requested_at };
  const found = await stepsOf(work, of);
  const isSubstituted = (cfdi.motive ?? planned) === '01';
  const made = (kind: Step['kind']): Step[] => found.filter((step) => step.kind === kind);
  const missing = (kind: Step['kind'], isMissing: boolean): Step[] =>
    isMissing ? [{ kind, folio: null, state: 'planned', at: null, reason: null }] : [];
  const isPaid = made('complement').length > 0 && isSubstituted;
  const isDue =
    of.substituteId === null
      ? isPaid
      : isPaid && (made('new-complement').length === 0 || (await hasDueLines(work, of.substituteId)));
  return done({
    motive: cfdi.motive,
    steps: [
      ...made('complement'),
      ...made('substitute'),
      ...missing('substitute', isSubstituted && of.substituteId === null),
      ...made('invoice'),
      ...made('new-complement'),
      ...missing('new-complement', isDue),
      ...made('other-complement'),
    ],
  });
}

interface Cancelled {
  readonly invoiceId: string;
  readonly substituteId: string | null;
  readonly since: Date | null;
}

/** SQL for a row with the columns of a cancellation: the state of its step. */
const stateOfCancelling = sql`
  case when cancelled_at is not null then 'done' when cancel_state = 'requested' then 'sending'
    when cancel_state = 'in-process' then 'with-authority' when cancel_state = 'rejected' then 'refused' else 'planned' end`;

const reasonOf = (subject: ReturnType<typeof sql>) => sql`(
  select reason from alerts where alerts.client_id = cfdi.client_id and kind = 'invoicing-refused' and subject = ${subject}
  order by raised_at desc limit 1)`;

/** Complements of the invoice that are in force, or were cancelled with it. */
const affected = ({ tenant }: Work, { invoiceId, since }: Cancelled) => sql`
  select distinct complement_id from complement_instalments part join payment_complements using (client_id, complement_id)
  where client_id = ${tenant} and part.invoice_id = ${invoiceId} and (part.active or uuid is not null and cancelled_at >= ${since})`;

const stepsOf = (work: Work, of: Cancelled): Promise<z.output<typeof stepRow>[]> => rowsOf(work.db, stepRow)`
  select kind, folio, case when kind in ('substitute', 'invoice') and state = 'sending' and is_blocked then 'planned' else state end as state,
    at, case when state in ('refused', 'sending') then reason end as reason
  from (
    select 'complement' as kind, serie || '-' || folio as folio, ${stateOfCancelling} as state, coalesce(cancelled_at, cancel_sent_at) as at,
      ${reasonOf(sql`'payment-complement:' || cfdi.complement_id`)} as reason, false as is_blocked
    from payment_complements cfdi where client_id = ${work.tenant} and complement_id in (${affected(work, of)})
    union all
    select 'substitute', serie || '-' || folio, case when state = 'pending' then 'sending' else 'done' end, issued_at,
      ${reasonOf(sql`'interest-invoice:' || cfdi.invoice_id`)}, ${isCollected(work, of)}
    from interest_invoices cfdi where client_id = ${work.tenant} and invoice_id = ${of.substituteId}
    union all
    select 'invoice', serie || '-' || folio, ${stateOfCancelling}, coalesce(cancelled_at, cancel_sent_at),
      ${reasonOf(sql`'interest-invoice:' || cfdi.invoice_id`)}, ${isCollected(work, of)} or exists (
        select from interest_invoices substitute
        where substitute.client_id = cfdi.client_id and substitute.substitutes = cfdi.invoice_id and state = 'pending')
    from interest_invoices cfdi where client_id = ${work.tenant} and invoice_id = ${of.invoiceId}
    union all
    select 'new-complement', serie || '-' || folio, case when state = 'pending' then 'sending' else 'done' end, issued_at,
      ${reasonOf(sql`'payment-complement:' || cfdi.complement_id`)}, false
    from payment_complements cfdi where client_id = ${work.tenant} and active and complement_id in (
      select complement_id from complement_instalments part where part.client_id = ${work.tenant} and part.invoice_id = ${of.substituteId})
    union all
    select 'other-complement', serie || '-' || folio, case when bool_and(again.at is not null) then 'done' else 'planned' end, max(again.at), null, false
    from complement_lines line join interest_invoices other using (client_id, invoice_id)
    left join lateral (
      select max(made.issued_at) as at from complement_lines anew join payment_complements made using (client_id, complement_id)
      where anew.client_id = line.client_id and anew.invoice_id = line.invoice_id and anew.document_id = line.document_id
        and anew.active and made.state = 'issued' and complement_id not in (${affected(work, of)})
    ) again on true
    where client_id = ${work.tenant} and complement_id in (${affected(work, of)}) and invoice_id <> ${of.invoiceId} and other.active
    group by serie, folio
  ) step order by kind, length(folio), folio`;

/** A complement of the invoice is in force: nothing else is sent before it is cancelled. */
const isCollected = ({ tenant }: Work, { invoiceId }: Cancelled) => sql`exists (
  select from complement_instalments part where part.client_id = ${tenant} and part.invoice_id = ${invoiceId} and part.active)`;

async function hasDueLines({ db, tenant }: Work, invoiceId: string): Promise<boolean> {
  const rows = await rowsOf(db, z.object({ invoice_id: z.string() }))`
    select invoice_id from (${collected}) due where client_id = ${tenant} and invoice_id = ${invoiceId} limit 1`;
  return rows.length > 0;
}
