import { approvalRoles } from '@anticipa/contract/approvals';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { usePropose } from '../api.ts';
import { es } from '../es.ts';
import type { Place } from '../view-model.ts';

const texts = es.accounts.release;

/** [OPE-05] Proposes that a changed account receives deposits at once; nothing for an account that does already. */
export function Release({ clientId, place, name }: { clientId: string; place: Place; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const proposing = usePropose();
  const mayPropose = useMay({ roles: approvalRoles['account-release'] });
  const paysFrom = place.account?.paysFrom ?? null;
  if (!mayPropose || paysFrom === null || new Date(paysFrom) <= new Date()) return null;
  const { product, currency } = place;
  const change = { kind: 'account-release' as const };
  return (
    <>
      <Button size="small" aria-label={texts.of(name)} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen ? (
        <FormDialog
          title={texts.of(name)}
          submit={es.form.submit}
          values={{}}
          changing={proposing}
          bodyOf={({ reason }) => ({ clientId, product, currency, reason, change })}
          onDone={() => es.form.sent}
          onClose={() => setOpen(false)}
        >
          <p>{texts.text}</p>
        </FormDialog>
      ) : null}
    </>
  );
}
