import type { ProductCode } from '@anticipa/domain/product';
import { type CompanyStatus, receiverKey } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';

/** A receiver as an invoice names it. */
export interface NamedReceiver {
  readonly rfc: string;
  readonly name: string;
  /** Tax registration of a receiver abroad. */
  readonly taxId: string | null;
}

/** The lender's record of a receiver, as it stands for the current client. */
export interface LinkedCompany {
  readonly companyId: string;
  readonly status: CompanyStatus;
  /** FB when the lender runs a confirmed programme with the receiver for this client, BI otherwise. */
  readonly product: ProductCode;
}

/** Finds or creates the lender's record of a receiver (a new one is PENDING) and links it to the current client. */
export async function ensureCompany(executor: Executor, receiver: NamedReceiver, at: Date): Promise<LinkedCompany> {
  const { rows } = await sql<{ company_id: string; status: CompanyStatus; fb_programme: boolean }>`
    select company_id, status, fb_programme
    from ensure_company(${receiver.rfc}, ${receiver.name}, ${receiver.taxId}, ${receiverKey(receiver)}, ${at})
  `.execute(executor);
  const [company] = rows;
  if (!company) throw new Error('ensure_company gave no company');
  return { companyId: company.company_id, status: company.status, product: company.fb_programme ? 'FB' : 'BI' };
}
