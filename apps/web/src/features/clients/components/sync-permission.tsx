import { type LenderClient, setClientSync } from '@anticipa/contract/lender-clients';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { useSetSync } from '../api.ts';
import { es } from '../es.ts';
import { ReasonForm } from './reason-form.tsx';

const texts = es.sync;

/** [OPE-04] Lets a client connect to the tax authority, or ends that; nothing without the role. */
export function SyncPermission({ client: { clientId, sync } }: { client: LenderClient }) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(setClientSync);
  const setting = useSetSync(clientId);
  if (!may) return null;
  const { allowed } = sync;
  const title = allowed ? texts.end : texts.allow;
  const onSuccess = (): void => {
    showToast({ text: allowed ? texts.ended : texts.allowed, tone: 'good' });
    setOpen(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen ? (
        <ReasonForm
          title={title}
          text={allowed ? texts.endText : texts.allowText}
          submit={title}
          isDanger={allowed}
          sending={setting}
          onSubmit={(reason) => setting.mutate({ allowed: !allowed, reason }, { onSuccess })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
