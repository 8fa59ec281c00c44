import { proposalRoles } from '@anticipa/domain/proposal';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { usePropose } from '../api.ts';
import { es } from '../es.ts';
import type { Place } from '../view-model.ts';
import { ReasonForm } from './reason-form.tsx';

const texts = es.accounts.release;

/** [OPE-05] Proposes that a changed account receives deposits at once; nothing for an account that does already. */
export function Release({ clientId, place, name }: { clientId: string; place: Place; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const proposing = usePropose();
  const mayPropose = useMay({ roles: proposalRoles['account-release'] });
  const paysFrom = place.account?.paysFrom ?? null;
  if (!mayPropose || paysFrom === null || new Date(paysFrom) <= new Date()) return null;
  const { product, currency } = place;
  const change = { kind: 'account-release' as const };
  const onSuccess = (): void => {
    showToast({ text: es.form.sent, tone: 'good' });
    setOpen(false);
  };
  return (
    <>
      <Button size="small" aria-label={texts.of(name)} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen ? (
        <ReasonForm
          title={texts.of(name)}
          text={texts.text}
          submit={es.form.submit}
          sending={proposing}
          onSubmit={(reason) => proposing.mutate({ clientId, product, currency, reason, change }, { onSuccess })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
