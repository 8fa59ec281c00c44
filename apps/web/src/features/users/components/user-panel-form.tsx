import type { ClientUser } from '@anticipa/contract/users';
import { useUser } from '../../../lib/session.ts';
import { es } from '../es.ts';
import type { UserEditor } from '../use-user-editor.ts';
import { UserForm } from '../user-form.tsx';
import { newValues, type UserValues, valuesOf } from '../view-model/form.ts';
import { activeAdministrators, NEW } from '../view-model/people.ts';

/** The form of one person, or of the placeholder when there is none, tied to the editor. */
export function UserPanelForm(props: {
  user: ClientUser | null;
  people: readonly ClientUser[];
  editor: UserEditor;
  onSave: () => void;
}) {
  const { user, people, editor, onSave } = props;
  const me = useUser();
  const id = user?.userId ?? NEW;
  const before = user ? valuesOf(user) : null;
  const draft = editor.draft?.id === id ? editor.draft : null;
  const values = draft?.values ?? before ?? newValues;
  return (
    <UserForm
      id={id}
      values={values}
      before={before}
      errors={draft ? editor.errors : {}}
      edited={draft !== null}
      busy={editor.busy}
      byAdministrator={me.isAdmin}
      activeAdministrators={activeAdministrators(people)}
      consequence={user?.userId === me.userId && before ? consequenceOf(values, before) : null}
      warning={draft ? editor.warning : null}
      onChange={(next) => editor.change(id, next)}
      onErrors={editor.setErrors}
      onSave={onSave}
      onDiscard={editor.discard}
    />
  );
}

/** What an administrator takes from themselves. */
function consequenceOf(values: UserValues, before: UserValues): string | null {
  if (before.active && !values.active) return es.warning.ownAccess;
  return before.isAdmin && !values.isAdmin ? es.warning.ownRights : null;
}
