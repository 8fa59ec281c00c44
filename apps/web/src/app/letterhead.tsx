import type { SessionUser } from '@anticipa/contract/session';
import { formatTableDate } from '../lib/format.ts';
import { usePrinting } from '../ui/use-media.ts';
import { es } from './es.ts';

/** Printed above the page or the open dialog: the owner of the data and the time of printing. */
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
