import type { Operator } from '@anticipa/contract/operators';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { roleExplanations, roleNames } from '@anticipa/texts/roles';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ChipGroup } from '../../../ui/field/chip-group.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { type AccessChange, useChangeAccess } from '../api.ts';
import { es } from '../es.ts';
import css from '../operators.module.css';

export type Action = AccessChange['kind'];

interface AccessProps {
  readonly action: Action;
  /** Absent for an invitation. */
  readonly operator?: Operator;
  readonly needsSecond: boolean;
  readonly onClose: () => void;
}

const chips = operatorRoles.map((value) => ({ value, label: roleNames[value] }));

interface Access {
  readonly name: string;
  readonly email: string;
  readonly roles: ReadonlySet<OperatorRole>;
}

/** A change of an operator's access, with its reason. */
export function AccessDialog({ action, operator, needsSecond, onClose }: AccessProps) {
  const changing = useChangeAccess();
  const isInvitation = action === 'invite';
  const hasRoles = isInvitation || action === 'roles';
  const operatorId = operator?.operatorId ?? '';
  const first: Access = { name: '', email: '', roles: new Set(operator?.roles) };
  const changeOf = ({ name, email, roles }: Access): AccessChange => {
    if (isInvitation) return { kind: action, name, email, roles: [...roles] };
    return action === 'roles' ? { kind: action, operatorId, roles: [...roles] } : { kind: action, operatorId };
  };
  const missing = (text: string): string | null => (isInvitation && text.trim() === '' ? es.missing : null);
  return (
    <FormDialog
      title={isInvitation ? es.invite : es.actionOf(es.actions[action], operator?.name ?? '')}
      submit={needsSecond && action !== 'disable' ? es.propose : es.apply}
      isDanger={action === 'disable'}
      values={first}
      errorsOf={({ name, email, roles }) => ({
        name: missing(name),
        email: missing(email),
        roles: hasRoles && roles.size === 0 ? es.noRole : null,
      })}
      changing={changing}
      bodyOf={({ reason, ...access }) => ({ reason, change: changeOf(access) })}
      onDone={(isWaiting) => (isWaiting ? es.proposed : es.applied)}
      onClose={onClose}
    >
      {({ field, choice }) => {
        const { value, error, onChange } = choice('roles');
        return (
          <>
            <p>{es.explain[action]}</p>
            {isInvitation ? (
              <>
                <TextField {...field('name')} label={es.fields.name} autoComplete="off" data-autofocus />
                <TextField {...field('email')} label={es.fields.email} type="email" autoComplete="off" />
              </>
            ) : null}
            {hasRoles ? (
              <>
                <p className={css.label}>{es.fields.roles}</p>
                <ChipGroup label={es.fields.roles} chips={chips} selected={value} onChange={onChange} />
                <ul className={css.roles}>
                  {operatorRoles.map((role) => (
                    <li key={role}>
                      <strong>{roleNames[role]}</strong>: {roleExplanations[role]}
                    </li>
                  ))}
                </ul>
                {error ? <Notice tone="bad" title={error} /> : null}
              </>
            ) : null}
          </>
        );
      }}
    </FormDialog>
  );
}
