import type { Operator } from '@anticipa/contract/operators';
import { isShortReason, type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { roleExplanations, roleNames } from '@anticipa/texts/roles';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { TextArea, TextField } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { type AccessChange, useChangeOperator, useDisable } from '../api.ts';
import { es } from '../es.ts';
import css from '../operators.module.css';

export type Action = 'invite' | 'roles' | 'repair' | 'enable' | 'disable';

interface AccessProps {
  readonly action: Action;
  /** Absent for an invitation. */
  readonly operator?: Operator;
  readonly needsSecond: boolean;
  readonly onClose: () => void;
}

const chips = operatorRoles.map((value) => ({ value, label: roleNames[value] }));

/** A change of an operator's access, with its reason. */
export function AccessDialog({ action, operator, needsSecond, onClose }: AccessProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<ReadonlySet<OperatorRole>>(new Set(operator?.roles));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const changing = useChangeOperator();
  const disabling = useDisable();
  const hasRoles = action === 'invite' || action === 'roles';
  const isComplete =
    !isShortReason(reason) &&
    (!hasRoles || roles.size > 0) &&
    (action !== 'invite' || (name.trim() !== '' && email.trim() !== ''));
  const operatorId = operator?.operatorId ?? '';
  const changeOf = (kind: Exclude<Action, 'disable'>): AccessChange => {
    if (kind === 'invite') return { kind, name, email, roles: [...roles] };
    return kind === 'roles' ? { kind, operatorId, roles: [...roles] } : { kind, operatorId };
  };
  const finish = (isWaiting: boolean): void => {
    showToast({ text: isWaiting ? es.proposed : es.applied, tone: 'good' });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isComplete) return;
    if (action === 'disable') disabling.mutate({ operatorId, reason }, { onSuccess: () => finish(false) });
    else changing.mutate({ reason, change: changeOf(action) }, { onSuccess: finish });
  };
  const missing = (text: string): string | null => (isChecked && text.trim() === '' ? es.missing : null);
  const error = changing.error ?? disabling.error;
  const title = action === 'invite' ? es.invite : es.actionOf(es.actions[action], operator?.name ?? '');
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p>{es.explain[action]}</p>
        {action === 'invite' ? (
          <>
            <TextField
              label={es.fields.name}
              value={name}
              error={missing(name)}
              autoComplete="off"
              data-autofocus
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label={es.fields.email}
              type="email"
              value={email}
              error={missing(email)}
              autoComplete="off"
              onChange={({ target }) => setEmail(target.value)}
            />
          </>
        ) : null}
        {hasRoles ? (
          <>
            <p className={css.label}>{es.fields.roles}</p>
            <ChipGroup label={es.fields.roles} chips={chips} selected={roles} onChange={setRoles} />
            <ul className={css.roles}>
              {operatorRoles.map((role) => (
                <li key={role}>
                  <strong>{roleNames[role]}</strong>: {roleExplanations[role]}
                </li>
              ))}
            </ul>
            {isChecked && roles.size === 0 ? <Notice tone="bad" title={es.noRole} /> : null}
          </>
        ) : null}
        <TextArea
          label={es.fields.reason}
          help={es.fields.reasonHelp}
          rows={2}
          value={reason}
          error={isChecked && isShortReason(reason) ? es.reasonMissing : null}
          data-autofocus={action === 'invite' ? undefined : true}
          onChange={({ target }) => setReason(target.value)}
        />
        {error ? <Notice tone="bad" title={failureText(error)} /> : null}
        <div className={css.actions}>
          <Button
            variant={action === 'disable' ? 'danger' : 'primary'}
            type="submit"
            busy={changing.isPending || disabling.isPending}
          >
            {needsSecond && action !== 'disable' ? es.propose : es.apply}
          </Button>
          <Button onClick={onClose}>{es.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
