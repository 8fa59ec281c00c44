import { type LenderClient, setClientSync } from '@anticipa/contract/lender-clients';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useSetSync } from '../api.ts';
import { es } from '../es.ts';

const texts = es.sync;

/** [OPE-04] Lets a client connect to the tax authority, or ends that; nothing without the role. */
export function SyncPermission({ client: { clientId, sync } }: { client: LenderClient }) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(setClientSync);
  const setting = useSetSync(clientId);
  if (!may) return null;
  const { allowed } = sync;
  const title = allowed ? texts.end : texts.allow;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen ? (
        <FormDialog
          title={title}
          submit={title}
          isDanger={allowed}
          values={{}}
          changing={setting}
          bodyOf={({ reason }) => ({ allowed: !allowed, reason })}
          onDone={() => (allowed ? texts.ended : texts.allowed)}
          onClose={() => setOpen(false)}
        >
          <p>{allowed ? texts.endText : texts.allowText}</p>
        </FormDialog>
      ) : null}
    </>
  );
}
