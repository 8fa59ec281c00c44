import { isAccountBlocked } from '@anticipa/domain/approval';
import { moneyOf } from '@anticipa/domain/money';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatAccount, formatMoney, formatTableDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { formatDeadline } from '../../../lib/time-left.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';

const { facts: labels } = es;

/** The figures of the sale, its client, the account to be paid and the client's record. */
export function SaleFacts({ data }: { data: SaleUnderReview }) {
  const { sale, line, promisedAt } = data;
  const alone = aloneText(data);
  const money = (amount: string): ReactNode => <MoneyText amount={moneyOf(amount, sale.currency)} />;
  const ofLine = (amount: string): ReactNode => <MoneyText amount={moneyOf(amount, line.currency)} />;
  const { clientId, entityName, clientRFC, totals } = sale;
  const isPaid = sale.state === 'disbursed';
  return (
    <Card
      title={
        <>
          <Link to={lenderPaths.client} params={{ clientId }}>
            {entityName}
          </Link>{' '}
          · {clientRFC}
        </>
      }
    >
      <dl className={css.facts}>
        <Fact label={labels.total}>{money(totals.total)}</Fact>
        <Fact label={labels.interest}>{money(totals.comision)}</Fact>
        {totals.openingCommission ? <Fact label={labels.opening}>{money(totals.openingCommission)}</Fact> : null}
        <Fact label={labels.aforo}>{money(totals.aforo)}</Fact>
        <Fact label={labels.deposit}>
          <MoneyText amount={moneyOf(totals.initialDeposit, sale.currency)} strong />
        </Fact>
        <Fact label={labels.requested}>{sale.requestedAt && formatTableDate(sale.requestedAt)}</Fact>
        <Fact label={labels.promised}>{promisedAt && formatDeadline(promisedAt)}</Fact>
        <Fact label={labels.line}>{ofLine(line.limit)}</Fact>
        <Fact label={labels.used}>{ofLine(line.used)}</Fact>
        <Fact label={labels.held}>{ofLine(line.held)}</Fact>
        {isPaid ? null : (
          <Fact label={labels.account} isSentence>
            {accountText(data)}
          </Fact>
        )}
        <Fact label={labels.record} isSentence>
          {recordText(data.record)}
        </Fact>
        {alone ? (
          <Fact label={labels.alone} isSentence>
            {alone}
          </Fact>
        ) : null}
      </dl>
      <Terms acceptance={data.acceptance} />
    </Card>
  );
}

function accountText({ account }: SaleUnderReview): string {
  if (account === null) return es.account.none;
  const { holder, coolingUntil } = account;
  const text = es.account.of(formatAccount(account), holder);
  if (coolingUntil === null) return text;
  return `${text} ${isAccountBlocked(coolingUntil) ? es.account.blocked : es.account.cooling(formatTableDate(coolingUntil))}`;
}

function recordText({ sales, onTime, late, writtenOff, boughtBack, overdue }: SaleUnderReview['record']): string {
  const { record: texts } = es;
  return [
    sales === 0 ? texts.first : texts.sales(sales),
    onTime + late === 0 ? '' : texts.paid(onTime, late),
    writtenOff + boughtBack === 0 ? '' : texts.unpaid(writtenOff, boughtBack),
    overdue === 0 ? '' : texts.overdue(overdue),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Amount that the operator may authorise alone; null if nothing limits it. */
function aloneText({ sale, approval }: SaleUnderReview): string | null {
  if (approval === null || sale.state !== 'requested') return null;
  const money = (amount: string): string => formatMoney(moneyOf(amount, sale.currency));
  const { perSale, perDay, earlier } = approval;
  const { alone } = es.second;
  return [perSale && alone.sale(money(perSale)), perDay && alone.day(money(perDay), money(earlier))]
    .filter(Boolean)
    .join('; ');
}

/** A figure, label above value; a sentence takes the whole width. */
export const Fact = ({
  label,
  isSentence = false,
  children,
}: {
  label: string;
  isSentence?: boolean;
  children: ReactNode;
}) => (
  <div className={isSentence ? css.sentence : undefined}>
    <dt>{label}</dt>
    <dd>{children ?? '—'}</dd>
  </div>
);

/** The accepted text with its acceptance, one click away. */
function Terms({ acceptance }: Pick<SaleUnderReview, 'acceptance'>) {
  const [isOpen, setOpen] = useState(false);
  if (!acceptance) return <p className="quiet">{es.terms.none}</p>;
  const { text, version, hash, by, preparedBy, at, address } = acceptance;
  return (
    <>
      <p>
        <TextButton onClick={() => setOpen(true)}>{es.actions.terms}</TextButton>
      </p>
      {isOpen ? (
        <Dialog title={es.terms.title} size="large" onClose={() => setOpen(false)}>
          <p>
            {preparedBy === null ? null : `${es.terms.preparedBy(preparedBy)} · `}
            {es.terms.by(by, formatTableDate(at), address)}
          </p>
          <p className={css.hash}>
            {es.terms.version(version)} · {hash}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard */}
          <section className={css.terms} aria-label={es.terms.title} tabIndex={0} data-autofocus>
            {text}
          </section>
        </Dialog>
      ) : null}
    </>
  );
}
