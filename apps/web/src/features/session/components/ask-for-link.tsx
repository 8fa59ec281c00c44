import { successTexts } from '@anticipa/texts/success-texts';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { announce } from '../../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../../ui/overlay/dialog.tsx';
import { useAskForLink } from '../api.ts';
import { es } from '../es.ts';
import css from '../login.module.css';
import { recoveryErrors } from '../view-model.ts';

/** Step 1: the address for the instructions. */
export function AskForLink({ email: first, onSent }: { email: string; onSent: (email: string) => void }) {
  const [values, setValues] = useState({ email: first });
  const form = useCheckedForm({ values, onChange: setValues, errorsOf: recoveryErrors });
  const asking = useAskForLink();
  const ask = ({ email }: { email: string }): void => {
    if (asking.isPending) return;
    asking.mutate(email.trim(), {
      onSuccess: ({ message }) => {
        announce(successTexts[message]);
        onSent(email.trim());
      },
    });
  };

  return (
    <form {...form.onSubmit(ask)} className={css.form}>
      <p>{es.recover.ask.text}</p>
      <TextField
        {...form.field('email')}
        label={es.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="primary" type="submit" busy={asking.isPending} fullWidth>
        {asking.isPending ? es.recover.ask.submitting : es.recover.ask.submit}
      </Button>
      {asking.error ? (
        <AlertDialog title={es.errorTitle} onClose={asking.reset}>
          {failureText(asking.error)}
        </AlertDialog>
      ) : null}
    </form>
  );
}
