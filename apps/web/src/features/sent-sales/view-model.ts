/** A sale sent to the lender as the screens show it. */
import type { SentSale } from '@anticipa/contract/sent-sales';
import type { Tone } from '../../ui/feedback/status-badge.tsx';

/** `declined`: the lender rejected every invoice; `cancelled`: the client ended it. */
export type SaleStage = SentSale['state'] | 'declined';

export const stageOf = ({ state, cancelledAt }: Pick<SentSale, 'state' | 'cancelledAt'>): SaleStage =>
  state === 'cancelled' && cancelledAt === null ? 'declined' : state;

export const toneOf: Readonly<Record<SaleStage, Tone>> = {
  requested: 'warn',
  answered: 'info',
  disbursed: 'good',
  cancelled: 'neutral',
  declined: 'bad',
};
