import { canBePayer, cleanName, cleanRfc } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { Line, Lines } from '../../../ui/lines.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { findReceiver } from '../api.ts';
import { es } from '../es.ts';
import css from '../payers.module.css';
import { type Listed, type NewPayer, nameErrors, rfcErrors } from '../view-model.ts';
import { ConfirmStep } from './confirm-step.tsx';

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

interface RfcStepProps {
  readonly payer: NewPayer;
  readonly listed: Listed;
  readonly onFound: (payer: NewPayer) => void;
  readonly onClose: () => void;
}

/** Step 1: [CLI-03] a tax id, and [CLI-05] whether the company has a receiver with it. */
function RfcStep({ payer, listed, onFound, onClose }: RfcStepProps) {
  const finding = useMutation({ mutationFn: findReceiver });
  const [values, setValues] = useState({ rfc: payer.rfc });
  const form = useCheckedForm({
    values,
    onChange: (next) => {
      finding.reset();
      setValues(next);
    },
    errorsOf: (typed) => rfcErrors(typed, listed),
  });
  const field = form.field('rfc');
  const find = ({ rfc: typed }: { rfc: string }): void => {
    if (finding.isPending) return;
    const rfc = cleanRfc(typed);
    finding.mutate(rfc, {
      onSuccess: (found) => {
        if (found && !canBePayer(found.statusId)) {
          form.refuse({ rfc: errorTexts.PAYER_REJECTED });
          return form.leadToError();
        }
        const typedBefore = payer.rfc === rfc && !payer.isKnown ? payer.name : '';
        onFound({ rfc, name: found?.razonSocial ?? typedBefore, isKnown: found !== null });
      },
    });
  };
  return (
    <form {...form.onSubmit(find)} className={css.step}>
      <TextField
        {...field}
        label={es.add.rfc}
        help={es.add.rfcHelp}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        autoFocus
        onBlur={() => {
          setValues({ rfc: cleanRfc(values.rfc) });
          field.onBlur();
        }}
      />
      {finding.error ? (
        <Notice tone="bad" title={es.add.validationFailed}>
          {failureText(finding.error)}
        </Notice>
      ) : null}
      <div className={css.buttons}>
        <Button onClick={onClose}>{es.add.cancel}</Button>
        <Button variant="primary" type="submit" busy={finding.isPending}>
          {finding.isPending ? es.add.searching : es.add.search}
        </Button>
      </div>
    </form>
  );
}
