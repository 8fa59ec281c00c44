/** The errors of the chosen invoices: per receiver, per invoice, and as one list. */

import type { ErrorCode } from '@anticipa/domain/errors';
import { offerTexts } from '@anticipa/texts/offer-texts';
import type { SummarisedError } from '../../../ui/field/error-summary.tsx';
import { habitText } from './draft.ts';
import { folioOf, type Offer } from './offer.ts';
import { stepTexts } from './step-texts.ts';

interface Company {
  readonly key: string;
  readonly name: string;
  /** Its first invalid control. */
  readonly targetId: string;
}

export interface SaleErrors {
  /** Receiver → text about its term and weekdays. */
  readonly habits: ReadonlyMap<string, string>;
  /** Invoice → text about its payment date, or about the invoice. */
  readonly dates: ReadonlyMap<string, string>;
  /** Invoice → text about its purchase order. */
  readonly orders: ReadonlyMap<string, string>;
  /** [VTA-07, VTA-09] Group errors with the companies concerned. */
  readonly groups: readonly { readonly text: string; readonly companies: readonly Company[] }[];
}

export const noErrors: SaleErrors = { habits: new Map(), dates: new Map(), orders: new Map(), groups: [] };

/** The number of errors. */
export const errorCount = ({ habits, dates, orders }: SaleErrors): number => habits.size + dates.size + orders.size;

/** Ids of the controls, targets of the error summary. */
export const targets = {
  receiver: (key: string) => `venta-receptor-${encodeURIComponent(key)}`,
  term: (key: string) => `venta-plazo-${encodeURIComponent(key)}`,
  date: (id: string) => `venta-fecha-${id}`,
  order: (id: string) => `venta-orden-${id}`,
} as const;

/** [VTA-04, VTA-05, VTA-06, VTA-07, VTA-09] All errors of the chosen invoices at once. */
export function saleErrors(offers: readonly Offer[]): SaleErrors {
  const byReceiver = Map.groupBy(offers, (offer) => offer.invoice.receiverKey);
  const habits = new Map<string, string>();
  const dates = new Map<string, string>();
  const orders = new Map<string, string>();
  for (const [key, members] of byReceiver) {
    const asked = members.find((offer) => offer.product === 'BI');
    const text = asked ? habitText(asked.habit) : null;
    if (text) habits.set(key, text);
  }
  for (const { id, problem } of offers) {
    if (problem === 'PURCHASE_ORDER_MISSING') orders.set(id, offerTexts[problem]);
    else if (problem) dates.set(id, offerTexts[problem]);
  }
  const companies = (failing: (members: readonly Offer[], key: string) => string | null): readonly Company[] =>
    [...byReceiver].flatMap(([key, members]) => {
      const targetId = failing(members, key);
      return targetId ? [{ key, name: members[0]?.invoice.receiverName ?? key, targetId }] : [];
    });
  const missing = (members: readonly Offer[]): string | null => {
    const first = members.find(({ id }) => orders.has(id));
    return first ? targets.order(first.id) : null;
  };
  const groups = [
    { text: stepTexts.sale.habitsOf, companies: companies((_, key) => (habits.has(key) ? targets.term(key) : null)) },
    { text: stepTexts.sale.ordersOf, companies: companies(missing) },
  ];
  return { habits, dates, orders, groups: groups.filter((group) => group.companies.length > 0) };
}

/** The number of dates listed one by one in the summary. */
const MOST_LISTED = 20;

/** The same errors as a list of links: companies under their group error, then the invoices with an invalid date. */
export function summaryOf(errors: SaleErrors, offers: readonly Offer[]): readonly SummarisedError[] {
  const named = new Map(offers.map((offer) => [offer.id, folioOf(offer)]));
  const ofGroups = errors.groups.flatMap(({ text: group, companies }) =>
    companies.map(({ name, targetId }) => ({ targetId, group, text: name })),
  );
  const ofDates = [...errors.dates].slice(0, MOST_LISTED);
  return [
    ...ofGroups,
    ...ofDates.map(([id, text]) => ({ targetId: targets.date(id), text: `${named.get(id) ?? id}: ${text}` })),
  ];
}

/** The server's refusals of single invoices, beside the invoices. Codes about the purchase order go to its field. */
export function serverErrors(failures: readonly { path: string; code: string; message: string }[]): SaleErrors {
  const isOrder = ({ code }: { code: string }): boolean => code === ('PURCHASE_ORDER_MISSING' satisfies ErrorCode);
  const pairs = (list: typeof failures) => new Map(list.map(({ path, message }) => [path, message]));
  return {
    ...noErrors,
    dates: pairs(failures.filter((failure) => !isOrder(failure))),
    orders: pairs(failures.filter(isOrder)),
  };
}

/** Merges errors of several sources; for the same control the last one wins. */
export const mergeErrors = (all: readonly SaleErrors[]): SaleErrors => ({
  habits: new Map(all.flatMap(({ habits }) => [...habits])),
  dates: new Map(all.flatMap(({ dates }) => [...dates])),
  orders: new Map(all.flatMap(({ orders }) => [...orders])),
  groups: all.flatMap(({ groups }) => groups),
});
