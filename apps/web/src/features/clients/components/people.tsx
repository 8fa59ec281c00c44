import {
  disablePerson,
  endPersonSessions,
  invitePersonAgain,
  type LenderClient,
} from '@anticipa/contract/lender-clients';
import { proposePersonFactor } from '@anticipa/contract/person-factor';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { UnlessProposed } from '../../../ui/unless-proposed.tsx';
import { useDisablePerson, useEndPersonSessions, useInvitePersonAgain, useProposePersonFactor } from '../api.ts';
import { es } from '../es.ts';

type Person = LenderClient['people'][number];

const texts = es.people;

/** [OPE-04] The people of a client, and what support does for them. */
export function People({ client: { clientId, people } }: { client: LenderClient }) {
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [losing, setLosing] = useState<Person | null>(null);
  return (
    <Card title={texts.title}>
      <Rows>
        {people.map((person) => (
          <Row key={person.userId}>
            <div>
              <strong>{person.name}</strong>
              <span>{person.email}</span>
              <span className="quiet">{stateOf(person)}</span>
            </div>
            <Actions
              clientId={clientId}
              person={person}
              onDisable={() => setLeaving(person)}
              onLost={() => setLosing(person)}
            />
          </Row>
        ))}
      </Rows>
      {leaving ? <DisableForm clientId={clientId} person={leaving} onClose={() => setLeaving(null)} /> : null}
      {losing ? <FactorForm clientId={clientId} person={losing} onClose={() => setLosing(null)} /> : null}
    </Card>
  );
}

const stateOf = ({ isAdmin, active, hasPassword, hasSecondFactor }: Person): string =>
  [
    ...(isAdmin ? [texts.administrator] : []),
    active ? (hasPassword ? texts.joined : texts.invited) : texts.inactive,
    ...(active && hasPassword ? [hasSecondFactor ? texts.factor : texts.noFactor] : []),
  ].join(' · ');

function Actions(props: { clientId: string; person: Person; onDisable: () => void; onLost: () => void }) {
  const { clientId, person, onDisable, onLost } = props;
  const { userId, name, email, active, hasPassword, hasSecondFactor, openSessions } = person;
  const mayClear = useMay(proposePersonFactor);
  const [mayInvite, mayEnd, mayDisable] = [useMay(invitePersonAgain), useMay(endPersonSessions), useMay(disablePerson)];
  const inviting = useInvitePersonAgain(clientId);
  const ending = useEndPersonSessions(clientId);
  const tell = (text: string) => ({
    onSuccess: () => showToast({ text, tone: 'good' as const }),
    onError: (error: unknown) => showToast({ text: failureText(error), tone: 'bad' as const }),
  });
  if (!active) return null;
  return (
    <ButtonRow>
      {mayEnd && openSessions > 0 ? (
        <Button
          size="small"
          busy={ending.isPending}
          aria-label={texts.of(texts.end(openSessions), name)}
          onClick={() => ending.mutate(userId, tell(texts.ended(name)))}
        >
          {texts.end(openSessions)}
        </Button>
      ) : null}
      {mayInvite && !hasPassword ? (
        <Button
          size="small"
          busy={inviting.isPending}
          aria-label={texts.of(texts.invite, name)}
          onClick={() => inviting.mutate(userId, tell(texts.again(email)))}
        >
          {texts.invite}
        </Button>
      ) : null}
      {mayClear && hasSecondFactor ? (
        <UnlessProposed of={`person-factor:${clientId},${userId}`}>
          <Button size="small" aria-label={texts.of(texts.clear, name)} onClick={onLost}>
            {texts.clear}
          </Button>
        </UnlessProposed>
      ) : null}
      {mayDisable ? (
        <Button size="small" aria-label={texts.of(texts.disable, name)} onClick={onDisable}>
          {texts.disable}
        </Button>
      ) : null}
    </ButtonRow>
  );
}

function DisableForm({ clientId, person, onClose }: { clientId: string; person: Person; onClose: () => void }) {
  const { userId, name } = person;
  const disabling = useDisablePerson(clientId);
  return (
    <FormDialog
      title={texts.of(texts.disable, name)}
      submit={texts.disable}
      isDanger
      values={{}}
      changing={disabling}
      bodyOf={({ reason }) => ({ userId, reason })}
      onDone={() => texts.disabled(name)}
      onClose={onClose}
    >
      <p>{texts.disableText}</p>
    </FormDialog>
  );
}

/** [FAC-07] */
function FactorForm({ clientId, person, onClose }: { clientId: string; person: Person; onClose: () => void }) {
  const { userId, name } = person;
  return (
    <FormDialog
      title={texts.of(texts.clear, name)}
      submit={texts.propose}
      values={{}}
      changing={useProposePersonFactor(clientId)}
      bodyOf={({ reason }) => ({ userId, reason })}
      onDone={() => texts.proposed}
      onClose={onClose}
    >
      <p>{texts.clearText}</p>
    </FormDialog>
  );
}
