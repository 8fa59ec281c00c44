import { accessChange, type Grants } from '@anticipa/texts/access-change';
import type { ClientWork } from '../../../platform/work/work.ts';
import { putNotice } from '../../notices/put.ts';

interface Person {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** [AVI-19] Tells the administrators, and the person, of what the person may do now; the one who did it too, whose session may be stolen. */
export async function tellOfAccess(
  work: ClientWork,
  { userId, firstName, lastName }: Person,
  { before, after }: { readonly before: Grants | null; readonly after: Grants },
): Promise<void> {
  const { actor } = work;
  const names = { by: `${actor.firstName} ${actor.lastName}`, person: `${firstName} ${lastName}` };
  const label = accessChange(names, before, after);
  if (label !== null) await putNotice(work, { event: 'access-changed', object: 'people', label, sellerId: userId });
}
