/** The results as the search shows them. */
import type { ResponseOf } from '@anticipa/contract/route';
import type { InvoiceHit, PayerHit, ReferenceHit, SaleHit, searchPortal } from '@anticipa/contract/search';
import { type InvoiceStatus, statusName } from '@anticipa/domain/invoice';
import { financedCurrencies, type Money, moneyOf } from '@anticipa/domain/money';
import { FOREIGN_RFC } from '@anticipa/domain/receiver';
import { formatFolio } from '@anticipa/texts/format';
import { invoiceStates } from '@anticipa/texts/offer-texts';
import { referenceStates } from '@anticipa/texts/tables/references';
import { saleStages } from '@anticipa/texts/tables/sales';
import type { LinkProps } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import type { IconName } from '../../ui/icon.tsx';
import { es } from './es.ts';

export type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

export interface Hit {
  readonly key: string;
  readonly title: string;
  /** Subject, state, and target if that is not its own page. */
  readonly note: string;
  readonly amount: Money | null;
  readonly target: Target;
  /** The id of what is pressed on the screen that opens: a button, or the field to fill in. */
  readonly press?: string;
}

export interface HitGroup {
  readonly title: string;
  readonly icon: IconName;
  /** Shown number and total; null if all are shown. */
  readonly part: string | null;
  readonly hits: readonly Hit[];
}

/** A screen, or an action with the button that begins it. */
export interface FoundPlace {
  readonly title: string;
  readonly text: string;
  readonly link: Target;
  readonly press?: string;
}

const SCREENS = 4;

/** The groups of what the server found. */
export const groupsOf = (found: ResponseOf<typeof searchPortal>): readonly HitGroup[] => [
  groupOf('invoices', 'file', found.invoices.total, found.invoices.hits.map(invoice)),
  groupOf('payers', 'user', found.payers.total, found.payers.hits.map(payer)),
  groupOf('references', 'bank', found.references.total, found.references.hits.map(reference)),
  groupOf('sales', 'money', found.sales.total, found.sales.hits.map(sale)),
];

const placeHit =
  (kind: 'screen' | 'action') =>
  ({ title, text, link, press }: FoundPlace): Hit => ({
    key: `${kind}-${title}`,
    title,
    // A screen without a description of its own is named once.
    note: text === title ? '' : text,
    amount: null,
    target: link,
    ...(press ? { press } : {}),
  });

/** The groups of what the browser knows by itself. */
export const placesOf = (actions: readonly FoundPlace[], screens: readonly FoundPlace[]): readonly HitGroup[] => [
  groupOf('actions', 'arrowRight', actions.length, actions.map(placeHit('action'))),
  groupOf('screens', 'list', Math.min(screens.length, SCREENS), screens.slice(0, SCREENS).map(placeHit('screen'))),
];

export const groupOf = (
  kind: keyof typeof es.groups,
  icon: IconName,
  total: number,
  hits: readonly Hit[],
): HitGroup => ({
  title: es.groups[kind],
  icon,
  part: total > hits.length ? es.part(hits.length, total) : null,
  hits,
});

const invoice = (hit: InvoiceHit): Hit => ({
  key: hit.documentId,
  title: formatFolio(hit),
  note: `${hit.isDeleted ? es.deleted : invoiceStates[statusName(hit.status)]} · ${hit.receiverName}`,
  amount: moneyOf(hit.total, hit.currency),
  target: { to: paths.invoice, params: { id: hit.documentId } },
});

/** The tables of the statuses before the settlement. */
const tables = {
  0: 'rechazadas',
  10: 'pendientes',
  20: 'autorizadas',
  25: 'validacion',
  30: 'credito',
  40: undefined,
} as const satisfies Record<InvoiceStatus, string | undefined>;

/** Leads to the table with the payer's invoices nearest to the settlement, or to the month of its last payment. */
function payer({ companyId, name, rfc, open, settledOn }: PayerHit): Hit {
  const hit = { key: companyId, title: name };
  const who = rfc === FOREIGN_RFC ? '' : `${rfc} · `;
  if (open) {
    const moneda = financedCurrencies.find((currency) => currency === open.currency);
    const estado = tables[open.status];
    const search = {
      producto: open.product,
      buscar: rfc === FOREIGN_RFC ? name : rfc,
      ...(estado ? { estado } : {}),
      ...(moneda ? { moneda } : {}),
    };
    return {
      ...hit,
      note: `${who}${es.payer(open.count, open.status)}`,
      amount: moneyOf(open.total, open.currency),
      target: { to: paths.home, search },
    };
  }
  if (settledOn === null) return { ...hit, note: `${who}${es.payerNone}`, amount: null, target: { to: paths.home } };
  const target = { to: paths.settled, search: { mes: settledOn.slice(0, 7) } };
  return { ...hit, note: `${who}${es.payerSettled}`, amount: null, target };
}

const reference = ({ id, reference: number, state, currency, amount, count }: ReferenceHit): Hit => ({
  key: id,
  title: number,
  note: `${referenceStates[state]} · ${es.invoices(count)}`,
  amount: moneyOf(amount, currency),
  target: { to: paths.references, search: { buscar: number } },
});

const sale = ({ numberOfSale, state, isReturned, currency, count, initialDeposit }: SaleHit): Hit => ({
  key: `sale-${numberOfSale}`,
  title: es.sale(numberOfSale),
  note: `${saleStages[isReturned ? 'returned' : state]} · ${es.invoices(count)}`,
  amount: moneyOf(initialDeposit, currency),
  target: { to: paths.sale, params: { number: String(numberOfSale) } },
});
