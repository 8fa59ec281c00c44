import { isCredentialBroken } from '@anticipa/domain/sync';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ActionButton } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { taxpayerQuery } from './api.ts';
import { es } from './es.ts';

const SyncDialogs = lazyPart(() => import('./sync-dialogs.tsx'), 'SyncDialogs');

/** Purpose of the user: to connect the client or disconnect it. */
export type SyncPurpose = 'connect' | 'leave';

interface OpenerProps {
  readonly onOpen: (purpose: SyncPurpose) => void;
}

/** [TAB-07] Connects the client to the tax authority, or disconnects it. */
export function SyncButton({ onOpen }: OpenerProps) {
  const user = useUser();
  const label = user.SATdownloading ? es.downloading : user.SATsyncActive ? es.disconnect : es.connect;
  return (
    <Button
      id={'conectar-sat' satisfies ActionButton}
      icon={user.SATdownloading ? 'clock' : 'bank'}
      onClick={() => onOpen(user.SATsyncActive ? 'leave' : 'connect')}
    >
      {label}
    </Button>
  );
}

/** [SAT-06] Announces that the password no longer works. */
export function SyncNotice({ onOpen }: OpenerProps) {
  const user = useUser();
  const rfc = user.client?.rfc ?? '';
  const isAsked = user.syncAllowed && user.SATsyncActive;
  const { data } = useQuery({ ...taxpayerQuery(rfc), ...(isAsked ? {} : { enabled: false }) });
  if (!user.SATsyncActive || data?.ciecStatus == null || !isCredentialBroken(data.ciecStatus)) return null;
  return (
    <Notice
      tone="warn"
      title={es.broken.title}
      action={<Button onClick={() => onOpen('connect')}>{es.broken.again}</Button>}
    >
      {es.broken.text[user.syncCredential]}
    </Notice>
  );
}

/** The dialog that the button or the notice opened. Home renders it apart from both: they move as the first invoice arrives. */
export function SyncDialog({ purpose, onClose }: { purpose: SyncPurpose | null; onClose: () => void }) {
  return purpose ? <SyncDialogs purpose={purpose} onClose={onClose} /> : null;
}
