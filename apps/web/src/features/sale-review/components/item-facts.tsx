import { moneyOf } from '@anticipa/domain/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { MoneyText } from '../../../ui/money.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import type { Item } from '../view-model/review.ts';
import { Fact } from './sale-facts.tsx';

const { item: texts, facts } = es;

type Standing = SaleUnderReview['standings'][number];

/** Price and terms of an invoice, and its outcome after the deposit. */
export function ItemFacts({ item, standing }: { item: Item; standing: Standing | undefined }) {
  const money = (amount: string): ReactNode => <MoneyText amount={moneyOf(amount, item.currency)} />;
  const receiver = standing ? (
    <Link to={lenderPaths.receiver} params={{ companyId: standing.companyId }}>
      {item.receiverName}
    </Link>
  ) : (
    item.receiverName
  );
  return (
    <dl className={css.facts}>
      <Fact label={texts.receiver} isSentence>
        {receiver}
      </Fact>
      <Fact label={texts.due}>{formatDate(item.dueDate)}</Fact>
      <Fact label={texts.term}>{texts.days(item.paymentDays)}</Fact>
      <Fact label={texts.rate}>{texts.percent(item.interestRate)}</Fact>
      <Fact label={facts.deposit}>{money(item.initialDeposit)}</Fact>
      <Fact label={facts.interest}>{money(item.comision)}</Fact>
      <Fact label={facts.aforo}>{money(item.aforo)}</Fact>
      <Fact label={texts.order} isSentence>
        {item.purchaseOrder ?? texts.noOrder}
      </Fact>
      {standing?.amountDue == null ? null : <Fact label={texts.owed}>{money(standing.amountDue)}</Fact>}
      {standing?.paidOn == null ? null : <Fact label={texts.paidOn}>{formatDate(standing.paidOn)}</Fact>}
    </dl>
  );
}
