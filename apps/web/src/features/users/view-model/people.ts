/** The company's people as a list, and the one that is being edited. */
import type { ClientUser } from '@anticipa/contract/users';
import { z } from 'zod';
import { newValues, sameValues, type UserValues, userValues, valuesOf } from './form.ts';

export type UserState = 'admin' | 'active' | 'disabled';

/** [PER-02] The state that a person's icon shows. */
export const stateOf = ({ active, isAdmin }: Pick<ClientUser, 'active' | 'isAdmin'>): UserState =>
  !active ? 'disabled' : isAdmin ? 'admin' : 'active';

export const fullName = (user: Pick<ClientUser, 'firstName' | 'lastName' | 'motherSurname'>): string =>
  [user.firstName, user.lastName, user.motherSurname].filter(Boolean).join(' ');

export const activeAdministrators = (people: readonly ClientUser[]): number =>
  people.filter((user) => stateOf(user) === 'admin').length;

/** Oneself first, then by name. */
export const inOrder = (people: readonly ClientUser[], ownId: string): readonly ClientUser[] =>
  people.toSorted(
    (one, other) =>
      Number(other.userId === ownId) - Number(one.userId === ownId) ||
      fullName(one).localeCompare(fullName(other), 'es-MX') ||
      one.userId.localeCompare(other.userId),
  );

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The people whose name or e-mail contains the text, whatever its case and accents. */
export const matching = (people: readonly ClientUser[], text: string): readonly ClientUser[] =>
  people.filter((user) => plain(`${fullName(user)} ${user.email}`).includes(plain(text.trim())));

/** The id of a placeholder that is not saved yet. */
export const NEW = 'nuevo';

/** [PER-08] The one person being edited or added; null when nobody is. */
export interface Draft {
  readonly id: string;
  readonly values: UserValues;
}

/** A new person, not saved yet. */
export const placeholder: Draft = { id: NEW, values: newValues };

const originalOf = (id: string, people: readonly ClientUser[]): UserValues | null => {
  const user = people.find(({ userId }) => userId === id);
  return user ? valuesOf(user) : null;
};

/** The draft after an edit; a person edited back to what is saved is not being edited any more. */
export function edited(id: string, values: UserValues, people: readonly ClientUser[]): Draft | null {
  const original = originalOf(id, people);
  return original && sameValues(values, original) ? null : { id, values };
}

/** [PER-07] Whether leaving would lose something: an empty placeholder would not be missed. */
export function isDirty(draft: Draft | null, people: readonly ClientUser[]): boolean {
  if (draft === null) return false;
  const original = draft.id === NEW ? newValues : originalOf(draft.id, people);
  return original !== null && !sameValues(draft.values, original);
}

/** The name to call the draft by. */
export function draftName(draft: Draft, people: readonly ClientUser[]): string | null {
  const user = people.find(({ userId }) => userId === draft.id);
  return user ? fullName(user) : [draft.values.firstName, draft.values.lastName].join(' ').trim() || null;
}

/** The draft as session storage keeps it. */
export const storedDraft = z.strictObject({ id: z.string(), values: userValues });

/** The draft, if it is about somebody who is still there and the person may still edit. */
export function usableDraft(draft: Draft | null, people: readonly ClientUser[], isAdmin: boolean): Draft | null {
  if (draft === null) return null;
  if (draft.id === NEW) return isAdmin ? draft : null;
  return people.some(({ userId }) => userId === draft.id) ? draft : null;
}
