import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { quoteQuery } from './api.ts';
import { choiceOf, type Offer } from './view-model/offer.ts';
import { differencesOf, quoteFailures, unpricedOf } from './view-model/quote.ts';
import { noErrors, type SaleErrors } from './view-model/validation.ts';

const SETTLE_MS = 250;

export interface ServerQuote {
  /** `incomplete`: it would refuse some of the invoices as they are, and has no price for those. */
  readonly status: 'checking' | 'confirmed' | 'incomplete' | 'differs' | 'unconfirmed';
  /** How many invoices it prices differently, or has no price for. */
  readonly count: number;
  /** What the server would refuse although nothing looks wrong here. */
  readonly errors: SaleErrors;
}

/** The server's word on the prices shown, asked once the choice has stood still for a moment. */
export function useServerQuote(offers: readonly Offer[]): ServerQuote {
  const settled = useSettled(offers, SETTLE_MS);
  const queries = useQueryClient();
  const { data, isError, isFetching } = useQuery(quoteQuery(settled));
  const current = settled === offers && !isFetching;
  const differing = useMemo(() => (data && current ? differencesOf(data, offers).length : 0), [data, current, offers]);
  const errors = useMemo(() => (data && current ? quoteFailures(data, offers) : noErrors), [data, current, offers]);
  const choice = useMemo(() => JSON.stringify(offers.map(choiceOf)), [offers]);
  const [said, setSaid] = useState({ choice: '', differing: 0 });
  useEffect(() => {
    if (differing === 0) return;
    // Another price means older terms here: the lines are read again, the screen computes with them, and it is said for
    // as long as the choice is the same, because prices are never exchanged in silence.
    setSaid({ choice, differing });
    void queries.invalidateQueries({ queryKey: ['credit'] });
  }, [differing, choice, queries]);
  const changed = said.choice === choice ? said.differing : differing;
  if (changed > 0) return { status: 'differs', count: changed, errors };
  if (isError && current) return { status: 'unconfirmed', count: 0, errors };
  if (!data || !current) return { status: 'checking', count: 0, errors };
  const count = unpricedOf(data, offers).length;
  return { status: count > 0 ? 'incomplete' : 'confirmed', count, errors };
}

/** The value once it has not changed for a while. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
