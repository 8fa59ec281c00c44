import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Switch } from '../../ui/field/checkbox.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { PhoneField } from './components/phone-field.tsx';
import { es } from './es.ts';
import css from './users.module.css';
import {
  type Permission,
  switchPermission,
  type TextFieldName,
  type UserErrors,
  type UserValues,
  userErrors,
} from './view-model/form.ts';

/** Where each field of a person's form is found, by error links and by the focus. */
export const fieldId = (id: string, field: TextFieldName): string => `usuario-${id}-${field}`;

/** Where the button that saves is found. */
export const saveId = (id: string): string => `usuario-${id}-guardar`;

export interface UserFormProps {
  /** The person's id, or that of the placeholder. */
  readonly id: string;
  readonly values: UserValues;
  /** The person as saved; null for a new one. */
  readonly before: UserValues | null;
  readonly errors: UserErrors;
  readonly edited: boolean;
  readonly busy: boolean;
  /** Whether the signed-in person is an administrator, who alone sees the permissions. */
  readonly byAdministrator: boolean;
  readonly activeAdministrators: number;
  /** What saving does to the one who saves, where it does something. */
  readonly consequence: string | null;
  /** Says that there is something to save or discard. */
  readonly warning: { readonly id: string; readonly text: string } | null;
  readonly onChange: (values: UserValues) => void;
  readonly onErrors: (errors: UserErrors) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** [PER-04] [PER-06] One person: data, notifications and, for an administrator, permissions. */
export function UserForm(props: UserFormProps) {
  const { id, values, before, errors, edited, busy, byAdministrator, warning, consequence, onChange, onErrors } = props;
  const isNew = before === null;
  const set = (change: Partial<UserValues>): void => onChange({ ...values, ...change });
  const check = (field: TextFieldName): void => {
    const { [field]: _, ...others } = errors;
    const text = userErrors(values, isNew)[field];
    // A field left empty on the way through is not an error yet; sending it is.
    const shown = text && values[field];
    if (shown && text !== errors[field]) announce(text);
    onErrors(shown ? { ...others, [field]: text } : others);
  };
  const type = (name: TextFieldName, text: string): void => {
    set({ [name]: text });
    const { [name]: shown, ...others } = errors;
    // Mended while it is typed.
    if (shown && !userErrors({ ...values, [name]: text }, isNew)[name]) onErrors(others);
  };
  const field = (name: TextFieldName) => ({
    id: fieldId(id, name),
    label: es.fields[name],
    error: errors[name],
    value: values[name],
    onBlur: () => check(name),
  });
  const text = (name: TextFieldName) => ({
    ...field(name),
    onChange: (event: { target: { value: string } }) => type(name, event.target.value),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSave();
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {isNew ? (
        <TextField {...text('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      ) : (
        <TextField label={es.fields.email} value={values.email} help={es.fields.emailFixed} readOnly />
      )}
      <div className={css.names}>
        <TextField {...text('firstName')} autoComplete={isNew ? 'off' : 'given-name'} />
        <TextField {...text('lastName')} autoComplete={isNew ? 'off' : 'family-name'} />
        <TextField {...text('motherSurname')} autoComplete="off" />
      </div>
      <div className={css.names}>
        <PhoneField
          {...field('phone')}
          help={es.fields.phoneHelp}
          autoComplete={isNew ? 'off' : 'home tel-national'}
          onChange={(phone) => type('phone', phone)}
        />
        <PhoneField
          {...field('mobile')}
          help={es.fields.phoneHelp}
          autoComplete={isNew ? 'off' : 'mobile tel-national'}
          onChange={(mobile) => type('mobile', mobile)}
        />
      </div>
      <fieldset className={css.switches}>
        <legend>{es.fields.notifications}</legend>
        <Switch
          checked={values.initialDeposit}
          onChange={(initialDeposit) => set({ initialDeposit })}
          help={es.fields.initialDepositHelp}
        >
          {es.fields.initialDeposit}
        </Switch>
      </fieldset>
      {byAdministrator ? <Permissions {...props} /> : null}
      {consequence ? <Notice tone="warn">{consequence}</Notice> : null}
      {warning ? (
        <div id={warning.id} className={css.warning} tabIndex={-1}>
          <Notice tone="warn">{warning.text}</Notice>
        </div>
      ) : null}
      <div className={css.buttons}>
        <Button
          variant="primary"
          type="submit"
          id={saveId(id)}
          busy={busy}
          disabledReason={isNew || edited ? null : es.buttons.nothing}
        >
          {busy ? es.buttons.saving : isNew ? es.buttons.create : es.buttons.update}
        </Button>
        {isNew ? <Button onClick={props.onDiscard}>{es.buttons.cancel}</Button> : null}
        {!isNew && edited ? <Button onClick={props.onDiscard}>{es.buttons.discard}</Button> : null}
      </div>
    </form>
  );
}

/** [PER-05] [PER-10] [PER-11] The three permissions that an administrator gives. */
function Permissions({ values, before, activeAdministrators, onChange }: UserFormProps) {
  const [refused, setRefused] = useState<{ permission: Permission; text: string } | null>(null);
  const turn = (permission: Permission, on: boolean): void => {
    const change = switchPermission(values, { [permission]: on }, { before, activeAdministrators });
    setRefused(change.refused ? { permission, text: change.refused } : null);
    if (!change.refused) onChange(change.values);
  };
  const error = (permission: Permission): string | null => (refused?.permission === permission ? refused.text : null);
  return (
    <fieldset className={css.switches}>
      <legend>{es.fields.permissions}</legend>
      <Switch checked={values.active} onChange={(on) => turn('active', on)} error={error('active')}>
        {es.fields.active}
      </Switch>
      <Switch
        checked={values.isAdmin}
        onChange={(on) => turn('isAdmin', on)}
        error={error('isAdmin')}
        help={es.fields.isAdminHelp}
      >
        {es.fields.isAdmin}
      </Switch>
      <Switch checked={values.syncAllowed} onChange={(syncAllowed) => onChange({ ...values, syncAllowed })}>
        {es.fields.syncAllowed}
      </Switch>
    </fieldset>
  );
}
