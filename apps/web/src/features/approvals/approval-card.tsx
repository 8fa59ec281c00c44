import { type Approval, approvalRoles, type Changes } from '@anticipa/contract/approvals';
import { previewBrand } from '@anticipa/contract/brand';
import { moneyOf } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { bankOfClabe } from '@anticipa/domain/spei-banks';
import type { ChangedValue } from '@anticipa/texts/approval-values';
import { approvalStateNames, titleOf, valuesOf } from '@anticipa/texts/approvals';
import { roleNames } from '@anticipa/texts/roles';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate, moneyInText } from '../../lib/format.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { useUser } from '../../lib/session.ts';
import { BookedPreview } from '../../ui/booked-preview.tsx';
import { BrandDocuments } from '../../ui/brand-documents.tsx';
import { BrandPreview } from '../../ui/brand-preview.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { Difference } from '../../ui/difference.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { OldNames } from '../../ui/old-names.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Row } from '../../ui/rows.tsx';
import { SenderCheck } from '../../ui/sender-check.tsx';
import { useDecide } from './api.ts';
import css from './approvals.module.css';
import { es } from './es.ts';

const tones: Readonly<Record<Approval['state'], Tone>> = {
  open: 'info',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  outdated: 'warn',
};

/** Shown instead of midnight, which reads as a day later. */
const lastMinute = (end: string): Date => new Date(Date.parse(end) - 60_000);

/** A proposed change with its effect, and what this operator may do with it. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const { title, history } = useWords(approval);
  const isSought = useLocation({ select: ({ hash }) => hash === approval.id });
  const anchor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSought) anchor.current?.closest('section')?.scrollIntoView();
  }, [isSought]);
  return (
    <Card title={title} aside={<Badge of={approval} />}>
      <div ref={anchor} className={css.screen}>
        {history}
        <Change of={approval} />
        {approval.state === 'open' ? <Decision approval={approval} /> : null}
      </div>
    </Card>
  );
}

/** A decided change on two lines, which unfold to what it has changed. */
export function DecidedApproval({ approval }: { approval: Approval }) {
  const { title, history } = useWords(approval);
  const [isShown, show] = useState(false);
  return (
    <Row>
      <div className={css.decided}>
        <strong>{title}</strong>
        {history}
        <details onToggle={({ currentTarget }) => show(currentTarget.open)}>
          <summary>{es.change}</summary>
          {isShown ? <Change of={approval} /> : null}
        </details>
      </div>
      <Badge of={approval} />
    </Row>
  );
}

const Badge = ({ of: { state } }: { of: Approval }) => (
  <StatusBadge tone={tones[state]}>{approvalStateNames[state]}</StatusBadge>
);

const useNames = (approval: Approval) => {
  const products = useProductNames();
  return { of: (id: string) => approval.names[id] ?? '', products };
};

function useWords(approval: Approval) {
  const { change, state, proposedBy, proposedAt, expiresAt, decidedBy, decidedAt } = approval;
  const steps = [
    es.by(proposedBy.name, formatTableDate(proposedAt)),
    ...(state === 'open' && expiresAt ? [es.expires(formatTableDate(lastMinute(expiresAt)))] : []),
    ...(decidedBy && decidedAt ? [es.closed(decidedBy.name, formatTableDate(decidedAt))] : []),
  ];
  const history = (
    <p className={`quiet ${css.history}`}>
      {steps.map((step) => (
        <span key={step}>{step}</span>
      ))}
    </p>
  );
  return { title: titleOf(change, useNames(approval)), history };
}

function Change({ of }: { of: Approval }) {
  const { change, reason, motive } = of;
  const maySee = useMay(previewBrand);
  return (
    <>
      <p>
        {es.reason}: {reason}
        {motive ? `. ${es.motive}: ${motive}` : null}
      </p>
      <Values values={valuesOf(change, useNames(of))} />
      {change.kind === 'brand' && of.state === 'open' ? (
        <OldNames before={change.before} proposed={change.proposed} />
      ) : null}
      {change.kind === 'brand' ? <BrandPreview brand={change.proposed} /> : null}
      {change.kind === 'brand' && maySee && change.proposed.senderAddress !== null ? (
        <>
          <BrandDocuments brand={{ ...change.proposed, senderAddress: change.proposed.senderAddress }} />
          <SenderCheck brand={{ ...change.proposed, senderAddress: change.proposed.senderAddress }} />
        </>
      ) : null}
      {change.kind === 'payment' && of.state === 'open' ? <Booked payment={change.proposed} /> : null}
      <Effect approval={of} />
    </>
  );
}

/** The effect of a proposed payment now, invoice by invoice, as its proposer saw it. */
function Booked({ payment }: { payment: Changes['payment']['proposed'] }) {
  const { paymentId, part, invoices = [], reference, payer, amount, currency, valueDate, source, deductions } = payment;
  const pays = reference === undefined ? { documentIds: invoices } : { reference };
  const paid = { pays, payer, amount, ...(deductions && { deductions }) };
  const money =
    paymentId === undefined
      ? { paymentId: null, body: { ...paid, currency, valueDate, source } }
      : { paymentId, body: { ...paid, ...(part !== undefined && { part }) } };
  return <BookedPreview money={money} currency={currency} isProposed />;
}

const cellOf = ({ look }: ChangedValue, value: string | null): ReactNode =>
  look === 'clabe' && value !== null ? (
    <>
      <Clabe of={value} /> {bankOfClabe(value)}
    </>
  ) : (
    (value ?? es.none)
  );

/** Length in letters above which a value counts as a sentence, whose lines may break. */
const SENTENCE = 40;
const isSentence = (text: string | null): true | undefined => (text !== null && text.length > SENTENCE) || undefined;

const isUnchanged = ({ past, now, proposed }: ChangedValue): boolean => past === now && now === proposed;

/** Cells of a value before, now and as proposed; only as proposed of what is new. A value that does not change has a single cell. */
function Compared({ value, isNew }: { value: ChangedValue; isNew: boolean }) {
  const { past, now, proposed } = value;
  if (isUnchanged(value))
    return (
      <td data-label={es.now} data-sentence={isSentence(now)} className={css.unchanged} colSpan={isNew ? 1 : 3}>
        {cellOf(value, now)}
      </td>
    );
  return (
    <>
      {isNew ? null : (
        <>
          <td data-label={es.past} data-sentence={isSentence(past)}>
            {cellOf(value, past)}
          </td>
          <td data-label={es.now} data-sentence={isSentence(now)}>
            <span>
              {cellOf(value, now)} {past === now ? null : <StatusBadge tone="warn">{es.moved}</StatusBadge>}
            </span>
          </td>
        </>
      )}
      <td data-label={es.proposed} data-sentence={isSentence(proposed)}>
        {cellOf(value, proposed)}
      </td>
    </>
  );
}

/** [DIN-112] The values of a change. Of something new none has a value before or now, and neither has a column. */
function Values({ values }: { values: readonly ChangedValue[] }) {
  const rows = values.filter(({ look }) => look !== 'difference');
  const isNew = rows.every((value) => isUnchanged(value) || (value.past === null && value.now === null));
  return (
    <>
      <table className={css.changes}>
        <thead>
          <tr>
            <th scope="col">{es.field}</th>
            {isNew ? null : (
              <>
                <th scope="col">{es.past}</th>
                <th scope="col">{es.now}</th>
              </>
            )}
            <th scope="col">{es.proposed}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((value) => (
            <tr key={value.label}>
              <th scope="row">{value.label}</th>
              <Compared value={value} isNew={isNew} />
            </tr>
          ))}
        </tbody>
      </table>
      {values
        .filter(({ look }) => look === 'difference')
        .map(({ label, now, proposed }) => (
          <Difference key={label} label={label} before={now ?? ''} after={proposed} />
        ))}
    </>
  );
}

function Effect({ approval: { change, effect } }: { approval: Approval }) {
  if (effect === null || !('currency' in change.about)) return null;
  const { currency } = change.about;
  const money = (amount: string): string => moneyInText(moneyOf(amount, currency));
  return (
    <p>
      {`${change.kind === 'receiver-limit' ? es.owed : es.use}: ${money(effect.used)}. ${es.held}: ${money(effect.held)}. `}
      {effect.excess !== '0.00'
        ? es.excess(money(effect.excess))
        : effect.available !== null && es.effect(money(effect.available))}
    </p>
  );
}

type Kind = 'approve' | 'reject' | 'withdraw';

/** Why the operator may not approve or reject it; null if they may. */
export function obstacleTo({ change, proposedBy }: Approval, { userId, roles }: ReturnType<typeof useUser>) {
  if (!mayWith(roles, { roles: approvalRoles[change.kind] })) return 'role';
  if (proposedBy.operatorId === userId) return 'own';
  return 'operatorId' in change.about && change.about.operatorId === userId ? 'concerned' : null;
}

function Decision({ approval }: { approval: Approval }) {
  const obstacle = obstacleTo(approval, useUser());
  const deciding = useDecide(approval.id);
  const [motive, setMotive] = useState<string | null>(null);
  const [isShort, setShort] = useState(false);
  const { change, ground } = approval;
  const send = (kind: Kind): void => {
    const decision =
      kind === 'approve'
        ? { kind, ground: ground ?? '' }
        : kind === 'reject'
          ? { kind, motive: motive ?? '' }
          : { kind };
    deciding.mutate(decision, { onSuccess: () => showToast({ text: es.done[kind], tone: 'good' }) });
  };
  if (obstacle === 'role')
    return <p className="quiet">{es.role(approvalRoles[change.kind].map((role) => roleNames[role]).join(' o '))}</p>;
  if (obstacle === 'concerned') return <p className="quiet">{es.concerned}</p>;
  return (
    <>
      {deciding.error ? <Notice tone="bad" title={failureText(deciding.error)} /> : null}
      {obstacle === 'own' ? (
        <ButtonRow>
          <Button busy={deciding.isPending} onClick={() => send('withdraw')}>
            {es.withdraw}
          </Button>
          <span className="quiet">{es.own}</span>
        </ButtonRow>
      ) : (
        <ButtonRow>
          <Button variant="primary" busy={deciding.isPending} onClick={() => send('approve')}>
            {es.approve}
          </Button>
          {motive === null ? <Button onClick={() => setMotive('')}>{es.reject}</Button> : null}
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
            label={es.motive}
            autoFocus
            value={motive}
            error={isShort ? es.motiveMissing : null}
            onChange={({ target }) => {
              setMotive(target.value);
              setShort(false);
            }}
          />
          <ButtonRow>
            <Button variant="danger" type="submit" busy={deciding.isPending}>
              {es.confirmReject}
            </Button>
            <Button onClick={() => setMotive(null)}>{es.cancel}</Button>
          </ButtonRow>
        </form>
      )}
    </>
  );
}
