import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import { es } from '../es.ts';
import { currentDraft, setChosen, unchoose } from '../use-draft.ts';
import type { Portfolio } from '../use-offers.ts';
import { folioOf, type Offer } from '../view-model/offer.ts';
import { addToSelection } from '../view-model/selection.ts';

export interface Choice {
  /** Selects or unselects invoices; those beyond the credit are left out and named. */
  readonly toggle: (ids: readonly string[], on: boolean) => void;
  /** Replaces the whole selection, as reported by a table. */
  readonly replace: (chosen: ReadonlySet<string>) => void;
  readonly exceeding: readonly Offer[];
  readonly dismiss: () => void;
}

/** [VTA-14] Selection within the available credit. */
export function useChoice({ offers, market }: Pick<Portfolio, 'offers' | 'market'>): Choice {
  const [exceeding, setExceeding] = useState<readonly Offer[]>([]);
  const add = useCallback(
    (base: ReadonlySet<string>, ids: readonly string[]): void => {
      const result = addToSelection(offers, base, { ids, market });
      setChosen(result.chosen);
      setExceeding(result.exceeding);
      if (result.exceeding.length > 0) announce(`${es.exceeds.title}. ${exceedingText(result.exceeding)}`, true);
    },
    [offers, market],
  );
  const toggle = useCallback(
    (ids: readonly string[], on: boolean): void => {
      if (on) {
        add(currentDraft().chosen, ids);
        return;
      }
      unchoose(ids);
      setExceeding([]);
    },
    [add],
  );
  const replace = useCallback(
    (chosen: ReadonlySet<string>): void => {
      const added = chosen.difference(currentDraft().chosen);
      add(chosen.difference(added), [...added]);
    },
    [add],
  );
  return { toggle, replace, exceeding, dismiss: () => setExceeding([]) };
}

const MOST_NAMED = 6;

/** The invoices beyond the credit: the first few by folio, the rest counted. */
function exceedingText(offers: readonly Offer[]): string {
  const names = offers.slice(0, MOST_NAMED).map((offer) => `${folioOf(offer)} (${defaultProductNames[offer.product]})`);
  const rest = offers.length - names.length;
  return es.exceeds.text(`${names.join(', ')}${rest > 0 ? es.exceeds.more(rest) : ''}`);
}

/** Names the invoices beyond the credit. */
export function ExceedingNotice({ offers, onDismiss }: { offers: readonly Offer[]; onDismiss: () => void }) {
  if (offers.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={es.exceeds.title}
      action={
        <Button size="small" onClick={onDismiss}>
          {es.exceeds.dismiss}
        </Button>
      }
    >
      {exceedingText(offers)} {es.exceeds.remedy}
    </Notice>
  );
}
