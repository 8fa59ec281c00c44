import type { Sale } from '@anticipa/contract/sales';
import type { DepositPromise } from '@anticipa/domain/deposit-message';
import { depositPromiseTexts } from '@anticipa/texts/deposit-promise';
import { useEffect, useRef } from 'react';
import { formatAccount, formatCount, formatTableDate } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { bookedGroups } from './review-step.tsx';
import css from './sale.module.css';
import { accountOpensAt } from './view-model/arrival.ts';
import { type Market, productNames } from './view-model/market.ts';
import { stepTexts } from './view-model/step-texts.ts';

const CONFETTI_MS = 10_000;

/** [RES-05] The sale is with the lender: when the money arrives, and the next steps. */
export function DoneStep(props: {
  sales: readonly Sale[];
  promise: DepositPromise;
  mailedTo: string | null;
  market: Market;
}) {
  const { sales, promise, mailedTo, market } = props;
  const names = productNames(market);
  const opens = accountOpensAt(sales, market);
  return (
    <div className={css.done}>
      <Confetti />
      <span className={css.doneMark}>
        <Icon name="check" size={32} />
      </span>
      <p className={css.promise} tabIndex={-1} data-autofocus>
        {opens ? unbroken(stepTexts.done.after(formatTableDate(opens))) : depositPromiseTexts[promise]}
      </p>
      <p className={css.quiet}>{stepTexts.done.disclaimer}</p>
      <ul className={css.sold}>
        {bookedGroups(sales).map(({ product, currency, count, totals }, position) => (
          <li key={`${product}${currency}`}>
            <span>
              <strong>{stepTexts.summary.ofProduct(names.get(product) ?? product, currency)}</strong>
              <span className={css.quiet}>
                {sales[position] ? `${stepTexts.done.sale(sales[position].numberOfSale)} · ` : ''}
                {formatCount(count, stepTexts.summary.one, stepTexts.summary.many)}
                {accountText(market, { product, currency })}
              </span>
            </span>
            <MoneyText amount={totals.deposit} size="large" />
          </li>
        ))}
      </ul>
      <section className={css.next} aria-label={stepTexts.done.nextTitle}>
        <h3>{stepTexts.done.nextTitle}</h3>
        <ol>
          {stepTexts.done.next.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </section>
      {mailedTo ? <p className={css.quiet}>{stepTexts.done.mailed(mailedTo)}</p> : null}
    </div>
  );
}

/** " · BBVA ••4821", the account of a deposit. */
function accountText(market: Market, { product, currency }: Pick<Sale, 'product' | 'currency'>): string {
  const account = market.products.get(product)?.accounts.get(currency);
  return account ? ` · ${formatAccount(account)}` : '';
}

/** Ten seconds of confetti from both sides, unless the user prefers reduced motion. */
function Confetti() {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const node = canvas.current;
    if (!node || still) return;
    let stopped = false;
    const started = import('canvas-confetti').then(({ default: confetti }) => {
      // No worker: the Content-Security-Policy forbids blob workers.
      const shoot = confetti.create(node, { resize: true, useWorker: false });
      const end = Date.now() + CONFETTI_MS;
      const burst = (): void => {
        if (stopped || Date.now() > end) return;
        void shoot({ particleCount: 4, angle: 60, spread: 60, origin: { x: 0, y: 0.6 } });
        void shoot({ particleCount: 4, angle: 120, spread: 60, origin: { x: 1, y: 0.6 } });
        setTimeout(burst, 120);
      };
      burst();
      return shoot;
    });
    return () => {
      stopped = true;
      void started.then((shoot) => shoot.reset());
    };
  }, [still]);
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className={css.confetti} />
    </div>
  );
}
