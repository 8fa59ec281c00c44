import { adjustInvoice } from '@anticipa/contract/adjustments';
import {
  closeDispute,
  type FollowUp,
  openDispute,
  proposeExtension,
  recordPromise,
} from '@anticipa/contract/follow-up';
import { moneyOf } from '@anticipa/domain/money';
import type { DisputeOutcome, PromiseState } from '@anticipa/domain/promise';
import { adjustmentNames } from '@anticipa/texts/adjustments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { followUpQuery } from './api.ts';
import { adjustmentAfter, CloseDisputeDialog, OpenDisputeDialog } from './dispute-dialogs.tsx';
import { es } from './es.ts';
import { ExtensionDialog } from './extension-dialog.tsx';
import css from './follow-up.module.css';
import { PromiseDialog, TakeBackDialog } from './promise-dialogs.tsx';

const tones: Readonly<Record<PromiseState, Tone>> = { open: 'info', kept: 'good', broken: 'bad', replaced: 'neutral' };

/** [DIN-70] [DIN-71] [DIN-72] The promises, extensions and disputes of an invoice, with what a collector can record. */
export function FollowUpCards({ documentId }: { documentId: string }) {
  const { data, error, refetch } = useQuery(followUpQuery(documentId));
  if (!data)
    return (
      <Card title={es.title}>
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={4} />
      </Card>
    );
  return (
    <div className={css.cards}>
      <Promises documentId={documentId} followUp={data} />
      <Extensions documentId={documentId} followUp={data} />
      <Disputes documentId={documentId} followUp={data} />
      <Reminders reminders={data.reminders} />
    </div>
  );
}

interface Part {
  readonly documentId: string;
  readonly followUp: FollowUp;
}

function Promises({ documentId, followUp: { promises, currency, today, isOpen, isOwed } }: Part) {
  const texts = es.promise;
  const may = useMay(recordPromise);
  const last = promises[0]?.promise ?? null;
  return (
    <Card title={texts.title}>
      {promises.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <Rows>
        {promises.map(({ promise, note, by, at }) => (
          <Row key={at}>
            <div>
              <strong>
                {promise
                  ? texts.of(formatMoney(moneyOf(promise.amount, currency)), formatDate(promise.payOn))
                  : texts.wasTakenBack}
              </strong>
              {promise ? <span>{texts.by(promise.promisedBy)}</span> : null}
              {note === null ? null : <span>{note}</span>}
              <span className="quiet">{unbroken(texts.recorded(by, formatTableDate(at)))}</span>
            </div>
            {promise ? <StatusBadge tone={tones[promise.state]}>{es.states[promise.state]}</StatusBadge> : null}
          </Row>
        ))}
      </Rows>
      {may && isOpen ? (
        <ButtonRow>
          {isOwed ? (
            <DialogButton
              size="small"
              dialog={(close) => (
                <PromiseDialog invoice={{ documentId, currency, today }} last={last} onClose={close} />
              )}
            >
              {last ? texts.correct : texts.record}
            </DialogButton>
          ) : null}
          {last ? (
            <DialogButton size="small" dialog={(close) => <TakeBackDialog documentId={documentId} onClose={close} />}>
              {texts.takeBack}
            </DialogButton>
          ) : null}
        </ButtonRow>
      ) : null}
    </Card>
  );
}

function Extensions({ documentId, followUp: { extensions, dueDate, today, isOwed } }: Part) {
  const texts = es.extension;
  const mayPropose = useMay(proposeExtension) && isOwed;
  return (
    <Card title={texts.title}>
      <p>
        {texts.now(formatDate(dueDate))} {extensions.length === 0 ? texts.none : null}
      </p>
      <Rows>
        {extensions.map(({ dueBefore, dueDate: until, rate, reason, by, approvedBy, at }) => (
          <Row key={at}>
            <div>
              <strong>{texts.of(formatDate(dueBefore), formatDate(until))}</strong>
              <span>{texts.rate(rate)}</span>
              <span>{reason}</span>
              <span className="quiet">{unbroken(texts.agreed(by, approvedBy, formatTableDate(at)))}</span>
            </div>
          </Row>
        ))}
      </Rows>
      {mayPropose ? (
        <ButtonRow>
          <DialogButton
            size="small"
            dialog={(close) => (
              <ExtensionDialog documentId={documentId} dueDate={dueDate} today={today} onClose={close} />
            )}
          >
            {texts.propose}
          </DialogButton>
        </ButtonRow>
      ) : null}
    </Card>
  );
}

function Reminders({ reminders }: Pick<FollowUp, 'reminders'>) {
  const texts = es.reminders;
  return (
    <PhoneFoldedCard title={texts.title}>
      {reminders.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <Rows>
        {reminders.map(({ reader, step, on }) => (
          <Row key={`${reader} ${on} ${step}`}>
            <div>
              <strong>{texts.of(formatDate(on), texts.readers[reader])}</strong>
              <span className="quiet">{texts.step(step)}</span>
            </div>
          </Row>
        ))}
      </Rows>
    </PhoneFoldedCard>
  );
}

function Disputes({ documentId, followUp: { disputes, isOwed } }: Part) {
  const texts = es.dispute;
  const may = { open: useMay(openDispute), close: useMay(closeDispute) };
  const isDisputed = disputes.some(({ end }) => end === null);
  return (
    <Card title={texts.title}>
      {disputes.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <Rows>
        {disputes.map(({ since, raisedBy, reason, by, end }) => (
          <Row key={`${since} ${end?.on ?? ''} ${reason}`}>
            <div>
              <strong>
                {end ? texts.ended(es.outcomes[end.outcome], formatDate(end.on)) : texts.since(formatDate(since))}
              </strong>
              <span>{texts.of(raisedBy, reason)}</span>
              {end ? <span>{texts.closed(end.by, end.note)}</span> : null}
              <span className="quiet">{texts.opened(by, formatDate(since))}</span>
            </div>
            {end ? <Booking documentId={documentId} outcome={end.outcome} isOwed={isOwed} /> : null}
          </Row>
        ))}
      </Rows>
      {isDisputed ? <p className="quiet">{texts.effect}</p> : null}
      <ButtonRow>
        {isDisputed && may.close ? (
          <DialogButton size="small" dialog={(close) => <CloseDisputeDialog documentId={documentId} onClose={close} />}>
            {texts.close}
          </DialogButton>
        ) : null}
        {!isDisputed && isOwed && may.open ? (
          <DialogButton size="small" dialog={(close) => <OpenDisputeDialog documentId={documentId} onClose={close} />}>
            {texts.open}
          </DialogButton>
        ) : null}
      </ButtonRow>
    </Card>
  );
}

/** Leads to the dialog that books the outcome of a dispute, while the receiver owes the invoice. */
function Booking(props: { documentId: string; outcome: DisputeOutcome; isOwed: boolean }) {
  const { documentId, outcome, isOwed } = props;
  const may = useMay(adjustInvoice);
  const adjustment = adjustmentAfter(outcome);
  if (adjustment === null || !isOwed || !may) return null;
  return (
    <Link to={lenderPaths.invoice} params={{ documentId }} search={{ ajuste: adjustment }} resetScroll={false}>
      {adjustmentNames[adjustment]}
    </Link>
  );
}
