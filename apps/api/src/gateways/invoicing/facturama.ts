/**
 * Facturama's Multiemisor API: it seals with the CSD that the lender has uploaded there, and stamps. From the vendor's SDKs
 * and documents; tested only against our sandbox. Unconfirmed: the status of a success (any below 300 is taken), and whether the
 * list shows a new invoice at once.
 */

import { isExempt } from '@anticipa/domain/iva-regime';
import { decimalOf, type Money } from '@anticipa/domain/money';
import { documentAmounts, type PaidPart, paymentAmounts } from '@anticipa/domain/payment-complement';
import { percent } from '@anticipa/domain/ratio';
import { z } from 'zod';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { FINANCIAL_SERVICE, kindOf, SERVICE_UNIT } from './draft.ts';
import { issuedInvoice, issuedPayment } from './issued.ts';
import { momentOf, paymentComprobante, paymentConcept } from './payment-draft.ts';
import {
  type Cancellation,
  type CancellationOrder,
  type InterestConcept,
  type InvoiceOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
  type PaymentOrder,
} from './port.ts';
import { bodyAs, type ProviderAnswer, type ProviderOptions, providerCaller } from './provider-call.ts';
import { refusedPlaces } from './refused-places.ts';

export interface FacturamaOptions extends Partial<ProviderOptions> {
  /** For example `https://api.facturama.mx`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const created = z.object({ Id: z.string().min(1) });
const listed = z.array(
  z.object({
    Id: z.string().min(1),
    Serie: z.string().nullish(),
    Folio: z.coerce.string(),
    Uuid: z.string(),
    RfcIssuer: z.string().nullish(),
    Status: z.string().nullish(),
  }),
);
type Listed = z.output<typeof listed>[number];
const file = z.object({ ContentEncoding: z.literal('base64'), Content: z.base64() });
/** The last two names are those of the vendor's other API. */
const answered = z.enum(['canceled', 'pending', 'active', 'requested', 'rejected']);
const cancellation = z.object({ Status: z.string().toLowerCase().pipe(answered), Message: z.string().nullish() });
const states: Readonly<Record<z.output<typeof answered>, Cancellation | 'refused'>> = {
  canceled: 'cancelled',
  pending: 'requested',
  requested: 'requested',
  active: 'refused',
  rejected: 'refused',
};

/** Fields that identify a CFDI there. */
type Keyed = Pick<InvoiceOrder, 'serie' | 'folio' | 'issuer'>;

export function facturamaInvoicing(options: FacturamaOptions): InvoicingPort {
  const { url, user, password, circuit = circuitBreaker(), ...more } = options;
  const call = providerCaller({ ...more, circuit });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const ask = (method: 'GET' | 'DELETE', path: string): Promise<ProviderAnswer> =>
    call({ method, url: new URL(path, url), headers: { authorization, accept: 'application/json' } });
  const post = (path: string, body: object): Promise<ProviderAnswer> =>
    call({
      method: 'POST',
      url: new URL(path, url),
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** The issued invoice of a series and folio; a filter that is ignored in silence changes nothing. */
  const find = async ({ serie, folio, issuer }: Keyed) => {
    const filter = { type: 'issuedLite', status: 'all', serie, folioStart: folio, folioEnd: folio };
    const query = new URLSearchParams({ ...filter, rfcIssuer: issuer.rfc, page: '0' });
    const rows = bodyAs(listed, await ask('GET', `/cfdi?${query}`));
    const isOurs = (row: Listed): boolean =>
      row.Serie === serie && row.Folio === folio && (row.RfcIssuer ?? issuer.rfc) === issuer.rfc;
    return rows.find(isOurs) ?? null;
  };

  const create = async (order: Keyed, body: object, placesIn: (answer: unknown) => number[]): Promise<string> => {
    const answer = await post('/api-lite/3/cfdis', body);
    if (answer.status !== 400) return bodyAs(created, answer).Id;
    // Another call may have issued it since it was looked up.
    const found = await find(order);
    if (found) return found.Id;
    throw new InvoicingRefused(reasonIn(answer.body), placesIn(answer.body));
  };

  /** There is no idempotency key: an earlier result is looked up before the order is sent. */
  const issuedXml = async (order: Keyed, body: object, placesIn = conceptsIn): Promise<Uint8Array> => {
    const id = (await find(order))?.Id ?? (await create(order, body, placesIn));
    const { Content } = bodyAs(file, await ask('GET', `/cfdi/xml/issuedLite/${encodeURIComponent(id)}`));
    return Buffer.from(Content, 'base64');
  };

  return {
    issue: async (order) => issuedInvoice(order, await issuedXml(order, cfdi(order))),
    issuePayment: async (order) => {
      // Which of its fields name an invoice that is paid is not known.
      const placesIn = () => refusedPlaces(paymentComprobante(order));
      return issuedPayment(order, await issuedXml(order, paymentCfdi(order), placesIn));
    },
    cancel: async (order) => {
      const found = await find(order);
      if (found?.Uuid.toUpperCase() !== order.uuid) throw new InvoicingUnavailable('the provider has no such invoice');
      return found.Status?.toLowerCase() === 'canceled' ? 'cancelled' : await requestCancellation(found.Id, order);
    },
  };

  async function requestCancellation(id: string, { motive, substitute }: CancellationOrder): Promise<Cancellation> {
    const query = new URLSearchParams({ motive, ...(substitute === null ? {} : { uuidReplacement: substitute }) });
    const answer = await ask('DELETE', `/api-lite/cfdis/${encodeURIComponent(id)}?${query}`);
    if (answer.status === 400) throw new InvoicingRefused(reasonIn(answer.body));
    const { Status, Message } = bodyAs(cancellation, answer);
    const state = states[Status];
    if (state === 'refused') throw new InvoicingRefused(Message || 'El CFDI sigue vigente.');
    return state;
  }
}

const refusal = z.object({
  Message: z.string().catch(''),
  ModelState: z.record(z.string(), z.array(z.string())).catch({}),
});

/** Places of the items that fields are of: `Items[3].Taxes`. */
function conceptsIn(body: unknown): number[] {
  const places = Object.keys(refusal.parse(body ?? {}).ModelState).map((name) => /^Items\[(\d+)\]/.exec(name)?.[1]);
  return [...new Set(places.flatMap((place) => (place === undefined ? [] : Number(place))))];
}

function reasonIn(body: unknown): string {
  const { Message, ModelState } = refusal.parse(body ?? {});
  const fields = Object.entries(ModelState).map(([name, texts]) => `${name}: ${texts.join(' ')}`);
  return [Message, ...fields].filter((text) => text !== '').join(' · ');
}

/** Exact: amounts have at most fifteen digits. */
const numberOf = (amount: Money): number => Number(decimalOf(amount));

/** An invoice, credit note or substitute. */
function cfdi(order: InvoiceOrder): object {
  const { issuer, receiver, credits, substitutes } = order;
  const kind = kindOf(order);
  const related = credits ?? substitutes;
  return {
    NameId: '1',
    CfdiType: kind.type,
    Serie: order.serie,
    Folio: order.folio,
    Date: order.emittedAt.replace('T', ' '),
    Currency: order.currency,
    ...(order.exchangeRate === null ? {} : { CurrencyExchangeRate: Number(order.exchangeRate) }),
    PaymentForm: kind.form,
    PaymentMethod: kind.method,
    ExpeditionPlace: issuer.postalCode,
    Exportation: '01',
    ...(related === null ? {} : { Relations: { Type: credits === null ? '04' : '01', Cfdis: [{ Uuid: related }] } }),
    Issuer: { Rfc: issuer.rfc, Name: issuer.name, FiscalRegime: issuer.regime },
    Receiver: {
      Rfc: receiver.rfc,
      Name: receiver.name,
      CfdiUse: kind.use,
      FiscalRegime: receiver.regime,
      TaxZipCode: receiver.postalCode,
    },
    Items: order.concepts.map(item),
  };
}

/** "16" per cent as 0.16. */
function fractionOf(ivaRate: string): number {
  const { numerator, denominator } = percent(ivaRate);
  return Number(numerator) / Number(denominator);
}

const taxOf = ({ ivaRate, subTotal, iva }: PaidPart): object => ({
  Name: isExempt(ivaRate) ? 'IVA Exento' : 'IVA',
  Rate: fractionOf(ivaRate),
  Base: numberOf(subTotal),
  Total: numberOf(iva),
  IsRetention: false,
});

function item({ folio, description, subTotal, iva, ivaRate }: InterestConcept): object {
  const amount = numberOf(subTotal);
  return {
    ProductCode: FINANCIAL_SERVICE,
    IdentificationNumber: folio,
    Description: description,
    Unit: 'Servicio',
    UnitCode: SERVICE_UNIT,
    UnitPrice: amount,
    Quantity: 1,
    Subtotal: amount,
    TaxObject: '02',
    Taxes: [taxOf({ ivaRate, subTotal, iva })],
    Total: Number(decimalOf({ ...subTotal, cents: subTotal.cents + iva.cents })),
  };
}

/** A payment complement; Facturama adds its concept, and the totals in pesos. */
function paymentCfdi(order: PaymentOrder): object {
  const { issuer, receiver } = order;
  return {
    NameId: '14',
    CfdiType: 'P',
    Serie: order.serie,
    Folio: order.folio,
    Date: order.emittedAt.replace('T', ' '),
    ExpeditionPlace: issuer.postalCode,
    Exportation: '01',
    Issuer: { Rfc: issuer.rfc, Name: issuer.name, FiscalRegime: issuer.regime },
    Receiver: {
      Rfc: receiver.rfc,
      Name: receiver.name,
      CfdiUse: paymentConcept.use,
      FiscalRegime: receiver.regime,
      TaxZipCode: receiver.postalCode,
    },
    Complemento: {
      Payments: order.payments.map((payment) => paymentOf(order, payment)),
    },
  };
}

function paymentOf(order: PaymentOrder, { form, invoices }: PaymentOrder['payments'][number]): object {
  const { currency, exchangeRate } = order;
  return {
    Date: momentOf(order).replace('T', ' '),
    PaymentForm: form,
    Currency: currency,
    ...(exchangeRate === null ? {} : { ExchangeRate: Number(exchangeRate) }),
    Amount: numberOf(paymentAmounts(currency, invoices).paid),
    RelatedDocuments: invoices.map((invoice) => {
      const { paid, balanceAfter } = documentAmounts(invoice);
      return {
        Uuid: invoice.uuid,
        Serie: invoice.serie,
        Folio: invoice.folio,
        Currency: currency,
        PaymentMethod: 'PPD',
        PartialityNumber: invoice.instalment,
        PreviousBalanceAmount: numberOf(invoice.balanceBefore),
        AmountPaid: numberOf(paid),
        ImpSaldoInsoluto: numberOf(balanceAfter),
        TaxObject: '02',
        Taxes: invoice.parts.map(taxOf),
      };
    }),
  };
}
