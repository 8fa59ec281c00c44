import { approvalRoles } from '@anticipa/contract/approvals';
import {
  changeOperator,
  disableOperator,
  endOperatorSessions,
  inviteOperatorAgain,
  listOperators,
  type Operator,
} from '@anticipa/contract/operators';
import type { SentBodyOf } from '@anticipa/contract/route';
import { dutiesHeld, setsWithoutSecond } from '@anticipa/domain/duties';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { roleExplanations, roleNames } from '@anticipa/texts/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import type { DeskButton } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useShortList } from '../../ui/short-list.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';
import css from './operators.module.css';

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call(listOperators, { signal }),
});

const stale = [['operators']];

type AccessChange =
  | SentBodyOf<typeof changeOperator>['change']
  | { readonly kind: 'disable'; readonly operatorId: string };

/** Resolves to whether the change waits for another administrator. */
const useChangeAccess = () =>
  useChange(stale, async ({ reason, change }: { readonly reason: string; readonly change: AccessChange }) => {
    if (change.kind === 'disable') {
      await call(disableOperator, { params: { operatorId: change.operatorId }, body: { reason } });
      return false;
    }
    const { proposal } = await call(changeOperator, { body: { reason, change }, idempotencyKey: newUuid() });
    return proposal !== null;
  });

const useEndSessions = () =>
  useChange(stale, (operatorId: string) => call(endOperatorSessions, { params: { operatorId }, body: {} }));

const useInviteAgain = () =>
  useChange(stale, (operatorId: string) => call(inviteOperatorAgain, { params: { operatorId }, body: {} }));

interface Chosen {
  readonly action: Action;
  readonly operator?: Operator;
}

/** [OPE-01] The lender's operators: roles, state and sessions, and what administrators may change. */
export function OperatorsScreen() {
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const mayChange = useMay(changeOperator);
  const { list, count, more } = useShortList(data?.data.length ?? 0);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  return (
    <div className="blocks">
      <p className="quiet">{es.explained}</p>
      <Duties operators={data.data.filter(({ active }) => active)} />
      {mayChange ? (
        <div>
          <Button
            icon="userPlus"
            id={'invitar-operador' satisfies DeskButton}
            onClick={() => setChosen({ action: 'invite' })}
          >
            {es.invite}
          </Button>
        </div>
      ) : null}
      <ul ref={list} className={css.list} aria-label={es.list}>
        {data.data.slice(0, count).map((operator) => (
          <li key={operator.operatorId} className={css.operator}>
            <Facts operator={operator} />
            {mayChange ? <Actions operator={operator} onChosen={(action) => setChosen({ action, operator })} /> : null}
          </li>
        ))}
      </ul>
      {more}
      {chosen ? <AccessDialog {...chosen} needsSecond={data.needsSecond} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}

/** [DIN-86] Who of those with access has both sides of a duty, and which second person is missing. */
function Duties({ operators }: { operators: readonly Operator[] }) {
  const held = operators.flatMap(({ operatorId, name, roles }) => {
    const both = dutiesHeld(roles).map((duty) => es.duties.held[duty]);
    return both.length === 0 ? [] : [{ key: operatorId, text: `${name}: ${both.join('; ')}.` }];
  });
  const alone = setsWithoutSecond(operators, Object.values(approvalRoles)).map((roles) => ({
    key: roles.join(' '),
    text: es.duties.alone(roles.map((role) => roleNames[role]).join(' o ')),
  }));
  const lines = [...held, ...alone];
  if (lines.length === 0) return <p className="quiet">{es.duties.fine}</p>;
  return (
    <Notice tone="warn" title={es.duties.title}>
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

function State({ operator: { active, hasPassword } }: { operator: Operator }) {
  if (!active) return <StatusBadge tone="neutral">{es.states.disabled}</StatusBadge>;
  if (!hasPassword) return <StatusBadge tone="info">{es.states.invited}</StatusBadge>;
  return <StatusBadge tone="good">{es.states.active}</StatusBadge>;
}

function Facts({ operator }: { operator: Operator }) {
  const { operatorId, name, email, roles, hasSecondFactor, recoveryCodes, lastUsedAt } = operator;
  const { userId } = useUser();
  return (
    <div className={css.facts}>
      <div className={css.title}>
        <strong>{name}</strong>
        <State operator={operator} />
        {operatorId === userId ? <span className="quiet">{es.you}</span> : null}
      </div>
      <span>{email}</span>
      <span>{roles.map((role) => roleNames[role]).join(', ')}</span>
      <span className="quiet">
        {hasSecondFactor ? es.factor(recoveryCodes) : es.noFactor}
        {' · '}
        {unbroken(lastUsedAt ? es.lastUsed(formatTableDate(lastUsedAt)) : es.never)}
      </span>
    </div>
  );
}

function Actions({ operator, onChosen }: { operator: Operator; onChosen: (action: Action) => void }) {
  const { operatorId, name, email, active, hasPassword, hasSecondFactor, openSessions } = operator;
  const ending = useEndSessions();
  const inviting = useInviteAgain();
  const onError = (error: unknown): void => showToast({ text: failureText(error), tone: 'bad' });
  const shown = ([active && 'roles', hasSecondFactor && 'repair', active ? 'disable' : 'enable'] as const).filter(
    (action) => action !== false,
  );
  return (
    <div className={css.actions}>
      {openSessions > 0 ? (
        <Button
          size="small"
          busy={ending.isPending}
          aria-label={es.actionOf(es.endSessions(openSessions), name)}
          onClick={() =>
            ending.mutate(operatorId, {
              onSuccess: () => showToast({ text: es.ended(name), tone: 'good' }),
              onError,
            })
          }
        >
          {es.endSessions(openSessions)}
        </Button>
      ) : null}
      {active && !hasPassword ? (
        <Button
          size="small"
          busy={inviting.isPending}
          aria-label={es.actionOf(es.inviteAgain, name)}
          onClick={() =>
            inviting.mutate(operatorId, {
              onSuccess: () => showToast({ text: es.invited(email), tone: 'good' }),
              onError,
            })
          }
        >
          {es.inviteAgain}
        </Button>
      ) : null}
      {shown.map((action) => (
        <Button
          key={action}
          size="small"
          aria-label={es.actionOf(es.actions[action], name)}
          onClick={() => onChosen(action)}
        >
          {es.actions[action]}
        </Button>
      ))}
    </div>
  );
}

type Action = AccessChange['kind'];

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
function AccessDialog({ action, operator, needsSecond, onClose }: AccessProps) {
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
                {dutiesHeld([...value]).map((duty) => (
                  <Notice key={duty} tone="warn" title={es.duties.ofRoles(es.duties.held[duty])} />
                ))}
                {error ? <Notice tone="bad" title={error} /> : null}
              </>
            ) : null}
          </>
        );
      }}
    </FormDialog>
  );
}
