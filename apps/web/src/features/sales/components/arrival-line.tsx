import { useEffect, useState } from 'react';
import { es } from '../es.ts';
import css from '../sale.module.css';
import { type Arrival, arrivalOf } from '../view-model/arrival.ts';
import type { Market } from '../view-model/market.ts';

const TICK_MS = 15_000;

/** [RES-05] When and where deposits arrive if they are sold now, by the server's clock. */
export function useArrival(deposits: Parameters<typeof arrivalOf>[0], market: Market): Arrival {
  const [time, setTime] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setTime(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsed = Math.max(0, time - market.readAt);
  return arrivalOf(deposits, market, new Date(market.now.getTime() + elapsed));
}

/** "Llega en menos de 4 horas a BBVA ••4821", and how long that holds. */
export function ArrivalLine({ deposits, market }: { deposits: Parameters<typeof arrivalOf>[0]; market: Market }) {
  const { when, by, left, accounts } = useArrival(deposits, market);
  if (deposits.length === 0) return null;
  return (
    <p className={css.arrival}>
      <strong>{es.arrival.when(when)}</strong>
      {by ? <span>{by}</span> : null}
      {accounts ? <span>{es.arrival.where(accounts)}</span> : null}
      {left ? <span className={css.quiet}>{es.arrival.condition(left)}</span> : null}
    </p>
  );
}
