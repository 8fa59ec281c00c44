import { useState } from 'react';
import { ApiRefusal } from '../../../lib/api-client.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { RecoveryLink } from '../../../lib/recovery-link.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field/field.tsx';
import { useCheckedForm } from '../../../ui/field/use-checked-form.ts';
import { AlertDialog } from '../../../ui/overlay/dialog.tsx';
import { useChangePassword } from '../api.ts';
import { es } from '../es.ts';
import css from '../login.module.css';
import { newPasswordErrors } from '../view-model.ts';

/** Step 2: the new password, twice. A refused key leads back to step 1; a refused password is corrected here. */
export function ChoosePassword(props: { link: RecoveryLink; onDone: () => void; onRefused: (text: string) => void }) {
  const { link, onDone, onRefused } = props;
  const [values, setValues] = useState({ password: '', repeated: '' });
  const form = useCheckedForm({ values, onChange: setValues, errorsOf: newPasswordErrors });
  const changing = useChangePassword(link);
  const change = ({ password }: { password: string }): void => {
    if (changing.isPending) return;
    changing.mutate(password, {
      onSuccess: onDone,
      onError: (error) => {
        if (!(error instanceof ApiRefusal)) return;
        if (error.code === 'INVALID_KEY') onRefused(error.message);
        else if (error.code.startsWith('PASSWORD_')) form.refuse({ password: error.message });
      },
    });
  };

  return (
    <form {...form.onSubmit(change)} className={css.form}>
      <p className={css.account}>
        {es.recover.choose.for} <strong>{link.email}</strong>
      </p>
      {/* For password managers: the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={es.recover.choose.password}
        autoComplete="new-password"
        help={es.recover.choose.passwordHelp}
      />
      <PasswordField {...form.field('repeated')} label={es.recover.choose.repeated} autoComplete="new-password" />
      <Button variant="primary" type="submit" busy={changing.isPending} fullWidth>
        {changing.isPending ? es.recover.choose.submitting : es.recover.choose.submit}
      </Button>
      {changing.error ? (
        <AlertDialog title={es.errorTitle} onClose={changing.reset}>
          {failureText(changing.error)}
        </AlertDialog>
      ) : null}
    </form>
  );
}
