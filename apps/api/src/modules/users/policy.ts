/** Permissions for viewing and changing users. */
import type { ClientActor } from '../../platform/work/caller.ts';

/** Access rights, which only administrators may change. */
export interface Grants {
  readonly active?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly syncAllowed?: boolean | undefined;
}

export const hasGrants = ({ active, isAdmin, syncAllowed }: Grants): boolean =>
  active !== undefined || isAdmin !== undefined || syncAllowed !== undefined;

/** Whether any right would be another one: a record that is sent as it was read repeats them. */
export const changesGrants = (wanted: Grants, now: Required<Grants>): boolean =>
  (wanted.active ?? now.active) !== now.active ||
  (wanted.isAdmin ?? now.isAdmin) !== now.isAdmin ||
  (wanted.syncAllowed ?? now.syncAllowed) !== now.syncAllowed;

/** Whether the actor may see and edit a user of the client; otherwise the user is treated as not found. */
export const maySee = (actor: Pick<ClientActor, 'isAdmin' | 'userId'>, userId: string): boolean =>
  actor.isAdmin || actor.userId === userId;
