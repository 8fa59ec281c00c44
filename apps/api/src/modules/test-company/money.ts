/** Payment references and the account statement of a test company. */
import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@anticipa/contract/route';
import type { V1Invoice } from '@anticipa/contract/v1/invoices';
import type { v1GetReference, v1GetStatement, v1ListMovements } from '@anticipa/contract/v1/money';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import {
  add,
  decimalOf,
  type FinancedCurrency,
  financedCurrencies,
  moneyOf,
  subtract,
  sum,
  zero,
} from '@anticipa/domain/money';
import { folioOf, toDeposit } from '../v1/wire.ts';
import { type TestCompany, tell } from './company.ts';
import { toSale } from './selling.ts';

type Reference = ResponseOf<typeof v1GetReference>;
type Movement = ResponseOf<typeof v1ListMovements>['data'][number];
interface Period {
  readonly from: string;
  readonly to: string;
}

export const toReference = ({
  invoiceIds: _,
  updated_at,
  ...reference
}: TestCompany['references'][number]): Reference => ({
  ...reference,
  updated_at: updated_at ?? reference.created_at,
});

/** Makes a reference for financed invoices of one currency; the robot pays it. */
export function refer(company: TestCompany, uuids: readonly string[], now: Date): Outcome<Reference> {
  const chosen = company.invoices.filter(({ fiscal_uuid }) => uuids.includes(fiscal_uuid));
  if (chosen.length < new Set(uuids).size) return refuse('NOT_FOUND');
  if (chosen.some(({ status }) => status !== 'financed')) return refuse('INVOICE_NOT_IN_CREDIT');
  if (chosen.some(({ payment_reference }) => payment_reference !== null)) return refuse('INVOICE_ALREADY_REFERENCED');
  const currency = financedCurrencies.find((one) => chosen.every((invoice) => invoice.currency === one));
  if (currency === undefined) return refuse('REFERENCE_MIXED_CURRENCIES');
  const amount = decimalOf(
    sum(
      currency,
      chosen.map(({ total }) => moneyOf(total, currency)),
    ),
  );
  const number = company.references.length + 1;
  const reference = {
    id: randomUUID(),
    reference: `PRUEBA${String(number).padStart(6, '0')}`,
    currency,
    amount,
    late_charges: '0.00',
    left: amount,
    invoice_count: chosen.length,
    valid_until: dateAt(now, MEXICO_CITY),
    state: 'pending' as const,
    created_at: now.toISOString(),
    invoiceIds: chosen.map(({ id }) => id),
  };
  company.references.push(reference);
  company.invoices = company.invoices.map((one) =>
    reference.invoiceIds.includes(one.id)
      ? { ...one, payment_reference: reference.reference, updated_at: now.toISOString() }
      : one,
  );
  tell(company, 'reference.created', { id: reference.id, url: `/v1/references/${reference.id}` }, now);
  return done(toReference(reference));
}

type Step = Pick<Movement, 'account' | 'value_date' | 'concept' | 'charge' | 'credit'>;

/** The movements of a sold invoice. */
function stepsOf({ total, reserve, interest_tax, deposited_on, paid_on }: V1Invoice): Step[] {
  const none = '0.00';
  const kept = reserve ?? none;
  return [
    ...(deposited_on === null
      ? []
      : [
          {
            account: 'invoices' as const,
            value_date: deposited_on,
            concept: 'Anticipo de factura',
            charge: total,
            credit: none,
          },
          {
            account: 'aforo' as const,
            value_date: deposited_on,
            concept: 'Aforo retenido',
            charge: none,
            credit: kept,
          },
        ]),
    ...(paid_on === null
      ? []
      : [
          {
            account: 'invoices' as const,
            value_date: paid_on,
            concept: 'Pago de factura',
            charge: none,
            credit: total,
          },
          {
            account: 'aforo' as const,
            value_date: paid_on,
            concept: 'Devolución del aforo',
            charge: kept,
            credit: none,
          },
          {
            account: 'yours' as const,
            value_date: paid_on,
            concept: 'IVA del interés',
            charge: none,
            credit: interest_tax ?? none,
          },
        ]),
  ];
}

const accounts = ['invoices', 'aforo', 'yours'] as const;

/** All movements of an account until a day, in their order, each with the balance after it. */
function ledgerOf(
  company: TestCompany,
  currency: FinancedCurrency,
  account: Movement['account'],
  to: string,
): Movement[] {
  let balance = zero(currency);
  return company.invoices
    .filter((invoice) => invoice.currency === currency)
    .flatMap((invoice) => stepsOf(invoice).map((step) => ({ invoice, step })))
    .filter(({ step }) => step.account === account && step.value_date <= to)
    .toSorted((a, b) => (a.step.value_date < b.step.value_date ? -1 : a.step.value_date > b.step.value_date ? 1 : 0))
    .map(({ invoice, step }) => {
      const charge = moneyOf(step.charge, currency);
      const credit = moneyOf(step.credit, currency);
      balance = account === 'aforo' ? subtract(add(balance, credit), charge) : subtract(add(balance, charge), credit);
      return {
        currency,
        ...step,
        booked_on: step.value_date,
        invoice_id: invoice.id,
        folio: folioOf(invoice.series, invoice.folio),
        balance: decimalOf(balance),
      };
    });
}

export const movementsOf = (company: TestCompany, { from, to }: Period): Movement[] =>
  financedCurrencies.flatMap((currency) =>
    accounts.flatMap((account) => ledgerOf(company, currency, account, to).filter((one) => one.value_date >= from)),
  );

/** The part of a transfer that an invoice has. */
const partOf = (invoice_id: string, { series, folio }: Pick<V1Invoice, 'series' | 'folio'>, amount: string) => ({
  invoice_id,
  folio: folioOf(series, folio),
  amount,
});

/** The statement. Interest counts on the day of the payment. */
export function statementOf(company: TestCompany, { from, to }: Period, now: Date): ResponseOf<typeof v1GetStatement> {
  const currencies = financedCurrencies.flatMap((currency) => {
    const sold = company.invoices.filter((one) => one.currency === currency && one.deposited_on !== null);
    if (sold.every(({ deposited_on }) => deposited_on === null || deposited_on > to)) return [];
    const isWithin = (day: string | null): day is string => day !== null && day >= from && day <= to;
    const within = sold.filter(({ paid_on }) => isWithin(paid_on));
    const summed = (name: 'interest' | 'interest_tax') =>
      decimalOf(
        sum(
          currency,
          within.map((one) => moneyOf(one[name] ?? '0.00', currency)),
        ),
      );
    return [
      {
        currency,
        interest: summed('interest'),
        interest_tax: summed('interest_tax'),
        late_charges: '0.00',
        late_charges_tax: '0.00',
        accounts: accounts.map((account) => {
          const ledger = ledgerOf(company, currency, account, to);
          const opening = ledger.filter(({ value_date }) => value_date < from).at(-1)?.balance ?? '0.00';
          return { account, opening, closing: ledger.at(-1)?.balance ?? '0.00' };
        }),
        deposits: [
          ...company.sales.flatMap((sale) => {
            const made_on = sale.disbursed_at === null ? null : dateAt(new Date(sale.disbursed_at), MEXICO_CITY);
            if (sale.currency !== currency || !isWithin(made_on)) return [];
            const { initial_deposit: amount } = toSale(sale).totals;
            const parts = sale.items
              .filter(({ state }) => state === 'disbursed')
              .map((item) => partOf(item.invoice_id, item, item.initial_deposit));
            const tracking_key = sale.tracking_key ?? '';
            return [toDeposit({ made_on, amount, tracking_key, sale_number: sale.number }, parts)];
          }),
          ...within.map((one) => {
            const amount = one.final_deposit ?? '0.00';
            const part = partOf(one.id, one, amount);
            const tracking_key = `PRUEBA-${part.folio ?? one.id}`;
            return toDeposit({ made_on: one.paid_on ?? '', amount, tracking_key, sale_number: null }, [part]);
          }),
        ],
      },
    ];
  });
  return { from, to, known_at: now.toISOString(), currencies };
}
