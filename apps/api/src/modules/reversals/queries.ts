import { financedCurrency } from '@anticipa/contract/wire';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ReversibleKind } from '@anticipa/domain/reversal';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/** A record that was booked. */
export interface Booked {
  readonly kind: ReversibleKind;
  readonly id: string;
  readonly clientId: ClientId;
  readonly currency: FinancedCurrency;
  readonly amount: string;
  readonly trackingKey: string | null;
  /** The record of a receipt's money that waited to be identified. */
  readonly unidentifiedId: string | null;
  readonly at: Date;
  readonly reversedAt: Date | null;
}

const bookedRow = z.object({
  clientId: clientIdColumn,
  currency: financedCurrency,
  amount: decimal,
  trackingKey: z.string().nullable(),
  unidentifiedId: z.string().nullable(),
  at: z.date(),
  reversedAt: z.date().nullable(),
});

/** The column that names a record, in its own table and in the ledger. */
export const idColumns = { collection: 'collection_id', shortfall: 'shortfall_id', payout: 'payout_id' } as const;

const tables = {
  collection: sql`
    select client_id as "clientId", currency, amount, tracking_key as "trackingKey", unidentified_id as "unidentifiedId",
      registered_at as at, reversed_at as "reversedAt" from collections where collection_id = `,
  shortfall: sql`
    select client_id as "clientId", currency, shortfalls.amount, null as "trackingKey", null as "unidentifiedId", closed_at as at,
      reversed_at as "reversedAt" from shortfalls join invoices using (client_id, document_id) where shortfall_id = `,
  payout: sql`
    select client_id as "clientId", currency, amount, tracking_key as "trackingKey", null as "unidentifiedId", confirmed_at as at,
      reversed_at as "reversedAt" from payouts where payout_id = `,
} as const;

/** A record of any client; null if there is none. */
export async function findBooked({ db }: WideWork, kind: ReversibleKind, id: string): Promise<Booked | null> {
  const [row] = await rowsOf(db, bookedRow)`${tables[kind]} ${id}`;
  return row ? { kind, id, ...row } : null;
}

const stateRow = z.object({ state: z.enum(['booked', 'returned']) });

/** Whether the bank has the money of a key, or took it back; null if it did not report it. */
export async function moneyAtBank({ db }: WideWork, trackingKey: string): Promise<'booked' | 'returned' | null> {
  const [row] = await rowsOf(db, stateRow)`
    select state from received_transfers where tracking_key = ${trackingKey} and state in ('booked', 'returned')
    order by state limit 1`;
  return row?.state ?? null;
}

const reopenable = z.object({
  documentId: z.string(),
  saleId: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  isSettled: z.boolean(),
  /** The transfer of its devolución. */
  payoutId: z.string().nullable(),
  finalDeposit: decimal.nullable(),
});
/** An invoice of a record that is reversed. */
export type Reopenable = z.output<typeof reopenable>;

/** Invoices of a reversed record, by document id. */
export const reopenables = async ({ db, tenant }: Work, documentIds: readonly string[]): Promise<Reopenable[]> => {
  return await rowsOf(db, reopenable)`
    select document_id as "documentId", sale_id as "saleId", serie, folio, is_settled as "isSettled", payout_id as "payoutId",
      final_deposit as "finalDeposit"
    from invoices where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]) order by document_id`;
};
