import type { SessionUser } from '@anticipa/contract/session';
import { formatTableDate } from '../lib/format.ts';
import { usePrinting } from '../ui/use-media.ts';
import { es } from './es.ts';

/** On paper only, above the page or the open dialog: whose data it is, and of when. */
export function Letterhead({ user }: { user: SessionUser }) {
  const isPrinting = usePrinting();
  const { client } = user;
  return (
    <p data-print="letterhead">
      {isPrinting
        ? es.letterhead(
            client ? `${client.entityName} · RFC ${client.rfc}` : user.fullName,
            formatTableDate(new Date()),
          )
        : null}
    </p>
  );
}
