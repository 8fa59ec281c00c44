import type { ClientUser } from '@anticipa/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { currentSession, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AlertDialog, Dialog } from '../../ui/overlay/dialog.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { companyQuery } from './api.ts';
import { CompanyCard } from './components/company-card.tsx';
import { UserList } from './components/user-list.tsx';
import { es } from './es.ts';
import { focusOnPerson, type Outcome, type UserEditor, useUserEditor } from './use-user-editor.ts';
import { UserForm } from './user-form.tsx';
import css from './users.module.css';
import { draftName } from './view-model/people.ts';

/**
 * [PER-01] [PER-02] [PER-03] The company and its users: all of them for an administrator, only themselves for others.
 */
export function UsersScreen({ rfc, companyAction }: { rfc: string; companyAction: ReactNode }) {
  const { data, error, refetch } = useQuery(companyQuery(rfc));
  if (data) {
    return (
      <div className={css.page}>
        <CompanyCard entityName={data.entityName} rfc={data.rfc} taxRegime={data.taxRegime} action={companyAction} />
        <People people={data.ClientUsers} />
      </div>
    );
  }
  return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={3} />;
}

function People({ people }: { people: readonly ClientUser[] }) {
  const me = useUser();
  const editor = useUserEditor(people);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [saveFirst, setSaveFirst] = useState(false);
  const own = people.find(({ userId }) => userId === me.userId);

  const save = async (): Promise<void> => setOutcome(await editor.save());
  const close = (): void => {
    setOutcome(null);
    // The pressed button has been replaced, or is gone with the placeholder.
    if (outcome?.good) focusOnPerson(editor.openId ?? me.userId);
    else editor.form.leadToError();
  };

  return (
    <>
      {editor.restored ? <Notice tone="info">{es.warning.restored}</Notice> : null}
      {me.isAdmin ? (
        <UserList
          people={people}
          editor={editor}
          onAdd={() => (editor.draft ? setSaveFirst(true) : editor.add())}
          onSave={save}
        />
      ) : own ? (
        <PhoneFoldedCard title={es.list.own} opens={editor.draft !== null}>
          <UserForm user={own} people={people} editor={editor} onSave={save} />
        </PhoneFoldedCard>
      ) : null}
      <LeaveDialog editor={editor} people={people} onRefused={setOutcome} />
      {saveFirst ? (
        <AlertDialog title={es.list.add} onClose={() => setSaveFirst(false)}>
          {es.saveFirst}
        </AlertDialog>
      ) : null}
      {outcome ? (
        <AlertDialog title={outcome.good ? es.result.good : es.result.bad} onClose={close}>
          {outcome.text}
        </AlertDialog>
      ) : null}
    </>
  );
}

/** [PER-07] Asks to save or discard before the page is left; when the window is closed, the browser asks instead. */
function LeaveDialog(props: {
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
