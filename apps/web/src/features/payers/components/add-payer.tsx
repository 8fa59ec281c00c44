import { cleanName } from '@anticipa/domain/receiver';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { Line, Lines } from '../../../ui/lines.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from '../payers.module.css';
import { type Listed, type NewPayer, nameErrors } from '../view-model.ts';
import { ConfirmStep } from './confirm-step.tsx';
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

interface StepProps {
  readonly payer: NewPayer;
  readonly onNamed: (payer: NewPayer) => void;
  readonly onBack: () => void;
}

/** Step 2: [CLI-04] the name, fixed for a known receiver. */
function NameStep({ payer, onNamed, onBack }: StepProps) {
  const [values, setValues] = useState({ name: payer.name });
  const form = useCheckedForm({ values, onChange: setValues, errorsOf: nameErrors });
  const proceed = ({ name }: { name: string }): void => onNamed({ ...payer, name: cleanName(name) });
  return (
    <form {...form.onSubmit(proceed)} className={css.step}>
      <Lines>
        <Line label={es.add.rfc}>{payer.rfc}</Line>
      </Lines>
      <TextField
        {...form.field('name')}
        label={es.add.name}
        help={payer.isKnown ? es.add.nameKnown : es.add.nameHelp}
        readOnly={payer.isKnown}
        maxLength={300}
        autoComplete="off"
        autoFocus
      />
      <div className={css.buttons}>
        <Button onClick={onBack}>{es.add.back}</Button>
        <Button variant="primary" type="submit">
          {es.add.next}
        </Button>
      </div>
    </form>
  );
}
