import type { ClientUser } from '@anticipa/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { companyQuery } from './api.ts';
import { CompanyCard } from './components/company-card.tsx';
import { LeaveDialog } from './components/leave-dialog.tsx';
import { UserList } from './components/user-list.tsx';
import { es } from './es.ts';
import { focusOnPerson, type Outcome, useUserEditor } from './use-user-editor.ts';
import { UserForm } from './user-form.tsx';
import css from './users.module.css';

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
        <Card title={es.list.own}>
          <UserForm user={own} people={people} editor={editor} onSave={save} />
        </Card>
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
