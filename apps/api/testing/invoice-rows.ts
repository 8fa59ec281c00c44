import type { Currency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Clock } from '../src/platform/work/clock.ts';
import type { TestDatabase } from './test-database.ts';

interface InvoiceRows {
  readonly client: { readonly clientId: string };
  readonly user: { readonly userId: string };
  readonly companyId: string;
  readonly count?: number;
  readonly product?: ProductCode;
  readonly currency?: Currency;
  /** Per invoice, as decimal text. Defaults to 116,000.00. */
  readonly total?: string;
  /** Defaults to AUTORIZADA. */
  readonly status?: 0 | 10 | 20;
  /** For RECHAZADA: motive and date. Defaults to a rule of the lender, today. */
  readonly motive?: string;
  readonly rejectedAt?: Date;
  readonly emittedOn?: string;
  readonly verification?: 'verified' | 'pending';
  readonly paymentMethod?: 'PUE' | 'PPD';
  /** Term in `CondicionesDePago`, in days. */
  readonly statedTerm?: number;
}

/**
 * Inserts invoices as if uploaded, without a CFDI, in one statement: for cases about later steps or with many invoices.
 * Returns their ids in folio order.
 */
export const someInvoices = async (
  { db, clock }: { readonly db: Pick<TestDatabase, 'owner'>; readonly clock: Clock },
  options: InvoiceRows,
): Promise<string[]> => {
  const status = options.status ?? 20;
  const rejected = status === 0 ? (options.rejectedAt ?? clock.now()) : null;
  const { rows } = await db.owner.query<{ document_id: string }>(
    `with wanted as (
      select n, gen_random_uuid() as document_id, gen_random_uuid() as file_id, upper(gen_random_uuid()::text) as uuid
      from generate_series(1, $4::integer) n
    ), kept as (
      insert into files (client_id, file_id, file_name, file_type, size, sha256, receiver_rfc, uploaded_by, created_at)
      select $1, file_id, 'F' || n || '.xml', 'text/xml', 1, sha256(uuid::bytea), 'AAA010101AAA', $2, $12 from wanted
    ), invoiced as (
      insert into invoices (client_id, document_id, file_id, company_id, product, uuid, seal_hash, cfdi_version, serie, folio,
        issuer_rfc, receiver_rfc, receiver_name, receiver_key, seal_tail, currency, total, cfdi_total, cfdi_iva, emitted_on,
        payment_method, status, motive, motive_by_user, rejected_at, verification, is_stamp_verified, checked_at, created_by, created_at,
        stated_term)
      select $1, document_id, file_id, $3, $5, wanted.uuid, sha256(wanted.uuid::bytea), '4.0', 'A', n::text,
        clients.rfc, companies.rfc, companies.name, companies.receiver_key, 'AAAAAAA=', $6, $7::numeric, $7::text, round($7::numeric * 16 / 116, 2),
        $8, $14,
        $9, $10, $10 is not distinct from 'DELETED_BY_USER', $11, $13, true, $12, $2, $12, $15
      from wanted, clients, companies where clients.client_id = $1 and companies.company_id = $3
      returning document_id, uuid, seal_hash
    ), remembered as (
      insert into invoice_events (client_id, document_id, transition, to_status, motive, actor_kind, actor_id, happened_at)
      select $1, document_id, 'upload', $9, $10, 'user', $2, $12 from invoiced
    ), claimed as (
      insert into invoice_claims (client_id, document_id, uuid, seal_hash, is_proven)
      select $1, document_id, uuid, seal_hash, true from invoiced where $9 <> 0
    )
    select document_id from wanted order by n`,
    [
      options.client.clientId,
      options.user.userId,
      options.companyId,
      options.count ?? 1,
      options.product ?? 'BI',
      options.currency ?? 'MXN',
      options.total ?? '116000.00',
      options.emittedOn ?? clock.today(),
      status,
      status === 0 ? (options.motive ?? 'LENDER_DOCUMENTS') : null,
      rejected,
      clock.now(),
      options.verification ?? 'verified',
      options.paymentMethod ?? 'PPD',
      options.statedTerm ?? null,
    ],
  );
  return rows.map((row) => row.document_id);
};
