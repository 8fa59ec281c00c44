import type { ReactNode } from 'react';
import type { ProposalKey } from '../lib/waiting-proposals.ts';
import { Card } from './card.tsx';
import { DialogButton } from './overlay/dialog-button.tsx';
import { PhoneFoldedCard } from './overlay/folding-card.tsx';
import { UnlessProposed } from './unless-proposed.tsx';

/** A card whose button opens the dialog of a change; `folds`: a phone shows it closed. */
export function ChangeCard(props: {
  title: string;
  /** Label of the button, or null for none. */
  change: string | null;
  dialog: ((close: () => void) => ReactNode) | null | undefined;
  folds?: boolean;
  /** The change that the dialog proposes to a second person. */
  proposes?: ProposalKey;
  children: ReactNode;
}) {
  const { title, change, dialog, folds = false, proposes, children } = props;
  const Surface = folds ? PhoneFoldedCard : Card;
  return (
    <Surface
      title={title}
      aside={
        change === null || !dialog ? null : (
          <UnlessProposed of={proposes}>
            <DialogButton size="small" dialog={dialog}>
              {change}
            </DialogButton>
          </UnlessProposed>
        )
      }
    >
      {children}
    </Surface>
  );
}
