import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AlertDialog, Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useChangeSync } from './api.ts';
import { es } from './es.ts';
import { SyncWizard } from './sync-wizard.tsx';

/** The dialog for a purpose, or why it is not possible now. */
export function SyncDialogs({ purpose, onClose }: { purpose: 'connect' | 'leave'; onClose: () => void }) {
  const { syncAllowed, isAdmin, SATdownloading, SATsyncActive } = useUser();
  // The state when the dialog opened: a download that begins or ends does not replace what is being read.
  const [isBlocked] = useState(SATdownloading);
  if (!syncAllowed) {
    const { title, text, ofAdministrator } = SATsyncActive ? es.notYours : es.soon;
    return (
      <AlertDialog title={title} onClose={onClose}>
        {isAdmin ? (
          <>
            <p>{ofAdministrator}</p>
            <p>
              <Link to={paths.profile}>{es.toProfile}</Link>
            </p>
          </>
        ) : (
          text
        )}
      </AlertDialog>
    );
  }
  if (purpose === 'connect') return <SyncWizard onClose={onClose} />;
  if (isBlocked) {
    return (
      <AlertDialog title={es.leave.blockedTitle} onClose={onClose}>
        {es.leave.blocked}
      </AlertDialog>
    );
  }
  return <LeaveDialog onClose={onClose} />;
}

/** [SAT-03] Asks before disconnecting. */
function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { syncCredential } = useUser();
  const leaving = useChangeSync();
  const leave = (): void =>
    leaving.mutate(
      { syncActive: false },
      {
        onSuccess: () => {
          showToast({ text: es.leave.done, tone: 'good' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={es.leave.title}
      size="small"
      onClose={onClose}
      closable={!leaving.isPending}
      footer={
        <DialogButtons
          cancel={es.leave.no}
          confirm={es.leave.yes}
          busy={leaving.isPending}
          focus="cancel"
          isDanger
          onConfirm={leave}
          onClose={onClose}
        />
      }
    >
      {leaving.error ? <Notice tone="bad">{es.failed}</Notice> : null}
      <p>{es.leave.text[syncCredential]}</p>
    </Dialog>
  );
}
