import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useCreateClient } from './api.ts';
import css from './clients.module.css';
import { es } from './es.ts';

const texts = es.create;
const company = ['entityName', 'rfc', 'fiscalRegime', 'postalCode', 'branch', 'promoterPhone'] as const;
const person = ['firstName', 'lastName', 'email'] as const;
type Name = (typeof company)[number] | (typeof person)[number];
type Regime = keyof typeof texts.regimes;

const regimes = (['PM', 'PFAE', 'PF'] as const).map((value) => ({ value, label: texts.regimes[value] }));
const empty: Readonly<Record<Name, string>> = {
  entityName: '',
  rfc: '',
  fiscalRegime: '',
  postalCode: '',
  branch: '',
  promoterPhone: '',
  firstName: '',
  lastName: '',
  email: '',
};

/** [OPE-04] Opens a client and invites its first administrator. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty);
  const [taxRegime, setTaxRegime] = useState<Regime>('PM');
  const [isChecked, setChecked] = useState(false);
  const creating = useCreateClient();
  const navigate = useNavigate();
  const isMissing = (name: Name): boolean => name !== 'promoterPhone' && values[name].trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if ([...company, ...person].some(isMissing)) return;
    const { firstName, lastName, email, promoterPhone, ...entity } = values;
    const phone = promoterPhone.trim();
    creating.mutate(
      { ...entity, taxRegime, ...(phone && { promoterPhone: phone }), administrator: { firstName, lastName, email } },
      {
        onSuccess: ({ client: { clientId } }) => {
          showToast({ text: texts.done(email), tone: 'good' });
          void navigate({ to: lenderPaths.client, params: { clientId } });
        },
      },
    );
  };
  const field = (name: Name) => (
    <TextField
      key={name}
      label={texts[name]}
      help={name === 'promoterPhone' ? texts.promoterHelp : undefined}
      value={values[name]}
      error={isChecked && isMissing(name) ? texts.missing : null}
      data-autofocus={name === 'entityName' || undefined}
      autoComplete="off"
      onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
    />
  );
  return (
    <Dialog title={texts.title} size="medium" onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <ChipGroup
          label={texts.taxRegime}
          chips={regimes}
          selected={new Set([taxRegime])}
          onChange={(chosen) => setTaxRegime([...chosen].find((one) => one !== taxRegime) ?? taxRegime)}
        />
        <div className={css.pair}>{company.map(field)}</div>
        <fieldset className={css.group}>
          <legend>{texts.administrator}</legend>
          <div className={css.pair}>{person.map(field)}</div>
        </fieldset>
        {creating.error ? <Notice tone="bad" title={failureText(creating.error)} /> : null}
        <div className={css.actions}>
          <Button variant="primary" type="submit" busy={creating.isPending}>
            {texts.submit}
          </Button>
          <Button onClick={onClose}>{es.form.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
