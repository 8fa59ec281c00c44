/** The documents of random sales, from their amounts to their XML, before the rules of a certified provider. */
import { refusalsOf } from '@anticipa/cfdi/stamp-rules';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { parseXml } from '@anticipa/cfdi/xml-tree';
import { addDays, daysBetween, type IsoDate, dateOf as on } from '@anticipa/domain/calendar';
import {
  type Billing,
  type InvoicedPart,
  interestToCredit,
  interestToInvoice,
  ivaOfDocuments,
} from '@anticipa/domain/interest';
import { taxedPart } from '@anticipa/domain/iva';
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  type Money,
  money,
  subtract,
  sum,
  zero,
} from '@anticipa/domain/money';
import { type Month, monthOf } from '@anticipa/domain/month';
import { type PaidPart, type PaymentForm, partsToComplement, statedParts } from '@anticipa/domain/payment-complement';
import { accrualOf, type Price, priceOf } from '@anticipa/domain/price';
import {
  closeShortfall,
  interestEnd,
  lastChangeOf,
  type PaymentTerms,
  type Position,
  payInvoice,
  rebateOf,
  settle,
} from '@anticipa/domain/settlement';
import { type Random, randomFrom } from '@anticipa/sandbox/random';
import { rounds } from '@anticipa/sandbox/rounds';
import { expect, it } from 'vitest';
import { comprobante } from './draft.ts';
import { paymentComprobante } from './payment-draft.ts';
import type { InvoiceOrder } from './port.ts';

const NOW = '2026-02-03T11:00:00';
const UUID = '5C5B1D0A-96A5-4A7B-9A52-0F2A3A1B6E11';
const RATE = '17.253412';
const receiver = { rfc: 'P&Ñ150401AB9', name: 'PEÑA & ACUÑA', regime: '601', postalCode: '64010' };
const debtor = { from: 'BANCOS', payer: 'debtor' } as const;

interface Sold {
  readonly price: Price;
  readonly terms: PaymentTerms;
  readonly soldOn: IsoDate;
  readonly depositedOn: IsoDate;
  readonly hasRebate: boolean;
}

/** Its lines in force by their invoices, oldest first, and the interest that the journal earned by month. */
type Amount = Money<FinancedCurrency>;

interface Books {
  readonly months: Map<Month, Amount>;
  lines: (InvoicedPart & { readonly month: Month })[];
  readonly documents: XmlDraft[];
}

const ratesOf = (random: Random): string => `${random.between(1, 89)}.${random.between(0, 9999)}`;

function aSale(random: Random): Sold {
  const currency = random.pick<FinancedCurrency>(['MXN', 'USD']);
  const days = random.between(1, 180);
  const soldOn = addDays(on('2026-01-01'), random.between(0, 729));
  const dueDate = addDays(soldOn, days);
  const daysInYear = random.pick([360, 365]);
  const ivaRate = random.pick(['16', '8', '0']);
  const cents = BigInt(random.between(1_000, random.pick([100_000, 10_000_000, 1_000_000_000])));
  const advancePercent = String(random.between(50, 100));
  const terms = { interestRate: ratesOf(random), advancePercent, daysInYear, ivaRate };
  return {
    price: priceOf(money(cents, currency), days, terms),
    terms: { ivaRate, moratoryRate: ratesOf(random), daysInYear, dueDate },
    soldOn,
    depositedOn: addDays(soldOn, random.between(0, 20)),
    hasRebate: random.chance(30),
  };
}

const currencyOf = ({ price }: Sold): FinancedCurrency => price.total.currency;

const billingOf = (sold: Sold, { months, lines }: Books, cutBefore: Month, iva: Amount | null): Billing => ({
  currency: currencyOf(sold),
  ivaRate: sold.terms.ivaRate,
  months: [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, earned]) => ({ month, earned })),
  invoiced: lines,
  isCut: (month) => month < cutBefore && lines.some((line) => line.month === month),
  iva,
});

const inOrder = { id: 'order', serie: 'INT', folio: '7', emittedAt: NOW, issuer: demoLender, receiver };

function invoice(sold: Sold, lines: readonly { subTotal: Amount; iva: Amount }[], more: Partial<InvoiceOrder> = {}) {
  const currency = currencyOf(sold);
  return comprobante({
    ...inOrder,
    currency,
    exchangeRate: currency === 'MXN' ? null : RATE,
    credits: null,
    substitutes: null,
    isPaid: false,
    concepts: lines.map((line) => ({ folio: 'A-1', description: 'Interés', ivaRate: sold.terms.ivaRate, ...line })),
    ...more,
  });
}

/** A complement of the lines of one CFDI, of which each is paid as a document of its own and all as one. */
function complement(currency: FinancedCurrency, lines: readonly PaidPart[], form: PaymentForm, whole?: Amount) {
  const documents = [...lines.map((line) => [line]), ...(lines.length > 1 ? [lines] : [])].map((paid) =>
    statedParts(currency, paid),
  );
  const total = (parts: readonly PaidPart[]): Amount =>
    sum<FinancedCurrency>(
      currency,
      parts.map((part) => add(part.subTotal, part.iva)),
    );
  return paymentComprobante({
    ...inOrder,
    currency,
    exchangeRate: currency === 'MXN' ? null : RATE,
    paidOn: on('2026-02-02'),
    payments: [
      {
        form,
        invoices: documents.map((parts, index) => ({
          uuid: UUID,
          serie: 'INT',
          folio: '7',
          instalment: index + 1,
          balanceBefore: whole ?? total(parts),
          parts,
        })),
      },
    ],
  });
}

/** Books the interest of the days until one. */
function accrue({ price, terms, depositedOn }: Sold, { months }: Books, until: IsoDate): void {
  let booked = sum<FinancedCurrency>(price.total.currency, [...months.values()]);
  for (let day = depositedOn; day <= until; day = addDays(day, 1)) {
    const elapsed = price.days - daysBetween(day, terms.dueDate);
    const amount = accrualOf(price, elapsed, booked);
    booked = add(booked, amount);
    months.set(monthOf(day), add(months.get(monthOf(day)) ?? zero(booked.currency), amount));
    if (elapsed >= price.days) break;
  }
}

/** Invoices and credits what the months before one leave, as the monthly cut does. */
function cut(sold: Sold, books: Books, before: Month, iva: Amount | null): void {
  const { ivaRate } = sold.terms;
  for (const part of interestToInvoice(billingOf(sold, books, before, iva))) {
    if (part.month >= before) continue;
    books.lines.push({ invoiceId: part.month, ...part });
    books.documents.push(invoice(sold, [{ subTotal: part.interest, iva: part.iva }]));
  }
  if (iva === null) return;
  const total = (amounts: readonly Amount[]) => sum<FinancedCurrency>(currencyOf(sold), amounts);
  const excess = subtract(total(books.lines.map(({ interest }) => interest)), total([...books.months.values()]));
  const over = subtract(total(books.lines.map((line) => line.iva)), iva);
  const notes = interestToCredit({ interest: excess, iva: over, ivaRate }, books.lines.toReversed());
  for (const note of notes)
    books.documents.push(invoice(sold, [{ subTotal: note.interest, iva: note.iva }], { credits: UUID }));
  books.lines = books.lines.map((line) => {
    const note = notes.find(({ invoiceId }) => invoiceId === line.invoiceId);
    return note
      ? { ...line, interest: subtract(line.interest, note.interest), iva: subtract(line.iva, note.iva) }
      : line;
  });
}

/** Payments until nothing is owed: short, in parts, over, early or late, each registered on its day or later. */
function pay(
  random: Random,
  { price, terms, depositedOn }: Sold,
): { position: Position; valueDate: IsoDate; paid: Amount } {
  const none = zero<FinancedCurrency>(price.total.currency);
  let position: Position = {
    owed: price.total,
    buyBack: none,
    owedChanges: [{ on: depositedOn, change: price.total }],
    aforo: price.aforo,
    unearned: none,
    client: none,
    lateCharges: none,
    lateChargesIva: none,
    ivaToCome: none,
  };
  let valueDate = depositedOn;
  let paid = none;
  for (let part = random.between(0, 6); position.owed.cents > 0n; part -= 1) {
    const day = addDays(terms.dueDate, random.between(-60, 90));
    valueDate = day < depositedOn ? depositedOn : day;
    if (part > 0 && random.chance(20)) {
      position = closeShortfall('a', position, valueDate, terms).position;
      continue;
    }
    const share = BigInt(random.between(1, 99));
    const amount =
      part > 0 ? (position.owed.cents * share) / 100n + 1n : position.owed.cents + BigInt(random.pick([0, 77]));
    paid = add(paid, money(amount, none.currency));
    position = payInvoice(
      'a',
      position,
      { amount: money(amount, none.currency), valueDate, ...debtor },
      terms,
    ).position;
  }
  return { position, valueDate, paid };
}

/** All documents of a sale over its life; the devolución is computed from the IVA of those of its interest. */
function documentsOf(random: Random) {
  const sold = aSale(random);
  const currency = currencyOf(sold);
  const total = (amounts: readonly Amount[]) => sum<FinancedCurrency>(currency, amounts);
  const { price, terms } = sold;
  const books: Books = { months: new Map(), lines: [], documents: [] };
  const { position, valueDate, paid } = pay(random, sold);
  const registered = addDays(valueDate, random.pick([0, 0, 1, 45]));
  accrue(sold, books, registered);
  for (let day = sold.depositedOn; day < registered; day = addDays(day, 28)) cut(sold, books, monthOf(day), null);
  cut(sold, books, monthOf(registered), null);

  const end = interestEnd(
    { hasRebate: sold.hasRebate, daysLost: 0, dueDate: terms.dueDate },
    lastChangeOf(position, terms),
  );
  const rebate = sold.hasRebate ? rebateOf(price, end, terms) : { interest: zero(currency), iva: zero(currency) };
  const kept = subtract(price.interest, rebate.interest);
  let earned = total([...books.months.values()]);
  for (const [month, amount] of [...books.months].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    const back = atLeastZero(subtract(earned, kept));
    const taken = back.cents < amount.cents ? back : amount;
    earned = subtract(earned, taken);
    books.months.set(month, subtract(amount, taken));
  }
  const last = monthOf(valueDate);
  books.months.set(last, add(books.months.get(last) ?? zero(currency), subtract(kept, earned)));
  const iva = ivaOfDocuments(billingOf(sold, books, monthOf(registered), null), books.lines.toReversed());
  const billed = total(books.lines.map((line) => line.iva));
  const ended = settle(
    'a',
    { ...position, client: add(position.client, billed), ivaToCome: add(subtract(iva, billed), rebate.iva) },
    rebate,
  );
  const owes = total([price.total, position.lateCharges, position.lateChargesIva, iva]);
  const has = total([paid, price.aforo, rebate.interest]);
  expect(subtract(ended.finalDeposit, ended.balanceDue)).toEqual(subtract(has, owes));

  cut(sold, books, monthOf(addDays(registered, 400)), iva);
  expect(total(books.lines.map((line) => line.iva))).toEqual(iva);
  const paidLines = books.lines
    .filter((line) => line.interest.cents > 0n)
    .map(({ interest, iva: own }) => ({
      ivaRate: terms.ivaRate,
      ...taxedPart<FinancedCurrency>(add(interest, own), own, terms.ivaRate),
    }));
  if (paidLines.length > 0) books.documents.push(complement(currency, paidLines, '17'));
  if (position.lateCharges.cents > 0n) lateDocuments(random, sold, position, books.documents);
  return { documents: books.documents, currency, paidLines };
}

/** The CFDI of late charges, and the complements of what the aforo covered and of two payments. */
function lateDocuments(random: Random, sold: Sold, position: Position, documents: XmlDraft[]): void {
  const { lateCharges: subTotal, lateChargesIva: iva } = position;
  const whole = add(subTotal, iva);
  const ofIt = (percent: number) => money((whole.cents * BigInt(percent)) / 100n, whole.currency);
  const [some, rest] = [random.between(0, 100), random.between(0, 100)];
  const unpaidAtIssue = ofIt(Math.max(some, rest));
  documents.push(invoice(sold, [{ subTotal, iva }], { isPaid: unpaidAtIssue.cents === 0n }));
  if (unpaidAtIssue.cents === 0n) return;
  let complemented = zero<FinancedCurrency>(whole.currency);
  for (const unpaid of [ofIt(Math.min(some, rest)), zero<FinancedCurrency>(whole.currency)]) {
    const payments = [{ on: '', unpaid }];
    const state = { subTotal, iva, unpaidAtIssue, coveredOn: '', payments, complemented, ivaRate: sold.terms.ivaRate };
    for (const { form, paidOn: _, ...part } of partsToComplement(state)) {
      const paid = add(part.subTotal, part.iva);
      const line = { ...part, ivaRate: sold.terms.ivaRate };
      documents.push(complement(whole.currency, [line], form, subtract(whole, complemented)));
      complemented = add(complemented, paid);
    }
  }
}

it('[LIB-05] [LIB-80] [LIB-91] no document of a random sale is refused, and those of its interest have the IVA that its end kept back', () => {
  const view = { now: NOW, rateOn: () => RATE };
  const verify = (seed: number, document: XmlDraft): void => {
    const tree = parseXml(writeXml(document));
    const refused = tree.ok ? refusalsOf(tree.root, view) : [tree.motive];
    if (refused.length > 0) expect({ seed, refused, xml: writeXml(document) }).toEqual({});
  };
  const days: Record<FinancedCurrency, PaidPart[]> = { MXN: [], USD: [] };
  for (let seed = 0; seed < rounds(100, 20_000); seed += 1) {
    const { documents, currency, paidLines } = documentsOf(randomFrom(`sale ${seed}`));
    for (const document of documents) verify(seed, document);
    days[currency].push(...paidLines);
    // The lines of many sales, of two rates, are paid on one day.
    if (days[currency].length > 50) verify(seed, complement(currency, days[currency].splice(0), '17'));
  }
});
