import { isCredentialBroken } from '@anticipa/domain/sync';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { taxpayerQuery } from './api.ts';
import { es } from './es.ts';

const SyncDialogs = lazy(() =>
  import('./sync-dialogs.tsx').then(({ SyncDialogs: component }) => ({ default: component })),
);

/** [TAB-07] Connects the client to the tax authority, or disconnects it. */
export function SyncButton() {
  const user = useUser();
  // Stays while the user's data change.
  const [purpose, setPurpose] = useState<'connect' | 'leave' | null>(null);
  const label = user.SATdownloading ? es.downloading : user.SATsyncActive ? es.disconnect : es.connect;
  return (
    <>
      <Button
        icon={user.SATdownloading ? 'clock' : 'bank'}
        onClick={() => setPurpose(user.SATsyncActive ? 'leave' : 'connect')}
      >
        {label}
      </Button>
      {purpose ? (
        <Suspense fallback={null}>
          <SyncDialogs purpose={purpose} onClose={() => setPurpose(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** [SAT-06] Announces that the password no longer works. */
export function SyncNotice() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const rfc = user.client?.rfc ?? '';
  const { data } = useQuery({ ...taxpayerQuery(rfc), enabled: user.syncAllowed && user.SATsyncActive });
  if (!user.SATsyncActive || data?.ciecStatus == null || !isCredentialBroken(data.ciecStatus)) return null;
  return (
    <>
      <Notice
        tone="warn"
        title={es.broken.title}
        action={<Button onClick={() => setOpen(true)}>{es.broken.again}</Button>}
      >
        {es.broken.text}
      </Notice>
      {isOpen ? (
        <Suspense fallback={null}>
          <SyncDialogs purpose="connect" onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
