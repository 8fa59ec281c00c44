/** Permissions for viewing and changing users. */
import type { SaleRight } from '@anticipa/domain/sale-right';
import type { ClientActor } from '../../platform/work/caller.ts';

/** Access rights, which only administrators may change. */
export interface Grants {
  readonly active?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly syncAllowed?: boolean | undefined;
  readonly saleRight?: SaleRight | undefined;
  readonly acceptUpTo?: string | null | undefined;
}

const grants = ['active', 'isAdmin', 'syncAllowed', 'saleRight', 'acceptUpTo'] as const satisfies (keyof Grants)[];

export const hasGrants = (wanted: Grants): boolean => grants.some((grant) => wanted[grant] !== undefined);

/** Whether any right would be another one: a record that is sent as it was read repeats them. */
export const changesGrants = (wanted: Grants, now: Required<Grants>): boolean =>
  grants.some((grant) => wanted[grant] !== undefined && wanted[grant] !== now[grant]);

/** Whether the actor may see and edit a user of the client; otherwise the user is treated as not found. */
export const maySee = (actor: Pick<ClientActor, 'isAdmin' | 'userId'>, userId: string): boolean =>
  actor.isAdmin || actor.userId === userId;
