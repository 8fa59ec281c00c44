import type { Sale } from '@anticipa/contract/sales';
import { lineFor } from '@anticipa/domain/credit';
import { sumPerCurrency } from '@anticipa/domain/money';
import { termsInShort } from '@anticipa/texts/terms-in-short';
import { type RefObject, useEffect, useRef } from 'react';
import { formatCount, formatDecimal, formatMoney } from '../../lib/format.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { downloadTerms } from './api.ts';
import { ArrivalLine } from './components/arrival-line.tsx';
import { bookedGroups } from './review-step.tsx';
import css from './sale.module.css';
import type { Terms } from './use-sale-flow.ts';
import type { Market } from './view-model/market.ts';
import { stepTexts } from './view-model/step-texts.ts';

/** [RES-02] The contract text, and one sentence on the effect of accepting it. */
export function TermsStep(props: {
  sales: readonly Sale[];
  terms: Terms;
  market: Market;
  onRead: (isRead: boolean) => void;
}) {
  const { sales, terms, market, onRead } = props;
  const contract = useRef<HTMLElement>(null);
  useReading(contract, onRead);
  return (
    <div className={css.terms}>
      <p className={css.does}>
        <strong>{whatItDoes(sales)}</strong>
        <StatusBadge tone="neutral" icon="file">
          {stepTexts.terms.version(terms.version)}
        </StatusBadge>
      </p>
      <ArrivalLine deposits={sales} market={market} />
      <section className={css.inShort} aria-label={stepTexts.terms.inShort}>
        <Facts className="" facts={termsInShort(lateRatesOf(sales, market))} />
        <p className={css.known}>
          <span className={css.quiet}>{stepTexts.terms.fullText}</span>
          <DownloadButton
            size="small"
            variant="quiet"
            failed={stepTexts.terms.downloadFailed}
            download={() => downloadTerms(sales)}
            data-print="hide"
          >
            {stepTexts.terms.download}
          </DownloadButton>
        </p>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={contract} className={css.contract} aria-label={stepTexts.terms.title} tabIndex={0} data-autofocus>
        {terms.text.split(/\n{2,}/).map((paragraph, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never move
          <p key={position}>{paragraph}</p>
        ))}
      </section>
    </div>
  );
}

/** The rates of late charges of the lines that the sales draw on. */
function lateRatesOf(sales: readonly Sale[], { lines }: Market): readonly string[] {
  const rates = sales.flatMap((sale) => lineFor(lines, sale)?.moratoryRate ?? []);
  return [...new Set(rates)].map(formatDecimal);
}

const READ_MS = 1_500;

/**
 * Reports whether the terms could be read: scrolled to the end, or on the screen for a moment without a press. Every
 * press restarts the moment, so that impatient clicks never accept a text that has just appeared.
 */
function useReading(contract: RefObject<HTMLElement | null>, onRead: (isRead: boolean) => void): void {
  useEffect(() => {
    const element = contract.current;
    const stop = new AbortController();
    const { signal } = stop;
    const finish = (): void => {
      onRead(true);
      stop.abort();
    };
    let timer = setTimeout(finish, READ_MS);
    const startAnew = (): void => {
      clearTimeout(timer);
      timer = setTimeout(finish, READ_MS);
    };
    const scrolled = (): void => {
      if (element && element.scrollTop + element.clientHeight >= element.scrollHeight - 1) finish();
    };
    signal.addEventListener('abort', () => clearTimeout(timer));
    document.addEventListener('pointerdown', startAnew, { capture: true, signal });
    element?.addEventListener('scroll', scrolled, { signal });
    return () => {
      stop.abort();
      onRead(false);
    };
  }, [contract, onRead]);
}

/** "Al aceptar vendes 14 facturas y recibes MXN 1,240,000.00." */
function whatItDoes(sales: readonly Sale[]): string {
  const groups = bookedGroups(sales);
  const count = groups.reduce((all, group) => all + group.count, 0);
  const deposits = sumPerCurrency(groups.map(({ totals }) => totals.deposit));
  return stepTexts.terms.does(formatCount(count, 'factura', 'facturas'), deposits.map(formatMoney).join(' y '));
}
