/** Texts about the outcome of a sale that was left. */
import type { Sale } from '@anticipa/contract/sales';
import { canStep, type SaleState } from '@anticipa/domain/sale';
import { es } from '../es.ts';
import type { OpenSale } from '../use-open-sales.ts';

const sentStates = ['requested', 'answered', 'disbursed'] as const satisfies readonly SaleState[];

/** Whether the sale has reached the lender. */
export const isSent = ({ state }: Pick<Sale, 'state'>): boolean => sentStates.some((sent) => sent === state);

/** Whether the sale keeps invoices and credit that its client may give back at any time. */
export const isHeld = ({ state }: Pick<Sale, 'state'>): boolean => canStep(state, 'expire');

/** One sentence per state of the sales that reached the lender; null if none did. */
export function sentText(sales: readonly Sale[]): string | null {
  const sentences = sentStates.flatMap((state) => {
    const numbers = sales.filter((sale) => sale.state === state).map(({ numberOfSale }) => numberOfSale);
    return numbers.length > 0 ? [es.outcome[state](es.outcome.sales(numbers), numbers.length)] : [];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** The text for an unknown outcome of a sale. */
export function unknownText({ numbers, accepted, isWithdrawn }: OpenSale): string {
  if (numbers.length === 0) return es.outcome.unknownHold;
  const textOf = accepted && !isWithdrawn ? es.outcome.unknownSent : es.outcome.unknownCancel;
  return textOf(es.outcome.sales(numbers), numbers.length);
}
