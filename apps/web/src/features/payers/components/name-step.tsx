import { cleanName } from '@anticipa/domain/receiver';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { Line, Lines } from '../../../ui/lines.tsx';
import { es } from '../es.ts';
import css from '../payers.module.css';
import { type NewPayer, nameErrors } from '../view-model.ts';

interface StepProps {
  readonly payer: NewPayer;
  readonly onNamed: (payer: NewPayer) => void;
  readonly onBack: () => void;
}

/** Step 2: [CLI-04] the name, fixed for a known receiver. */
export function NameStep({ payer, onNamed, onBack }: StepProps) {
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
