import type { ClientUser } from '@anticipa/contract/users';
import { successTexts } from '@anticipa/texts/texts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiRefusal, newIdempotencyKey } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { paths } from '../../lib/paths.ts';
import { checkSession, useUser } from '../../lib/session.ts';
import { focusOnInvalid } from '../../ui/field/field.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { type Save, useSaveUser } from './api.ts';
import { es } from './es.ts';
import { useUserDraft } from './use-user-draft.ts';
import { fieldId, saveId } from './user-form.tsx';
import {
  createBody,
  refusedFields,
  textFields,
  type UserErrors,
  type UserValues,
  updateBody,
  userErrors,
  valuesOf,
} from './view-model/form.ts';
import { type Draft, draftName, edited, isDirty, NEW, placeholder } from './view-model/people.ts';

export type Outcome = { readonly good: boolean; readonly text: string };

/** The id of what says that something waits to be saved or discarded. */
export const WARNING_ID = 'usuario-pendiente';

/** Puts the focus on the first of the places that exists once what changed is drawn. */
const focusOn = (...ids: readonly string[]): void => {
  requestAnimationFrame(() => {
    const place = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
    place?.focus();
  });
};

/** Where the focus goes after a refusal that is about a field. */
export const focusOnError = (id: string, errors: UserErrors): void => {
  const first = textFields.find((field) => errors[field]);
  if (!first) return;
  requestAnimationFrame(() => focusOnInvalid(document.getElementById(fieldId(id, first)), errors[first] ?? ''));
};

/** Where the focus goes when what had it is gone: the person's panel, or one's own form. */
export const focusOnPerson = (id: string): void => focusOn(`usuario-${id}-title`, saveId(id));

/** What the warning beside a draft says; null for an untouched person. */
const warningText = (draft: Draft, people: readonly ClientUser[]): string =>
  draft.id === NEW ? es.warning.added : es.warning.edited(draftName(draft, people) ?? es.list.new);

/** Sends a draft as what it is: somebody new, or a change of somebody who is still there (else nothing is sent). */
function useSendDraft(people: readonly ClientUser[]) {
  const { isAdmin } = useUser();
  const saving = useSaveUser();
  const attempt = useRef({ body: '', key: '' });
  const requestFor = ({ id, values }: Draft): Save | null => {
    if (id !== NEW) {
      const before = people.find(({ userId }) => userId === id);
      return before ? { userId: id, body: updateBody(values, valuesOf(before), isAdmin) } : null;
    }
    const body = createBody(values);
    const text = JSON.stringify(body);
    // The same data again is the same intention: it must not add the person twice when only the answer was lost.
    if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() };
    return { userId: null, body, idempotencyKey: attempt.current.key };
  };
  const send = async (draft: Draft) => {
    const request = requestFor(draft);
    if (!request) return null;
    try {
      return await saving.mutateAsync(request);
    } catch (error) {
      // A refusal is an answer; the next attempt is another one.
      if (error instanceof ApiRefusal) attempt.current = { body: '', key: '' };
      throw error;
    }
  };
  return { busy: saving.isPending, send };
}

/** Editing one person of the company at a time: draft, errors, saving, and what came of it. */
export function useUserEditor(people: readonly ClientUser[]) {
  const me = useUser();
  const navigate = useNavigate();
  const { draft, restored, setDraft } = useUserDraft(people);
  const [openId, setOpenId] = useState<string | null>(draft?.id ?? null);
  const [errors, setErrors] = useState<UserErrors>({});
  const sending = useSendDraft(people);

  const change = (id: string, values: UserValues): void => {
    const next = edited(id, values, people);
    if (next && !draft) announce(warningText(next, people));
    if (!next) setErrors({});
    setDraft(next);
  };

  const add = (): void => {
    setErrors({});
    setDraft(placeholder);
    announce(es.warning.added);
    setOpenId(NEW);
    focusOn(fieldId(NEW, 'email'));
  };

  const discard = (): void => {
    if (!draft) return;
    setErrors({});
    setDraft(null);
    if (draft.id === NEW) focusOn('agregar-usuario');
    else focusOnPerson(draft.id);
  };

  /** What came of it; null when it was not sent because the form has to be mended first. */
  const save = async (): Promise<Outcome | null> => {
    if (!draft || sending.busy) return null;
    const found = userErrors(draft.values, draft.id === NEW);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      focusOnError(draft.id, found);
      return null;
    }
    try {
      const saved = await sending.send(draft);
      if (!saved) return null;
      const { message, user } = saved;
      setDraft(null);
      setOpenId(user.userId);
      if (user.userId === me.userId && !(await checkSession())) await navigate({ to: paths.logout });
      return { good: true, text: successTexts[message] };
    } catch (error) {
      if (error instanceof ApiRefusal) setErrors(refusedFields(error));
      return { good: false, text: failureText(error) };
    }
  };

  return {
    draft,
    restored,
    dirty: isDirty(draft, people),
    openId: draft?.id ?? openId,
    errors,
    busy: sending.busy,
    warning: draft ? { id: WARNING_ID, text: warningText(draft, people) } : null,
    setOpenId,
    setErrors,
    change,
    add,
    discard,
    save,
  };
}

export type UserEditor = ReturnType<typeof useUserEditor>;
