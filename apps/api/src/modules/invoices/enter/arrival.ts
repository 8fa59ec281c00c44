/** A verified CFDI on its way to become an invoice. */
import { createHash } from 'node:crypto';
import type { CfdiFields } from '@anticipa/cfdi/read';
import { numberKey, type TaxStatus } from '@anticipa/domain/invoice-entry';
import { advanceUseOf } from '@anticipa/domain/invoice-relation';
import { type Currency, decimalOf, divideHalfUp, money } from '@anticipa/domain/money';
import { statedTerm } from '@anticipa/domain/payment-habit';
import { receiverKey } from '@anticipa/domain/receiver';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import type { LinkedCompany, NamedReceiver } from '../receivers.ts';
import type { AskedInvoice, RelationState } from '../related-queries.ts';

/** A verified CFDI with everything that determines its entry. */
export interface Arrival {
  readonly fileId: string;
  readonly cfdi: CfdiFields & { readonly currency: Currency };
  /** The stamp's certificate is pinned and its signature is good. */
  readonly isStampVerified: boolean;
  readonly receiver: NamedReceiver;
  readonly taxStatus: TaxStatus;
  /** User who uploaded it, or in whose name it was imported. */
  readonly ownerId: string;
  /** Imported from the tax authority. */
  readonly isSynced: boolean;
}

/** Arrival with its receiver, and the amount that other CFDI leave of it. */
export interface LinkedArrival extends Arrival {
  readonly company: LinkedCompany;
  readonly relation: RelationState;
}

/** Whether the UUID is proven to belong to this invoice: an unverified stamp may carry any UUID. */
export const isProven = ({ isStampVerified, taxStatus }: Arrival): boolean =>
  isStampVerified || taxStatus === 'vigente';

export const askedOf = ({ cfdi }: Arrival): AskedInvoice => ({
  uuid: cfdi.uuid,
  issuerRfc: cfdi.issuer.rfc,
  currency: cfdi.currency,
  face: money(cfdi.totalCents, cfdi.currency),
  advanceUse: advanceUseOf(cfdi),
});

export const identityOf = ({ cfdi }: Arrival) => ({ uuid: cfdi.uuid, sealHash: Buffer.from(cfdi.sealSha256, 'hex') });

/** Identifies an invoice with another stamp by issuer, receiver, number, total and date; null without series and folio. */
export function fingerprintOf({ cfdi, receiver }: Arrival): Buffer | null {
  const number = numberKey(cfdi.series, cfdi.folio);
  if (number === null) return null;
  const { currency, totalCents, emittedOn } = cfdi;
  const facts = [cfdi.issuer.rfc, receiverKey(receiver), number, currency, totalCents.toString(), emittedOn];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}

/** Columns from the CFDI and its client. */
export const columnsOf = (arrival: LinkedArrival) => {
  const { cfdi, receiver, company } = arrival;
  return {
    file_id: arrival.fileId,
    is_synced: arrival.isSynced,
    is_stamp_verified: arrival.isStampVerified,
    company_id: company.companyId,
    product: company.product,
    uuid: cfdi.uuid,
    seal_hash: identityOf(arrival).sealHash,
    fingerprint: fingerprintOf(arrival),
    cfdi_version: cfdi.version,
    serie: cfdi.series,
    folio: cfdi.folio,
    issuer_rfc: cfdi.issuer.rfc,
    receiver_rfc: receiver.rfc,
    receiver_name: receiver.name,
    receiver_key: receiverKey(receiver),
    seal_tail: cfdi.sealTail,
    currency: cfdi.currency,
    ...columnsOfTotal(arrival),
    cfdi_total: cfdi.total,
    advance_use: advanceUseOf(cfdi),
    emitted_on: cfdi.emittedOn,
    payment_method: cfdi.paymentMethod,
    purchase_order: cfdi.purchaseOrder === null ? null : cleanPurchaseOrder(cfdi.purchaseOrder) || null,
    purchase_order_source: cfdi.purchaseOrderSource,
    stated_term: cfdi.paymentConditions === null ? null : statedTerm(cfdi.paymentConditions),
  };
};

/** Amount that other CFDI leave of the total, and the IVA contained in it. */
export const columnsOfTotal = ({
  cfdi: { ivaCents, totalCents, currency },
  relation: { remaining },
}: LinkedArrival) => {
  const iva = ivaCents === null || totalCents === 0n ? ivaCents : divideHalfUp(ivaCents * remaining.cents, totalCents);
  return { total: decimalOf(remaining), cfdi_iva: iva === null ? null : decimalOf(money(iva, currency)) };
};
