import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { quoteQuery } from './api.ts';
import { choiceOf, type Offer } from './view-model/offer.ts';
import { differencesOf, quoteFailures, unpricedOf } from './view-model/quote.ts';
import { noErrors, type SaleErrors } from './view-model/validation.ts';

const SETTLE_MS = 250;

export interface ServerQuote {
  /** `incomplete`: the server would refuse some of the invoices and has no price for them. */
  readonly status: 'checking' | 'confirmed' | 'incomplete' | 'differs' | 'unconfirmed';
  /** The number of invoices with a different price, or without one. */
  readonly count: number;
  /** Refusals of the server that the screen has not found itself. */
  readonly errors: SaleErrors;
}

/** The server's quote for the prices shown, requested once the choice has settled. */
export function useServerQuote(offers: readonly Offer[]): ServerQuote {
  const settled = useSettled(offers, SETTLE_MS);
  const queries = useQueryClient();
  const { data, isError, isFetching } = useQuery(quoteQuery(settled));
  const current = settled === offers && !isFetching;
  const differing = useMemo(() => (data && current ? differencesOf(data, offers).length : 0), [data, current, offers]);
  const errors = useMemo(() => (data && current ? quoteFailures(data, offers) : noErrors), [data, current, offers]);
  const choice = useMemo(() => JSON.stringify(offers.map(choiceOf)), [offers]);
  const [reported, setReported] = useState({ choice: '', differing: 0 });
  useEffect(() => {
    if (differing === 0) return;
    // A difference means that the terms here are stale: refetch them. The notice stays until the choice changes: prices
    // are never replaced silently.
    setReported({ choice, differing });
    void queries.invalidateQueries({ queryKey: ['credit'] });
  }, [differing, choice, queries]);
  const changed = reported.choice === choice ? reported.differing : differing;
  if (changed > 0) return { status: 'differs', count: changed, errors };
  if (isError && current) return { status: 'unconfirmed', count: 0, errors };
  if (!data || !current) return { status: 'checking', count: 0, errors };
  const count = unpricedOf(data, offers).length;
  return { status: count > 0 ? 'incomplete' : 'confirmed', count, errors };
}

/** The value once it has not changed for a while. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
