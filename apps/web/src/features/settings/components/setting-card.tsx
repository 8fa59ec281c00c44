import type { approvalRoles } from '@anticipa/contract/approvals';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { SettingCardId } from '../../../lib/lender-paths.ts';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FoldingCard } from '../../../ui/overlay/folding-card.tsx';
import { waitingQuery } from '../api.ts';

/**
 * [OPE-07] A card of settings behind its title. It is open at first if a link leads to it, something is missing in it,
 * or a change of it waits for a second person; then only the reader closes it.
 */
export function SettingCard(props: {
  /** Its anchor in the address. */
  id: SettingCardId;
  title: string;
  kinds?: readonly (keyof typeof approvalRoles)[];
  missing: boolean;
  aside?: ReactNode;
  change?: string | null;
  dialog?: ((close: () => void) => ReactNode) | null | undefined;
  children: ReactNode;
}) {
  const { id, title, kinds = [], missing, aside, change = null, dialog, children } = props;
  const isSought = useLocation({ select: ({ hash }) => hash === id });
  const { data: waiting = [] } = useQuery(waitingQuery);
  const isWaiting = [...waiting].some((key) => kinds.some((kind) => key.startsWith(`${kind}:`)));
  useEffect(() => {
    if (isSought) document.getElementById(id)?.scrollIntoView();
  }, [id, isSought]);
  return (
    <FoldingCard
      id={id}
      title={title}
      opens={isSought || missing || isWaiting}
      aside={
        change === null || !dialog ? (
          aside
        ) : (
          <DialogButton size="small" dialog={dialog}>
            {change}
          </DialogButton>
        )
      }
    >
      {children}
    </FoldingCard>
  );
}
