import type { ProductCode } from '@anticipa/domain/product';
import { type CompanyStatus, receiverKey } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import type { Work } from '../../lib/work.ts';

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
  /** False while the lender has the product switched off for the client: nothing enters and nothing is sold. */
  readonly isProductOn: boolean;
  /** The lender takes only PPD invoices in the product. */
  readonly requiresPpd: boolean;
}

interface LinkedRow {
  readonly company_id: string;
  readonly status: CompanyStatus;
  readonly product: ProductCode;
  readonly is_on: boolean;
  readonly requires_ppd: boolean;
}

/** Finds or creates the lender's record of a receiver (a new one is PENDING) and links it to the current client. */
export async function ensureCompany({ db, tenant, at }: Work, receiver: NamedReceiver): Promise<LinkedCompany> {
  // A product that the client is not authorised for is no reason to keep an invoice out: it is listed and says so.
  const { rows } = await sql<LinkedRow>`
    select
      linked.company_id,
      linked.status,
      linked.product,
      coalesce(not authorised or active, true) as is_on,
      coalesce(requires_ppd, false) as requires_ppd
    from (
      select company_id, status, case when fb_programme then 'FB' else 'BI' end as product
      from ensure_company(${receiver.rfc}, ${receiver.name}, ${receiver.taxId}, ${receiverKey(receiver)}, ${at})
    ) as linked
    left join client_products on client_products.client_id = ${tenant} and client_products.product = linked.product
  `.execute(db);
  const [company] = rows;
  if (!company) throw new Error('ensure_company gave no company');
  return {
    companyId: company.company_id,
    status: company.status,
    product: company.product,
    isProductOn: company.is_on,
    requiresPpd: company.requires_ppd,
  };
}
