/** The state of an offer as a word with a tone, for its row. */
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import type { Tone } from '../../../ui/feedback/status-badge.tsx';
import type { Offer } from './offer.ts';
import { stepTexts } from './step-texts.ts';

export interface Situation {
  readonly tone: Tone;
  readonly text: string;
  readonly remedy: string;
}

const plain = (tone: Tone, text: string): Situation => ({ tone, text, remedy: '' });

/** The most important fact about selling this invoice. */
export function situationOf(offer: Offer): Situation {
  const { refusal, invoice, currency, problem } = offer;
  if (offer.preparedIn && !offer.closed) return plain('info', stepTexts.state.prepared);
  if (refusal) return { tone: 'bad', text: refusal.reason, remedy: refusal.remedy };
  if (!offer.hasAccount && currency) return plain('warn', stepTexts.state.noAccount(currency));
  if (problem === 'PAYMENT_DATE_NOT_AFTER_TODAY') return plain('warn', stepTexts.state.pastDate);
  if (invoice.motive) return { tone: 'warn', text: stepTexts.state.rejectedToday, remedy: invoice.motive.description };
  return invoice.verification === 'pending'
    ? plain('info', stepTexts.state.pending)
    : plain('good', stepTexts.state.ready);
}

/** The amount of an invoice, including currencies that are not financed. */
export const totalText = ({ total, invoice }: Offer): string =>
  total ? formatMoney(total) : `${invoice.currency} ${formatDecimal(invoice.total)}`;
