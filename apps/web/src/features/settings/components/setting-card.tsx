import { approvalRoles } from '@anticipa/contract/approvals';
import { changeSetting } from '@anticipa/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { SettingCardId } from '../../../lib/lender-paths.ts';
import { mayWith } from '../../../lib/may.ts';
import { useUser } from '../../../lib/session.ts';
import { type ProposalKey, waitingQuery } from '../../../lib/waiting-proposals.ts';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FoldingCard } from '../../../ui/overlay/folding-card.tsx';
import { UnlessProposed } from '../../../ui/unless-proposed.tsx';

/**
 * [OPE-07] A card of settings behind its title. It is open at first if a link leads to it, the reader may fill in what is
 * missing in it, or a change of it waits for a second person or its day; then only the reader closes it.
 */
export function SettingCard(props: {
  /** Its anchor in the address. */
  id: SettingCardId;
  title: string;
  kinds?: readonly (keyof typeof approvalRoles)[];
  missing: boolean;
  /** Whether a version of it begins on a later day. */
  coming?: boolean;
  aside?: ReactNode;
  change?: string | null;
  dialog?: ((close: () => void) => ReactNode) | null | undefined;
  /** The change of the dialog, if it is always the same one. */
  proposes?: ProposalKey;
  children: ReactNode;
}) {
  const { id, title, kinds = [], missing, coming = false, aside, change = null, dialog, proposes, children } = props;
  const isSought = useLocation({ select: ({ hash }) => hash === id });
  const { roles } = useUser();
  const calls = kinds.length > 0 ? kinds.map((kind) => ({ roles: approvalRoles[kind] })) : [changeSetting];
  const isForReader = missing && calls.some((call) => mayWith(roles, call));
  const { data: waiting } = useQuery(waitingQuery);
  const isWaiting = [...(waiting?.keys() ?? [])].some((key) => kinds.some((kind) => key.startsWith(`${kind}:`)));
  useEffect(() => {
    if (isSought) document.getElementById(id)?.scrollIntoView();
  }, [id, isSought]);
  return (
    <FoldingCard
      id={id}
      title={title}
      opens={isSought || isForReader || isWaiting || coming}
      aside={
        change === null || !dialog ? (
          aside
        ) : (
          <UnlessProposed of={proposes}>
            <DialogButton size="small" dialog={dialog}>
              {change}
            </DialogButton>
          </UnlessProposed>
        )
      }
    >
      {children}
    </FoldingCard>
  );
}
