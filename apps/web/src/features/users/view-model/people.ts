/** The company's users as a list, and the one being edited. */
import type { ClientUser } from '@anticipa/contract/users';
import { searchText } from '@anticipa/domain/search';
import { z } from 'zod';
import { newValues, sameValues, type UserValues, userValues, valuesOf } from './form.ts';

export type UserState = 'admin' | 'active' | 'disabled';

/** [PER-02] The state shown by a user's icon. */
export const stateOf = ({ active, isAdmin }: Pick<ClientUser, 'active' | 'isAdmin'>): UserState =>
  !active ? 'disabled' : isAdmin ? 'admin' : 'active';

export const fullName = (user: Pick<ClientUser, 'firstName' | 'lastName' | 'motherSurname'>): string =>
  [user.firstName, user.lastName, user.motherSurname].filter(Boolean).join(' ');

export const activeAdministrators = (people: readonly ClientUser[]): number =>
  people.filter((user) => stateOf(user) === 'admin').length;

/** The own user first, then by name. */
export const inOrder = (people: readonly ClientUser[], ownId: string): readonly ClientUser[] =>
  people.toSorted(
    (one, other) =>
      Number(other.userId === ownId) - Number(one.userId === ownId) ||
      fullName(one).localeCompare(fullName(other), 'es-MX') ||
      one.userId.localeCompare(other.userId),
  );

/** Users whose name or e-mail contains the text, ignoring case and accents. */
export const matching = (people: readonly ClientUser[], text: string): readonly ClientUser[] =>
  people.filter((user) => searchText(`${fullName(user)} ${user.email}`).includes(searchText(text.trim())));

/** The id of an unsaved placeholder. */
export const NEW = 'nuevo';

/** [PER-08] The one user being edited or added. */
export interface UserDraft {
  readonly id: string;
  readonly values: UserValues;
}

/** A new, unsaved user. */
export const placeholder: UserDraft = { id: NEW, values: newValues };

const originalOf = (id: string, people: readonly ClientUser[]): UserValues | null => {
  const user = people.find(({ userId }) => userId === id);
  return user ? valuesOf(user) : null;
};

/** The draft after an edit; null when the values equal the saved ones again. */
export function edited(id: string, values: UserValues, people: readonly ClientUser[]): UserDraft | null {
  const original = originalOf(id, people);
  return original && sameValues(values, original) ? null : { id, values };
}

/** [PER-07] Whether leaving would lose changes; an empty placeholder does not count. */
export function isDirty(draft: UserDraft | null, people: readonly ClientUser[]): boolean {
  if (draft === null) return false;
  const original = draft.id === NEW ? newValues : originalOf(draft.id, people);
  return original !== null && !sameValues(draft.values, original);
}

/** The display name of the draft. */
export function draftName(draft: UserDraft, people: readonly ClientUser[]): string | null {
  const user = people.find(({ userId }) => userId === draft.id);
  return user ? fullName(user) : [draft.values.firstName, draft.values.lastName].join(' ').trim() || null;
}

/** The draft as stored in session storage. */
export const storedDraft = z.strictObject({ id: z.string(), values: userValues });

/** The draft, if its user still exists and may still be edited. */
export function usableDraft(
  draft: UserDraft | null,
  people: readonly ClientUser[],
  isAdmin: boolean,
): UserDraft | null {
  if (draft === null) return null;
  if (draft.id === NEW) return isAdmin ? draft : null;
  return people.some(({ userId }) => userId === draft.id) ? draft : null;
}
