/** Texts about the outcome of a sale that was left. */
import type { Sale } from '@anticipa/contract/sales';
import type { SaleState } from '@anticipa/domain/sale';
import { es } from '../es.ts';
import type { Stage } from '../use-open-sale.ts';

const sentStates = ['requested', 'answered', 'disbursed'] as const satisfies readonly SaleState[];

/** Whether the sale has reached the lender. */
export const isSent = ({ state }: Pick<Sale, 'state'>): boolean => sentStates.some((sent) => sent === state);

/** One sentence per state of the sales that reached the lender; null if none did. */
export function sentText(sales: readonly Sale[]): string | null {
  const sentences = sentStates.flatMap((state) => {
    const numbers = sales.filter((sale) => sale.state === state).map(({ numberOfSale }) => numberOfSale);
    return numbers.length > 0 ? [es.outcome[state](es.outcome.sales(numbers), numbers.length)] : [];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** The text for an unknown outcome at this stage. */
export function unknownText(at: Stage): string {
  if (at.stage === 'asked') return es.outcome.unknownHold;
  const textOf = at.stage === 'accepted' ? es.outcome.unknownSent : es.outcome.unknownCancel;
  return textOf(es.outcome.sales(at.numbers), at.numbers.length);
}
