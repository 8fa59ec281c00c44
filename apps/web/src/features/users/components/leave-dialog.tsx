import type { ClientUser } from '@anticipa/contract/users';
import { useBlocker } from '@tanstack/react-router';
import { currentSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { es } from '../es.ts';
import type { Outcome, UserEditor } from '../use-user-editor.ts';
import { draftName } from '../view-model/people.ts';

/** [PER-07] Asks to save or discard before the page is left; when the window is closed, the browser asks instead. */
export function LeaveDialog(props: {
  editor: UserEditor;
  people: readonly ClientUser[];
  onRefused: (outcome: Outcome | null) => void;
}) {
  const { editor, people, onRefused } = props;
  const leaving = useBlocker({
    shouldBlockFn: () => editor.dirty,
    // A signed-out user is on the way to the sign-in page; the draft is kept.
    enableBeforeUnload: () => editor.dirty && currentSession().status !== 'visitor',
    withResolver: true,
  });
  const { draft } = editor;
  if (leaving.status !== 'blocked' || !draft) return null;
  const save = async (): Promise<void> => {
    const outcome = await editor.save();
    if (outcome?.good) {
      showToast({ text: outcome.text, tone: 'good' });
      return leaving.proceed();
    }
    leaving.reset();
    onRefused(outcome);
  };
  const discard = (): void => {
    editor.discard();
    leaving.proceed();
  };
  return (
    <Dialog
      title={es.leave.title}
      role="alertdialog"
      size="small"
      closable={!editor.busy}
      onClose={leaving.reset}
      footer={
        <>
          <Button onClick={leaving.reset} data-autofocus>
            {es.leave.stay}
          </Button>
          <Button onClick={discard}>{es.leave.discard}</Button>
          <Button variant="primary" busy={editor.busy} onClick={save}>
            {es.leave.save}
          </Button>
        </>
      }
    >
      {es.leave.text(draftName(draft, people) ?? es.list.new)}
    </Dialog>
  );
}
