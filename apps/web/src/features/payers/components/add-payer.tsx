import { useState } from 'react';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from '../payers.module.css';
import type { Listed, NewPayer } from '../view-model.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { NameStep } from './name-step.tsx';
import { RfcStep } from './rfc-step.tsx';

const order = ['rfc', 'name', 'confirm'] as const;

/** [CLI-02] The wizard: tax id, name, confirmation. Going back keeps what was typed. */
export function AddPayer({ listed, onClose }: { listed: Listed; onClose: () => void }) {
  const [step, setStep] = useState<(typeof order)[number]>('rfc');
  const [payer, setPayer] = useState<NewPayer>({ rfc: '', name: '', isKnown: false });
  const [isSaving, setSaving] = useState(false);
  const proceed = (next: NewPayer): void => {
    setPayer(next);
    setStep(step === 'rfc' ? 'name' : 'confirm');
  };
  return (
    <Dialog
      title={es.add.title}
      size="medium"
      header={<span className={css.quiet}>{es.add.progress(order.indexOf(step) + 1, es.add.steps[step])}</span>}
      onClose={onClose}
      closable={!isSaving}
    >
      {step === 'rfc' ? <RfcStep payer={payer} listed={listed} onFound={proceed} onClose={onClose} /> : null}
      {step === 'name' ? <NameStep payer={payer} onNamed={proceed} onBack={() => setStep('rfc')} /> : null}
      {step === 'confirm' ? (
        <ConfirmStep payer={payer} onSaving={setSaving} onBack={() => setStep('name')} onSaved={onClose} />
      ) : null}
    </Dialog>
  );
}
