import { changeOperator, type Operator } from '@anticipa/contract/operators';
import { roleNames } from '@anticipa/texts/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { operatorsQuery, useEndSessions, useInviteAgain } from './api.ts';
import { AccessDialog, type Action } from './components/access-dialog.tsx';
import { es } from './es.ts';
import css from './operators.module.css';

interface Chosen {
  readonly action: Action;
  readonly operator?: Operator;
}

/** [OPE-01] The lender's operators: roles, state and sessions, and what administrators may change. */
export function OperatorsScreen() {
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const mayChange = useMay(changeOperator);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  return (
    <div className={css.screen}>
      <p className={css.quiet}>{es.explained}</p>
      {mayChange ? (
        <div>
          <Button icon="userPlus" onClick={() => setChosen({ action: 'invite' })}>
            {es.invite}
          </Button>
        </div>
      ) : null}
      <ul className={css.list} aria-label={es.list}>
        {data.data.map((operator) => (
          <li key={operator.operatorId} className={css.operator}>
            <Facts operator={operator} />
            {mayChange ? <Actions operator={operator} onChosen={(action) => setChosen({ action, operator })} /> : null}
          </li>
        ))}
      </ul>
      {chosen ? <AccessDialog {...chosen} needsSecond={data.needsSecond} onClose={() => setChosen(null)} /> : null}
    </div>
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
        {operatorId === userId ? <span className={css.quiet}>{es.you}</span> : null}
      </div>
      <span>{email}</span>
      <span>{roles.map((role) => roleNames[role]).join(', ')}</span>
      <span className={css.quiet}>
        {hasSecondFactor ? es.factor(recoveryCodes) : es.noFactor}
        {' · '}
        {lastUsedAt ? es.lastUsed(formatTableDate(lastUsedAt)) : es.never}
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
