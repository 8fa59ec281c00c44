import type { ClientUser } from '@anticipa/contract/users';
import { successTexts } from '@anticipa/texts/success-texts';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { paths } from '../../lib/paths.ts';
import { checkSession, useUser } from '../../lib/session.ts';
import { useCheckedForm } from '../../ui/field/use-checked-form.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { useSaveUser } from './api.ts';
import { es } from './es.ts';
import { useUserDraft } from './use-user-draft.ts';
import {
  newValues,
  refusedFields,
  type UserBody,
  type UserValues,
  updateBody,
  userErrors,
  userForm,
  valuesOf,
} from './view-model/form.ts';
import { draftName, edited, isDirty, NEW, placeholder, type UserDraft } from './view-model/people.ts';

export type Outcome = { readonly good: boolean; readonly text: string };

/** The id of the warning about unsaved changes. */
export const WARNING_ID = 'usuario-pendiente';

/** The id of a text field in a user's form. */
export const fieldId = (id: string, field: string): string => `usuario-${id}-${field}`;

/** The id of the save button. */
export const saveId = (id: string): string => `usuario-${id}-guardar`;

/** Focuses the first existing element, after the next rendering. */
const focusOn = (...ids: readonly string[]): void => {
  requestAnimationFrame(() => {
    const place = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
    place?.focus();
  });
};

/** Focuses another element when its own is gone: the user's panel, or the form of the own user. */
export const focusOnPerson = (id: string): void => focusOn(`usuario-${id}-title`, saveId(id));

const warningText = (draft: UserDraft, people: readonly ClientUser[]): string =>
  draft.id === NEW ? es.warning.added : es.warning.edited(draftName(draft, people) ?? es.list.new);

/** The form of the open user, and the draft: the unsaved changes, if any. */
function useOpenForm(people: readonly ClientUser[]) {
  const { userId: ownId, isAdmin } = useUser();
  const { draft, restored, setDraft } = useUserDraft(people);
  const [openId, setOpenId] = useState(draft?.id ?? (isAdmin ? null : ownId));
  const person = people.find(({ userId }) => userId === openId);
  const saved = useMemo(() => (person ? valuesOf(person) : newValues), [person]);

  const values = draft?.values ?? saved;
  const keep = (next: UserValues): void => {
    if (openId === null) return;
    const changed = edited(openId, next, people);
    if (changed && !draft) announce(warningText(changed, people));
    setDraft(changed);
  };
  const form = useCheckedForm({ values, onChange: keep, errorsOf: userErrors(openId === NEW) });
  const add = (): void => {
    form.clear();
    setDraft(placeholder);
    setOpenId(NEW);
  };
  return { form, person, saved, openId, open: setOpenId, draft, restored, setDraft, keep, add };
}

/** Editing one user of the company at a time: the open form, saving, and the result. */
export function useUserEditor(people: readonly ClientUser[]) {
  const me = useUser();
  const navigate = useNavigate();
  const saving = useSaveUser();
  const { setDraft, ...open } = useOpenForm(people);
  const { form, draft, person, saved } = open;

  const add = (): void => {
    open.add();
    announce(es.warning.added);
    focusOn(fieldId(NEW, 'email'));
  };

  const discard = (): void => {
    if (!draft) return;
    form.clear();
    setDraft(null);
    if (draft.id === NEW) focusOn('agregar-usuario');
    else focusOnPerson(draft.id);
  };

  async function send(body: UserBody): Promise<Outcome> {
    try {
      const { message, user } = await saving.mutateAsync(
        person ? { userId: person.userId, body: updateBody(body, saved, me.isAdmin) } : { userId: null, body },
      );
      setDraft(null);
      open.open(user.userId);
      if (user.userId === me.userId && !(await checkSession())) await navigate({ to: paths.logout });
      return { good: true, text: successTexts[message] };
    } catch (error) {
      if (error instanceof ApiRefusal) form.refuse(refusedFields(error));
      return { good: false, text: failureText(error) };
    }
  }

  /** The result; null if nothing was sent because of errors. */
  const save = async (): Promise<Outcome | null> => {
    if (!draft || saving.isPending) return null;
    if (form.check()) return await send(userForm(draft.id === NEW).parse(draft.values));
    form.leadToError();
    return null;
  };

  const warning = draft && { id: WARNING_ID, text: warningText(draft, people) };
  return { ...open, dirty: isDirty(draft, people), busy: saving.isPending, warning, add, discard, save };
}

export type UserEditor = ReturnType<typeof useUserEditor>;
