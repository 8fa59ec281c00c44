import type { identifyPayment } from '@anticipa/contract/collections';
import type { Proposal, Refusal, refuseProposal, WaitingReceipt } from '@anticipa/contract/receipts';
import type { BodyOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { BookedPreview } from '../../ui/booked-preview.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { ActionButton } from '../../ui/overlay/preview.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useIdentify, useRefuseProposal, useSendBack } from './api.ts';
import { es } from './es.ts';

const texts = es.proposal;

export type ProposedReceipt = WaitingReceipt & { readonly proposal: Proposal };

/** A proposed use of money, in words. */
export function proposalText({ use, invoices }: Proposal): string {
  if (use === 'send-back') return texts.sendBack;
  const clients = new Set(invoices.map(({ entityName }) => entityName));
  const folios = invoices.map(({ folio }) => folio);
  return clients.size === 1
    ? texts.pays(folios, [...clients].join(''))
    : texts.paysSeveral(folios.length, clients.size);
}

/** The sender of money, its day, and the words of the bank about it. */
export const originOf = ({ senderName, bank, valueDate, reference, bankLine }: WaitingReceipt) =>
  [
    ...(senderName === null ? [] : ([[es.columns.sender, senderName]] as const)),
    [es.columns.bank, bank || es.noBank],
    ...(bankLine === null ? [] : ([[es.columns.arrived, bankLine.account]] as const)),
    [es.columns.valueDate, formatDate(valueDate)],
    [es.columns.reference, reference],
    ...(bankLine === null || bankLine.text === reference ? [] : ([[es.columns.bankText, bankLine.text]] as const)),
  ] as const;

const idsOf = ({ invoices }: Proposal): string[] => invoices.map(({ documentId }) => documentId);

/** Accepts, changes or refuses a proposal, after showing what it books. */
export function ProposalDialog(props: { payment: ProposedReceipt; onChange: () => void; onClose: () => void }) {
  const { payment, onChange, onClose } = props;
  const { paymentId, proposal, trackingKey, bank } = payment;
  const left = moneyOf<FinancedCurrency>(payment.left, payment.currency);
  const [isRefusing, refuse] = useState(false);
  const [identifying, sending] = [useIdentify(paymentId), useSendBack(paymentId)];
  const body: BodyOf<typeof identifyPayment> = {
    ...{ pays: { documentIds: idsOf(proposal) }, amount: payment.left },
    ...{ part: payment.nextPart, payer: 'debtor' },
  };
  const done = (text: string) => ({
    onSuccess: () => {
      showToast({ text, tone: 'good' });
      onClose();
    },
  });
  const accept = (): void => {
    if (proposal.use === 'send-back') sending.mutate({}, done(es.sendBack.done));
    else identifying.mutate(body, done(es.identify.done));
  };
  const failure = identifying.error ?? sending.error;
  if (isRefusing) return <RefusalDialog payment={payment} onClose={onClose} />;
  return (
    <Dialog
      title={texts.title(trackingKey)}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => refuse(true)}>{texts.refuse}</Button>
          <Button onClick={onChange}>{proposal.use === 'send-back' ? es.receipts.identify : texts.change}</Button>
          <ActionButton
            variant="primary"
            busy={identifying.isPending || sending.isPending}
            onClick={accept}
            data-autofocus
          >
            {proposal.use === 'send-back' ? es.sendBack.confirm : texts.accept}
          </ActionButton>
        </>
      }
    >
      <div className="stack">
        <p>
          <strong>{proposalText(proposal)}</strong>
        </p>
        <p className="quiet">{texts.why(proposal.why)}</p>
        <Facts facts={[[es.columns.left, formatMoney(left)], ...originOf(payment)]} />
        {proposal.use === 'send-back' ? (
          <p>{es.sendBack.text(formatMoney(left), bank)}</p>
        ) : (
          <BookedPreview money={{ paymentId, body }} currency={payment.currency} />
        )}
        {failure ? <Notice tone="bad" title={failureText(failure)} /> : null}
      </div>
    </Dialog>
  );
}

/** Asks for the reason to refuse a proposal. The person who identifies the money reads it. */
function RefusalDialog({ payment, onClose }: { payment: ProposedReceipt; onClose: () => void }) {
  const { paymentId, trackingKey, proposal } = payment;
  return (
    <FormDialog<object, BodyOf<typeof refuseProposal>, unknown>
      title={texts.refusalOf(trackingKey)}
      size="small"
      submit={texts.refuse}
      values={{}}
      reasonHelp={texts.refusalHelp}
      changing={useRefuseProposal(paymentId)}
      bodyOf={({ reason }) => ({ documentIds: idsOf(proposal), reason })}
      onDone={() => texts.refused}
      onClose={onClose}
    >
      <p>{proposalText(proposal)}</p>
    </FormDialog>
  );
}

/** Sentence that describes a refused proposal. */
export const refusalText = ({ folios, reason, by, at }: Refusal): string =>
  texts.refusal(folios, reason, `${by}, ${formatTableDate(at)}`);
