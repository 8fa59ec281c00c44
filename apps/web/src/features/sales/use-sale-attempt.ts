import { useCallback, useMemo, useState } from 'react';
import { useDraft } from './use-draft.ts';
import type { Offer } from './view-model/offer.ts';
import { receiversOf } from './view-model/selection.ts';
import { errorCount, noErrors, type SaleErrors, saleErrors } from './view-model/validation.ts';

/** Above this number of invoices the panels start closed, so that the receivers stay in view. */
const OPEN_UP_TO = 40;

export interface SaleAttempt {
  /** The number of attempts. */
  readonly turn: number;
  /** The errors, after the first attempt. */
  readonly local: SaleErrors;
  /** The receivers whose panel is open. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string, open: boolean) => void;
  /** [VTA-03] Whether an attempt was made with nothing selected. */
  readonly empty: boolean;
  readonly dismissEmpty: () => void;
  /** Invoices selected when the sale was opened and no longer sellable: sold meanwhile, or rejected. */
  readonly vanished: readonly Offer[];
  /** Sold offers in the order in which the sale was opened: no field moves while someone types into it. */
  readonly inPlace: readonly Offer[];
  /** Offers to sell; null while there are errors. */
  readonly submit: (wanted: readonly Offer[]) => readonly Offer[] | null;
}

/** Attempts to sell the selection: after the first one, errors are shown until they are fixed. */
export function useSaleAttempt(offers: readonly Offer[]): SaleAttempt {
  const draft = useDraft();
  const [turn, setTurn] = useState(0);
  const [empty, setEmpty] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const keys = receiversOf(offers).map(([key]) => key);
    return new Set(offers.length <= OPEN_UP_TO ? keys : keys.slice(0, 1));
  });
  const [opened] = useState(offers);
  const vanished = useMemo(() => {
    const here = new Set(offers.map(({ id }) => id));
    return opened.filter(({ id }) => draft.chosen.has(id) && !here.has(id));
  }, [opened, offers, draft.chosen]);
  const inPlace = useMemo(() => {
    const places = new Map(opened.map(({ id }, place) => [id, place]));
    const placeOf = ({ id }: Offer): number => places.get(id) ?? opened.length;
    return offers.toSorted((a, b) => placeOf(a) - placeOf(b));
  }, [opened, offers]);
  const local = useMemo(() => (turn > 0 ? saleErrors(offers) : noErrors), [turn, offers]);
  const toggle = useCallback((key: string, now: boolean): void => {
    const one = new Set([key]);
    setOpen((before) => (now ? before.union(one) : before.difference(one)));
  }, []);

  const submit = (wanted: readonly Offer[]): readonly Offer[] | null => {
    setEmpty(wanted.length === 0);
    if (wanted.length === 0) return null;
    const found = saleErrors(wanted);
    setTurn(turn + 1);
    if (errorCount(found) === 0) return wanted;
    const failing = wanted.filter(({ id }) => found.dates.has(id) || found.orders.has(id));
    // The error summary links to controls, which a closed panel does not render.
    const failed = new Set([...found.habits.keys(), ...failing.map(({ invoice }) => invoice.receiverKey)]);
    setOpen((before) => before.union(failed));
    return null;
  };
  return { turn, local, open, toggle, empty, dismissEmpty: () => setEmpty(false), vanished, inPlace, submit };
}
