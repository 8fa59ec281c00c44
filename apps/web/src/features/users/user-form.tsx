import type { ClientUser } from '@anticipa/contract/users';
import { saleRights } from '@anticipa/domain/sale-right';
import { type FormEvent, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Switch } from '../../ui/field/checkbox.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { LostFactor } from './components/lost-factor.tsx';
import { PhoneField } from './components/phone-field.tsx';
import { es } from './es.ts';
import { fieldId, saveId, type UserEditor } from './use-user-editor.ts';
import css from './users.module.css';
import {
  type Permission,
  saleGrantRefusal,
  switchPermission,
  type TextFieldName,
  type UserValues,
} from './view-model/form.ts';
import { activeAdministrators, NEW } from './view-model/people.ts';

interface UserFormProps {
  /** Null for a new user. */
  readonly user: ClientUser | null;
  readonly people: readonly ClientUser[];
  readonly editor: UserEditor;
  readonly onSave: () => void;
}

/** [PER-04] [PER-06] [PER-16] One user: data, notifications and, for an administrator, permissions. */
export function UserForm(props: UserFormProps) {
  const { user, editor, onSave } = props;
  const { form, draft, saved, busy, warning, keep, discard } = editor;
  const me = useUser();
  const isNew = user === null;
  const id = user?.userId ?? NEW;
  const { values } = form;
  const consequence = user?.userId === me.userId ? consequenceOf(values, saved) : null;
  const field = (name: TextFieldName) => ({ ...form.field(name), id: fieldId(id, name), label: es.fields[name] });
  const phone = (name: 'phone' | 'mobile') => ({
    ...field(name),
    help: es.fields.phoneHelp,
    before: values[name],
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={form.ref} className={css.form} onSubmit={submit} noValidate>
      {isNew ? (
        <TextField {...field('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      ) : (
        <TextField label={es.fields.email} value={values.email} help={es.fields.emailFixed} readOnly />
      )}
      <div className={css.names}>
        <TextField {...field('firstName')} autoComplete={isNew ? 'off' : 'given-name'} />
        <TextField {...field('lastName')} autoComplete={isNew ? 'off' : 'family-name'} />
        <TextField {...field('motherSurname')} autoComplete="off" />
      </div>
      <div className={css.names}>
        <PhoneField {...phone('phone')} autoComplete={isNew ? 'off' : 'home tel-national'} />
        <PhoneField {...phone('mobile')} autoComplete={isNew ? 'off' : 'mobile tel-national'} />
      </div>
      <fieldset className={css.switches}>
        <legend>{es.fields.notifications}</legend>
        <Switch
          checked={values.initialDeposit}
          onChange={(initialDeposit) => keep({ ...values, initialDeposit })}
          help={es.fields.initialDepositHelp}
        >
          {es.fields.initialDeposit}
        </Switch>
        {values.isAdmin ? (
          <Switch checked={values.sales} onChange={(sales) => keep({ ...values, sales })} help={es.fields.salesHelp}>
            {es.fields.sales}
          </Switch>
        ) : null}
        {values.syncAllowed ? (
          <Switch
            checked={values.desyncSAT}
            onChange={(desyncSAT) => keep({ ...values, desyncSAT })}
            help={es.fields.desyncSATHelp}
          >
            {es.fields.desyncSAT}
          </Switch>
        ) : null}
      </fieldset>
      {me.isAdmin ? <Permissions {...props} values={values} /> : null}
      {me.isAdmin && user ? <LostFactor user={user} /> : null}
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
          disabledReason={draft ? null : es.buttons.nothing}
        >
          {busy ? es.buttons.saving : isNew ? es.buttons.create : es.buttons.update}
        </Button>
        {draft ? <Button onClick={discard}>{isNew ? es.buttons.cancel : es.buttons.discard}</Button> : null}
      </div>
    </form>
  );
}

/** [PER-05] [PER-10] [PER-11] The three permissions that an administrator grants. */
function Permissions({ user, people, editor, values }: UserFormProps & { values: UserValues }) {
  const [refused, setRefused] = useState<{ permission: Permission; text: string } | null>(null);
  const company = { before: user && editor.saved, activeAdministrators: activeAdministrators(people) };
  const permission = (name: Permission) => ({
    checked: values[name],
    error: refused?.permission === name ? refused.text : null,
    onChange: (on: boolean): void => {
      const change = switchPermission(values, { [name]: on }, company);
      setRefused(change.refused ? { permission: name, text: change.refused } : null);
      if (!change.refused) editor.keep(change.values);
    },
  });
  return (
    <fieldset className={css.switches}>
      <legend>{es.fields.permissions}</legend>
      <Switch {...permission('active')}>{es.fields.active}</Switch>
      <Switch {...permission('isAdmin')} help={es.fields.isAdminHelp}>
        {es.fields.isAdmin}
      </Switch>
      <Switch checked={values.syncAllowed} onChange={(syncAllowed) => editor.keep({ ...values, syncAllowed })}>
        {es.fields.syncAllowed}
      </Switch>
      <SaleRightFields {...{ user, people, editor, values }} />
    </fieldset>
  );
}

const rightOptions = saleRights.map((value) => ({ value, label: es.fields.saleRights[value] }));

/** [DER-02] [DER-04] The right to sell, and the amount up to which the person accepts alone. */
function SaleRightFields(props: Pick<UserFormProps, 'user' | 'people' | 'editor'> & { values: UserValues }) {
  const { user, people, editor, values } = props;
  const me = useUser();
  const { form, saved } = editor;
  const refused = saleGrantRefusal(user && saved, values, people);
  return (
    <div className={css.names}>
      <SelectField
        label={es.fields.saleRight}
        value={values.saleRight}
        options={rightOptions}
        onChange={(saleRight) => editor.keep({ ...values, saleRight })}
        error={refused}
        help={user?.userId === me.userId ? es.fields.ownRight : null}
      />
      {values.saleRight === 'accept' ? (
        <TextField
          {...form.field('acceptUpTo')}
          id={fieldId(user?.userId ?? NEW, 'acceptUpTo')}
          label={es.fields.acceptUpTo}
          help={es.fields.acceptUpToHelp}
          inputMode="decimal"
          autoComplete="off"
        />
      ) : null}
    </div>
  );
}

/** A warning for administrators about to revoke their own rights. */
function consequenceOf(values: UserValues, before: UserValues): string | null {
  if (before.active && !values.active) return es.warning.ownAccess;
  return before.isAdmin && !values.isAdmin ? es.warning.ownRights : null;
}
