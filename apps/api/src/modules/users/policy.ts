/** Who may change what about whom. */
import type { ClientActor } from '../../lib/session/context.ts';

/** What an administrator gives or takes; everything else about a person is the person's own to tell. */
export interface Grants {
  readonly active?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly syncAllowed?: boolean | undefined;
}

export const hasGrants = ({ active, isAdmin, syncAllowed }: Grants): boolean =>
  active !== undefined || isAdmin !== undefined || syncAllowed !== undefined;

/** Whether somebody may see and edit a person of their client; for anyone else that person does not exist. */
export const maySee = (actor: Pick<ClientActor, 'isAdmin' | 'userId'>, userId: string): boolean =>
  actor.isAdmin || actor.userId === userId;
