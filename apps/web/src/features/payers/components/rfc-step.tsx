import { canBePayer, cleanRfc } from '@anticipa/domain/receiver';
import { errorTexts } from '@anticipa/texts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { findReceiver } from '../api.ts';
import { es } from '../es.ts';
import css from '../payers.module.css';
import { type Listed, type NewPayer, rfcErrors } from '../view-model.ts';

interface StepProps {
  readonly payer: NewPayer;
  readonly listed: Listed;
  readonly onFound: (payer: NewPayer) => void;
  readonly onClose: () => void;
}

/** Step 1: [CLI-03] a tax id, and [CLI-05] whether the company has a receiver with it. */
export function RfcStep({ payer, listed, onFound, onClose }: StepProps) {
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
