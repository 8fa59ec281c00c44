/** A sale sent to the lender as the screens show it. */
import type { SaleStage } from '@anticipa/texts/tables/sales';
import type { Tone } from '../../ui/feedback/status-badge.tsx';

export const toneOf: Readonly<Record<SaleStage, Tone>> = {
  requested: 'warn',
  returned: 'bad',
  answered: 'info',
  disbursed: 'good',
  cancelled: 'neutral',
  declined: 'bad',
};
