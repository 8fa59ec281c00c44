import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { failuresByField, failureText } from '../../lib/failure-text.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { focusFirstInvalid, TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useCreateClient } from './api.ts';
import css from './clients.module.css';
import { es } from './es.ts';

const texts = es.create;
const company = ['entityName', 'rfc', 'fiscalRegime', 'postalCode', 'branch', 'promoterPhone'] as const;
const person = ['firstName', 'lastName', 'email'] as const;
type Name = (typeof company)[number] | (typeof person)[number];
/** In the body of the call. */
const pathOf = (name: Name): string => (person.some((each) => each === name) ? `administrator.${name}` : name);
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
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const isMissing = (name: Name): boolean => name !== 'promoterPhone' && values[name].trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if ([...company, ...person].some(isMissing)) {
      focusFirstInvalid(form.current);
      return;
    }
    const { firstName, lastName, email, promoterPhone, ...entity } = values;
    const phone = promoterPhone.trim();
    creating.mutate(
      { ...entity, taxRegime, ...(phone && { promoterPhone: phone }), administrator: { firstName, lastName, email } },
      {
        onError: () => focusFirstInvalid(form.current),
        onSuccess: ({ client: { clientId } }) => {
          showToast({ text: texts.done(email), tone: 'good' });
          void navigate({ to: lenderPaths.client, params: { clientId } });
        },
      },
    );
  };
  const refused = failuresByField(creating.error);
  const isAtField = [...company, ...person].some((name) => refused[pathOf(name)] !== undefined);
  const field = (name: Name) => (
    <TextField
      key={name}
      label={texts[name]}
      help={name === 'promoterPhone' ? texts.promoterHelp : undefined}
      value={values[name]}
      error={isChecked && isMissing(name) ? texts.missing : refused[pathOf(name)]}
      data-autofocus={name === 'entityName' || undefined}
      autoComplete="off"
      onChange={({ target }) => {
        creating.reset();
        setValues((now) => ({ ...now, [name]: target.value }));
      }}
    />
  );
  return (
    <Dialog title={texts.title} size="medium" onClose={onClose}>
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
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
        {creating.error && !isAtField ? <Notice tone="bad" title={failureText(creating.error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={creating.isPending}>
            {texts.submit}
          </Button>
          <Button onClick={onClose}>{es.form.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
