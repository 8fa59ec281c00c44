import type { Proposal } from '@anticipa/contract/proposals';
import { type FinancedCurrency, financedCurrencies, moneyOf } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { proposalRoles } from '@anticipa/domain/proposal';
import { bankOfClabe } from '@anticipa/domain/spei-banks';
import { roleNames } from '@anticipa/texts/roles';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatDate, formatMoney, formatTableDate } from '../../../lib/format.ts';
import { mayWith } from '../../../lib/may.ts';
import { type ProductNames, useProductNames } from '../../../lib/product-names.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { Clabe } from '../../../ui/clabe.tsx';
import { Difference } from '../../../ui/difference.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { useDecide } from '../api.ts';
import css from '../clients.module.css';
import { es } from '../es.ts';
import { shownValue } from '../view-model.ts';

const texts = es.proposals;
const tones: Readonly<Record<Proposal['state'], Tone>> = {
  PENDIENTE: 'info',
  APLICADA: 'good',
  RECHAZADA: 'bad',
  RETIRADA: 'neutral',
  VENCIDA: 'neutral',
  SIN_BASE: 'warn',
};

/** Shown instead of midnight, which reads as a day later. */
const lastMinute = (end: string): Date => new Date(Date.parse(end) - 60_000);

/** A proposed change with its effect, and what this operator may do with it. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { kind, state, reason, proposedBy, proposedAt, expiresAt, decidedBy, decidedAt } = proposal;
  const names = useProductNames();
  const history = [
    texts.by(proposedBy.name, formatTableDate(proposedAt)),
    ...(state === 'PENDIENTE' ? [texts.expires(formatTableDate(lastMinute(expiresAt)))] : []),
    ...(decidedBy && decidedAt ? [texts.closed(decidedBy.name, formatTableDate(decidedAt))] : []),
  ];
  return (
    <Card
      title={`${texts.kinds[kind]} ${subjectOf(proposal, names)}`.trim()}
      aside={<StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>}
    >
      <div className={css.screen}>
        <p className={`${css.quiet} ${css.parts}`}>
          {history.map((step) => (
            <span key={step}>{step}</span>
          ))}
        </p>
        <p>
          {texts.reason}: {reason}
          {proposal.motive ? `. ${texts.motive}: ${proposal.motive}` : null}
        </p>
        <Changes proposal={proposal} />
        {state === 'PENDIENTE' ? <Decision proposal={proposal} /> : null}
      </div>
    </Card>
  );
}

function subjectOf(
  { kind, place, client: concerned, operator, receiver, setting }: Proposal,
  names: ProductNames,
): string {
  if (place) return `${names[place.product]} ${place.currency}, ${place.entityName}`;
  if (concerned) return concerned.entityName;
  // Their ids say nothing to a person.
  if (kind === 'alert' || kind === 'shortfall') return '';
  if (kind === 'exchange-rate') return formatDate(setting ?? '');
  if (receiver === null) return operator?.name ?? setting ?? '';
  const { currency, name, client } = receiver;
  if (currency === null) return name;
  return `${currency}, ${client === null ? name : texts.pair(name, client.entityName)}`;
}

const isShort = ({ field }: Proposal['changes'][number]): boolean => field !== 'body';

const cellOf = (...[field, value, currency]: Parameters<typeof shownValue>): ReactNode =>
  field === 'clabe' && value !== null ? (
    <>
      <Clabe of={value} /> {bankOfClabe(value)}
    </>
  ) : (
    shownValue(field, value, currency)
  );

function Changes({ proposal: { changes, place, receiver, setting, effect } }: { proposal: Proposal }) {
  const typed = changes.find(({ field }) => field === 'currency')?.proposed ?? setting;
  const currency = (place ?? receiver)?.currency ?? financedCurrencies.find((one) => one === typed);
  return (
    <>
      <table className={css.changes}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.past}</th>
            <th scope="col">{texts.now}</th>
            <th scope="col">{texts.proposed}</th>
          </tr>
        </thead>
        <tbody>
          {changes.filter(isShort).map(({ field, past, now, proposed }) => (
            <tr key={field}>
              <th scope="row">{es.fields[field]}</th>
              <td data-label={texts.past}>{cellOf(field, past, currency)}</td>
              <td data-label={texts.now}>
                <span>
                  {cellOf(field, now, currency)}{' '}
                  {past === now ? null : <StatusBadge tone="warn">{texts.moved}</StatusBadge>}
                </span>
              </td>
              <td data-label={texts.proposed}>{cellOf(field, proposed, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes
        .filter((change) => !isShort(change))
        .map(({ field, now, proposed }) => (
          <Difference key={field} label={es.fields[field]} before={now ?? ''} after={proposed} />
        ))}
      {effect && currency ? (
        <Effect effect={effect} currency={currency} used={receiver ? texts.owed : es.lines.use} />
      ) : null}
    </>
  );
}

function Effect(props: { effect: NonNullable<Proposal['effect']>; currency: FinancedCurrency; used: string }) {
  const { effect, currency, used } = props;
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency)).replace(' ', '\u00a0');
  return (
    <p>
      {`${used}: ${money(effect.used)}. ${es.lines.held}: ${money(effect.held)}. `}
      {effect.excess !== '0.00'
        ? texts.excess(money(effect.excess))
        : effect.available !== null && texts.effect(money(effect.available))}
    </p>
  );
}
/** Of a motive, as the server demands. */
type Kind = 'approve' | 'reject' | 'withdraw';

function Decision({ proposal }: { proposal: Proposal }) {
  const { userId, roles } = useUser();
  const deciding = useDecide(proposal.id);
  const [motive, setMotive] = useState<string | null>(null);
  const [isShort, setShort] = useState(false);
  const needed = proposalRoles[proposal.kind];
  const isOwn = proposal.proposedBy.operatorId === userId;
  const send = (kind: Kind): void => {
    const decision =
      kind === 'approve'
        ? { kind, ground: proposal.ground ?? '' }
        : kind === 'reject'
          ? { kind, motive: motive ?? '' }
          : { kind };
    deciding.mutate(decision, { onSuccess: () => showToast({ text: texts.done[kind], tone: 'good' }) });
  };
  if (!mayWith(roles, { roles: needed }))
    return <p className={css.quiet}>{texts.role(needed.map((role) => roleNames[role]).join(' o '))}</p>;
  if (proposal.operator?.operatorId === userId && !isOwn) return <p className={css.quiet}>{texts.concerned}</p>;
  return (
    <>
      {deciding.error ? <Notice tone="bad" title={failureText(deciding.error)} /> : null}
      {isOwn ? (
        <ButtonRow>
          <Button busy={deciding.isPending} onClick={() => send('withdraw')}>
            {texts.withdraw}
          </Button>
          <span className={css.quiet}>{texts.own}</span>
        </ButtonRow>
      ) : (
        <ButtonRow>
          <Button variant="primary" busy={deciding.isPending} onClick={() => send('approve')}>
            {texts.approve}
          </Button>
          {motive === null ? <Button onClick={() => setMotive('')}>{texts.reject}</Button> : null}
        </ButtonRow>
      )}
      {motive === null ? null : (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isShortReason(motive ?? '')) setShort(true);
            else send('reject');
          }}
        >
          <TextField
            label={texts.motive}
            autoFocus
            value={motive}
            error={isShort ? texts.motiveMissing : null}
            onChange={({ target }) => {
              setMotive(target.value);
              setShort(false);
            }}
          />
          <ButtonRow>
            <Button variant="danger" type="submit" busy={deciding.isPending}>
              {texts.confirmReject}
            </Button>
            <Button onClick={() => setMotive(null)}>{es.form.cancel}</Button>
          </ButtonRow>
        </form>
      )}
    </>
  );
}
