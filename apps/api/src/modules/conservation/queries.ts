import type { Constancia as ContractConstancia } from '@anticipa/contract/sent-sales';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/** Whether the contract of a text is certified; null if no constancia was asked for. */
export async function constanciaOf({ db, tenant }: Work, termsHash: string): Promise<ContractConstancia | null> {
  const row = await db
    .selectFrom('constancias')
    .select('issued_at')
    .where('client_id', '=', tenant)
    .where('terms_hash', '=', termsHash)
    .executeTakeFirst();
  return row === undefined ? null : { issuedAt: row.issued_at?.toISOString() ?? null };
}

/** Proof of a contract without us. */
export interface Evidence {
  readonly text: string;
  readonly token: Buffer;
  /** PEM certificates, the root last. */
  readonly chain: string;
  readonly issuedAt: Date;
}

/** The evidence of an accepted sale's contract; null while there is none. */
export async function evidenceOf({ db, tenant }: Work, numberOfSale: number): Promise<Evidence | null> {
  const row = await db
    .selectFrom('sales')
    .innerJoin('constancias', (join) =>
      join
        .onRef('constancias.client_id', '=', 'sales.client_id')
        .onRef('constancias.terms_hash', '=', 'sales.terms_hash'),
    )
    .select([
      'sales.contract_text as text',
      'constancias.token',
      'constancias.chain',
      'constancias.issued_at as issuedAt',
    ])
    .where('sales.client_id', '=', tenant)
    .where('sales.number_of_sale', '=', numberOfSale)
    .executeTakeFirst();
  const { text = null, token = null, chain = null, issuedAt = null } = row ?? {};
  return text === null || token === null || chain === null || issuedAt === null
    ? null
    : { text, token, chain, issuedAt };
}

const MOST_AT_ONCE = 200;

/** Contracts whose next attempt is due, oldest first. */
export async function dueConstancias({ db, at }: WideWork): Promise<{ clientId: ClientId; termsHash: string }[]> {
  return db
    .selectFrom('constancias')
    .select(['client_id as clientId', 'terms_hash as termsHash'])
    .where('issued_at', 'is', null)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(MOST_AT_ONCE)
    .execute();
}
