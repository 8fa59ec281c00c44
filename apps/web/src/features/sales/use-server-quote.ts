import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { quoteQuery } from './api.ts';
import type { Offer } from './view-model/offer.ts';
import { differencesOf, quoteFailures } from './view-model/quote.ts';
import { noErrors, type SaleErrors } from './view-model/validation.ts';

const SETTLE_MS = 250;

export interface ServerQuote {
  readonly status: 'checking' | 'confirmed' | 'differs' | 'unconfirmed';
  /** The invoices whose price the server computes differently. */
  readonly differing: number;
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
  useEffect(() => {
    // Another price means older terms here: the lines are read again, and the screen computes with them.
    if (differing > 0) void queries.invalidateQueries({ queryKey: ['credit'] });
  }, [differing, queries]);
  if (isError && current) return { status: 'unconfirmed', differing: 0, errors };
  if (!data || !current) return { status: 'checking', differing: 0, errors };
  return { status: differing > 0 ? 'differs' : 'confirmed', differing, errors };
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
