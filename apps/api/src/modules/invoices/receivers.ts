import { product } from '@anticipa/contract/wire';
import { type ListedSituation, listedSituations } from '@anticipa/domain/listed-taxpayer';
import { companyStatus, receiverKey } from '@anticipa/domain/receiver';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';

/** A receiver as named in an invoice or by a person. */
export interface NamedReceiver {
  readonly rfc: string;
  readonly name: string;
  /** Tax registration of a receiver abroad. */
  readonly taxId: string | null;
}

/** The lender's record of a receiver, from the current client's perspective. */
const linkedCompany = z.object({
  companyId: z.string(),
  status: z.literal(Object.values(companyStatus)),
  /** FB if the receiver has a confirmed programme for this client, otherwise BI. */
  product,
  /** False while the product is switched off for the client, which blocks uploads and sales. */
  isProductOn: z.boolean(),
  /** The product requires PPD. */
  requiresPpd: z.boolean(),
  /** Situations of the client and of the receiver on the list of article 69-B. */
  issuerSituation: z.enum(listedSituations).nullable(),
  receiverSituation: z.enum(listedSituations).nullable(),
});
export type LinkedCompany = z.output<typeof linkedCompany>;

/**
 * Finds or creates (as PENDING) the lender's record of each receiver and links it to the current client; in their order. A
 * proven name is confirmed for all clients.
 */
export async function ensureCompanies(
  { db, tenant, at }: Work,
  receivers: readonly (NamedReceiver & { readonly isProven: boolean })[],
): Promise<LinkedCompany[]> {
  const wanted = receivers.map((receiver) => ({ ...receiver, key: receiverKey(receiver) }));
  // An unauthorised product does not prevent the entry: the invoice is listed as not sellable.
  const found = await rowsOf(db, linkedCompany)`
    select linked.company_id as "companyId", linked.status, linked.product,
      coalesce(not authorised or active, true) as "isProductOn", coalesce(requires_ppd, false) as "requiresPpd",
      ${situationOf(sql`(select rfc from clients where client_id = ${tenant})`)} as "issuerSituation",
      ${situationOf(sql`linked.rfc`)} as "receiverSituation"
    from (
      select position, wanted.rfc, company_id, status, case when fb_programme then 'FB' else 'BI' end as product
      from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (
        rfc text, name text, "taxId" text, key text, "isProven" boolean
      )) with ordinality as wanted (rfc, name, tax_id, key, is_proven, position)
      cross join lateral ensure_company(wanted.rfc, wanted.name, tax_id, key, is_proven, ${at})
    ) as linked
    left join client_products on client_products.client_id = ${tenant} and client_products.product = linked.product
    order by linked.position`;
  if (found.length !== receivers.length) throw new Error('ensure_company returned no row');
  return found;
}

/** A tax id's situation on the list of article 69-B; null if unlisted. */
export const situationOf = (rfc: RawBuilder<unknown>): RawBuilder<ListedSituation | null> =>
  sql`(select situation from listed_taxpayers where listed_taxpayers.rfc = ${rfc})`;

/** For an invoice in a query: whether its receiver pays to an active CLABE of its own, which is an account in pesos. */
export const paidAutomatically = sql<boolean>`(invoices.currency = 'MXN' and exists (
  select from cost_centres as centre
  where centre.client_id = invoices.client_id and centre.company_id = invoices.company_id
    and centre.active and not centre.is_main))`;

/** For a company in a query: its name, or the one used first while none is confirmed. */
export const shownName = sql<string | null>`coalesce(companies.name, (
  select link.name from company_links link where link.company_id = companies.company_id order by link.created_at limit 1
), companies.rfc)`;
