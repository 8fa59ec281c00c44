import { lineFor } from '@anticipa/domain/credit';
import { add, type FinancedCurrency, type Money, subtract } from '@anticipa/domain/money';
import { openingCharge } from '@anticipa/domain/price';
import { formatCount, formatDecimal, formatMoney } from '../../../lib/format.ts';
import { CreditBar } from '../../../ui/chart/credit-bar.tsx';
import { Definition } from '../../../ui/definition.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { es } from '../es.ts';
import css from '../sale.module.css';
import type { ServerQuote } from '../use-server-quote.ts';
import type { Market } from '../view-model/market.ts';
import type { LineUse } from '../view-model/selection.ts';
import { stepTexts } from '../view-model/step-texts.ts';
import type { GroupTotals } from '../view-model/totals.ts';
import { ArrivalLine } from './arrival-line.tsx';

/** Deposits and costs of the sale per product and currency, kept current; the deposit comes first. */
export function SaleSummary(props: {
  groups: readonly GroupTotals[];
  names: ReadonlyMap<string, string>;
  lines?: readonly LineUse[];
  quote?: ServerQuote;
  market: Market;
}) {
  const { groups, names, lines = [], quote, market } = props;
  return (
    <aside className={css.summary} aria-label={stepTexts.summary.heading}>
      <h3>{stepTexts.summary.heading}</h3>
      {quote && groups.length > 0 ? <Confirmation quote={quote} /> : null}
      <ArrivalLine deposits={groups} market={market} />
      {groups.map((group) => (
        <Group
          key={`${group.product}${group.currency}`}
          group={group}
          name={names.get(group.product) ?? group.product}
          lateRate={lineFor(market.lines, group)?.moratoryRate ?? null}
        />
      ))}
      {lines.length > 0 ? (
        <section className={css.credit} aria-label={stepTexts.summary.credit}>
          <h4>{stepTexts.summary.credit}</h4>
          {lines.map(({ line, after }) => (
            <CreditBar
              key={line.id}
              compact
              label={stepTexts.summary.ofProduct(line.displayName, line.currency)}
              available={after}
              limit={line.limit}
            />
          ))}
        </section>
      ) : null}
    </aside>
  );
}

function Group({ group, name, lateRate }: { group: GroupTotals; name: string; lateRate: string | null }) {
  const { count, unpriced, currency } = group;
  return (
    <section className={css.group}>
      <h4>{stepTexts.summary.ofProduct(name, currency)}</h4>
      {unpriced > 0 ? (
        <p>
          <StatusBadge tone="warn">{es.bar.unpriced(unpriced)}</StatusBadge>
        </p>
      ) : null}
      {count > 0 ? <Figures group={group} lateRate={lateRate} /> : null}
    </section>
  );
}

/** The totals of the invoices that have a price. */
function Figures({ group, lateRate }: { group: GroupTotals; lateRate: string | null }) {
  const { totals, count, annualCosts, rebatePerDay } = group;
  const { total, deposit, interest, opening, iva, aforo } = totals;
  const released = subtract<FinancedCurrency>(aforo, iva);
  return (
    <>
      <PricePicture parts={[deposit, add<FinancedCurrency>(interest, openingCharge(totals)), iva, released]} />
      <dl className={css.figures}>
        <div data-main data-part="0">
          <dt>{stepTexts.summary.deposit}</dt>
          <dd>
            <MoneyText amount={deposit} size="large" />
          </dd>
        </div>
        <div data-part="1">
          <dt>{stepTexts.summary.cost}</dt>
          <dd>
            {unbroken(formatMoney(interest))}
            {annualCosts.length > 0 ? <small>{stepTexts.summary.annual(annualCosts.map(formatDecimal))}</small> : null}
          </dd>
        </div>
        {opening ? (
          <div data-part="1">
            <dt>{stepTexts.summary.opening}</dt>
            <dd>
              {unbroken(formatMoney(opening.commission))}
              <small>{unbroken(stepTexts.summary.openingIva(formatMoney(opening.iva)))}</small>
            </dd>
          </div>
        ) : null}
        <div data-part="2">
          <dt>{stepTexts.summary.iva}</dt>
          <dd>{unbroken(formatMoney(iva))}</dd>
        </div>
        <div data-part="3">
          <dt>
            <Definition term={stepTexts.summary.released}>
              {unbroken(stepTexts.summary.releasedMeaning(formatMoney(aforo)))}
            </Definition>
          </dt>
          <dd>{unbroken(formatMoney(released))}</dd>
        </div>
        <div data-sum>
          <dt>{stepTexts.summary.total(formatCount(count, stepTexts.summary.one, stepTexts.summary.many))}</dt>
          <dd>{unbroken(formatMoney(total))}</dd>
        </div>
      </dl>
      {lateRate === null ? null : <p className={css.quiet}>{stepTexts.summary.late(formatDecimal(lateRate))}</p>}
      <p className={css.quiet}>
        {unbroken(
          rebatePerDay.cents > 0n ? stepTexts.summary.rebate(formatMoney(rebatePerDay)) : stepTexts.summary.noRebate,
        )}
      </p>
    </>
  );
}

/** The parts of a price as one bar; their figures follow in words. */
function PricePicture({ parts }: { parts: readonly Money[] }) {
  const sizes = parts.map(({ cents }) => (cents > 0n ? Number(cents) : 0));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  if (whole === 0) return null;
  const startOf = (part: number): number => sizes.slice(0, part).reduce((sum, size) => sum + size, 0);
  return (
    <svg className={css.picture} viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
      {sizes.map((size, part) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a price have a fixed order
          key={part}
          data-part={part}
          x={(1000 * startOf(part)) / whole}
          width={(1000 * size) / whole}
          height="1"
        />
      ))}
    </svg>
  );
}

function Confirmation({ quote }: { quote: ServerQuote }) {
  if (quote.status === 'differs') {
    return (
      <Notice tone="warn" title={stepTexts.summary.differs}>
        {stepTexts.summary.differsText(formatCount(quote.count, stepTexts.summary.one, stepTexts.summary.many))}
      </Notice>
    );
  }
  if (quote.status === 'unconfirmed') return <Notice tone="warn">{stepTexts.summary.unconfirmed}</Notice>;
  const texts = {
    checking: { tone: 'neutral', text: stepTexts.summary.checking },
    confirmed: { tone: 'good', text: stepTexts.summary.confirmed },
    incomplete: {
      tone: 'warn',
      text: stepTexts.summary.incomplete(formatCount(quote.count, stepTexts.summary.one, stepTexts.summary.many)),
    },
  } as const;
  const { tone, text } = texts[quote.status];
  return (
    <div className={css.confirmation} aria-live="polite">
      <StatusBadge tone={tone}>{text}</StatusBadge>
    </div>
  );
}
