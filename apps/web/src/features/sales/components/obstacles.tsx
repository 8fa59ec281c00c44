import type { Obstacle } from '@anticipa/domain/receiving';
import { AdviserLink } from '../../../ui/adviser-link.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import type { Market } from '../view-model/market.ts';
import { obstacleTexts, obstacleTitle } from '../view-model/obstacle-texts.ts';
import type { Waiting } from '../view-model/receivable.ts';

/** These end by themselves. */
const passing: readonly Obstacle[] = ['EXCHANGE_RATE_MISSING', 'ACCOUNT_HELD'];

/** These hold for every currency of a product, and are named once. */
const ofProduct: readonly Obstacle[] = ['PRODUCT_NOT_AUTHORISED', 'PRODUCT_INACTIVE'];

/** [TAB-13] What keeps the client from receiving money, each with who acts. */
export function Obstacles({ waiting, market }: { waiting: readonly Waiting[]; market: Market }) {
  const groups = [
    ...Map.groupBy(
      waiting,
      ({ why, currency, product }) => `${why} ${ofProduct.includes(why) ? product : currency}`,
    ).values(),
  ];
  return groups.map((members) => {
    const title = obstacleTitle(members, market);
    const why = members[0]?.why;
    const count = members.reduce((sum, each) => sum + each.count, 0);
    if (!why) return null;
    return (
      <Notice
        key={title}
        tone={why === 'ACCOUNT_HELD' || why === 'ACCOUNT_BLOCKED' ? 'info' : 'warn'}
        title={title}
        action={passing.includes(why) ? null : <AdviserLink about={title}>{obstacleTexts.adviser}</AdviserLink>}
      >
        {[count > 0 ? obstacleTexts.waiting(count) : '', obstacleTexts[why].next].filter(Boolean).join(' ')}
      </Notice>
    );
  });
}
