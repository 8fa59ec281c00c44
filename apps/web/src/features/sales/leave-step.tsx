import type { PreparedSale } from '@anticipa/contract/to-accept';
import { formatMoney } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { SaleSummary } from './components/sale-summary.tsx';
import css from './sale.module.css';
import { type OwnGrant, useOwnBound } from './use-grant.ts';
import type { Portfolio } from './use-offers.ts';
import { productNames } from './view-model/market.ts';
import { preparedTexts } from './view-model/prepared-texts.ts';
import { totalsOf } from './view-model/totals.ts';

const text = preparedTexts.leave;

/** [DER-06] What is left to another person: today's price, which is not held, and who may accept it. */
export function LeaveStep(props: {
  portfolio: Portfolio;
  grant: OwnGrant;
  note: string;
  onNote: (note: string) => void;
}) {
  const { portfolio, grant, note, onNote } = props;
  const { market, selected } = portfolio;
  const { saleRight } = useUser();
  const bound = useOwnBound();
  return (
    <div className={css.review}>
      <h3>{text.heading}</h3>
      <p>
        {saleRight === 'accept' && bound && grant.pesos
          ? unbroken(text.above(formatMoney(grant.pesos), formatMoney(bound)))
          : text.rightOnly}{' '}
        {grant.others.length > 0 ? text.whoAccepts(grant.others) : null}
      </p>
      {grant.others.length === 0 ? <Notice tone="warn">{text.nobody}</Notice> : null}
      <Notice tone="info" title={text.holdsNothing}>
        {text.holdsNothingText}
      </Notice>
      <SaleSummary groups={totalsOf(selected.groups)} names={productNames(market)} market={market} />
      <TextArea
        label={text.note}
        rows={2}
        maxLength={300}
        value={note}
        onChange={({ target }) => onNote(target.value.replace(/\s*\n\s*/g, ' '))}
      />
    </div>
  );
}

/** [DER-06] The sale waits for another person. */
export function LeftStep({ sale }: { sale: PreparedSale }) {
  return (
    <div className={css.done}>
      <span className={css.doneMark}>
        <Icon name="clock" size={32} />
      </span>
      <p className={css.promise} tabIndex={-1} data-autofocus>
        {preparedTexts.left.title}
      </p>
      <p className={css.quiet}>{sale.acceptors.length > 0 ? preparedTexts.left.told(sale.acceptors) : text.nobody}</p>
      <section className={css.next} aria-label={preparedTexts.left.title}>
        <ol>
          {preparedTexts.left.next.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
