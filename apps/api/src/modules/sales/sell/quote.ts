import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { presell, setAsPreSell } from '@anticipa/contract/sales';
import { done, type Failure, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, parseMoney } from '@anticipa/domain/money';
import type { QuotedItem } from '@anticipa/domain/quote';
import { parseRatio } from '@anticipa/domain/ratio';
import type { Work } from '../../../platform/work/work.ts';
import { type QuoteReading, readQuote, toQuote } from './quote-queries.ts';

/** The live quote: prices sellable invoices and lists the others with reasons; read-only. */
export async function quoteInvoices(
  work: Work,
  documents: BodyOf<typeof presell>['documents'],
): Promise<Outcome<ResponseOf<typeof presell>>> {
  if (documents.length === 0) return refuse('NO_INVOICE_SELECTED');
  const reading = await readQuote(work, documents, 'read');
  // Missing and foreign invoices get the same answer.
  return reading.missing.length > 0 ? refuseEach('NOT_FOUND', reading.missing) : done({ data: toQuote(reading) });
}

type SentFigures = BodyOf<typeof setAsPreSell>['documents'][number];

const sameAmount = (sent: string, own: string): boolean =>
  parseMoney(sent, 'MXN')?.cents === parseMoney(own, 'MXN')?.cents;
const sameText = (sent: string, own: string): boolean => sent === own;
const sameRate = (sent: string, own: string): boolean => {
  const [a, b] = [parseRatio(sent), parseRatio(own)];
  return a !== null && b !== null && a.numerator * b.denominator === b.numerator * a.denominator;
};

/** Every figure that a browser may send, with the server's value and its comparison. */
const figures: readonly {
  readonly name: keyof SentFigures;
  readonly own: (item: QuotedItem, reading: QuoteReading) => string;
  readonly isSame: (sent: string, own: string) => boolean;
}[] = [
  { name: 'paymentDays', own: (item) => String(item.price.days), isSame: sameText },
  { name: 'comision', own: (item) => decimalOf(item.price.interest), isSame: sameAmount },
  { name: 'interestRate', own: (item) => item.line.interestRate, isSame: sameRate },
  { name: 'porcentajeAdelanto', own: (item) => item.line.advancePercent, isSame: sameRate },
  { name: 'total', own: (item) => decimalOf(item.price.total), isSame: sameAmount },
  {
    name: 'productId',
    own: (item, { products }) => products.find((each) => each.product === item.invoice.product)?.productId ?? '',
    isSame: sameText,
  },
];

/** Sent figures that differ from the server's, as `documentId.figure` with the right value. */
function changedFigures(documents: readonly SentFigures[], reading: QuoteReading): Failure[] {
  const items = new Map(reading.quote.items.map((item) => [item.invoice.documentId, item]));
  return documents.flatMap((document) => {
    const item = items.get(document.documentId);
    if (!item) return [];
    return figures.flatMap(({ name, own, isSame }): Failure[] => {
      const sent = document[name];
      const expected = own(item, reading);
      if (sent === undefined || sent === null || isSame(String(sent), expected)) return [];
      return [{ path: `${document.documentId}.${name}`, code: 'QUOTE_CHANGED', expected }];
    });
  });
}

/** Refuses with every failure, under the code of the first one. */
export const refuseAll = (failures: readonly Failure[]): Refused =>
  refuse(failures[0]?.code ?? 'INVALID_REQUEST', failures);

/** Why the chosen invoices cannot be sold at the figures sent, or null. */
export function readingProblem(reading: QuoteReading, documents: readonly SentFigures[]): Refused | null {
  if (reading.missing.length > 0) return refuseEach('NOT_FOUND', reading.missing);
  const foreign = documents.filter(
    ({ productId }) => productId !== undefined && !reading.products.some((each) => each.productId === productId),
  );
  if (foreign.length > 0) {
    return refuseEach(
      'NOT_FOUND',
      foreign.map(({ documentId }) => documentId),
    );
  }
  if (reading.quote.failures.length > 0) return refuseAll(reading.quote.failures);
  const changed = changedFigures(documents, reading);
  return changed.length > 0 ? refuse('QUOTE_CHANGED', changed) : null;
}
