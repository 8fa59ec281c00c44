import { sumPerCurrency } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { useState } from 'react';
import { ApiRefusal, isRefusedFor } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { MoneyList, MoneyText } from '../../ui/money.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { AccountText } from './account.tsx';
import { useOrder } from './api.ts';
import { es } from './es.ts';
import type { Line } from './payment-table.tsx';

const texts = es.order;

/** The payment that a refusal names, if it names one. */
function refusedLine(error: unknown, lines: readonly Line[]): Line | undefined {
  if (!(error instanceof ApiRefusal)) return undefined;
  const [, at] = error.details.map(({ path }) => /^payments\.(\d+)$/.exec(path)).find((found) => found !== null) ?? [];
  return at === undefined ? undefined : lines[Number(at)];
}

/** Shows each payment with its account before all of them are ordered at the bank, or none. */
export function OrderDialog(props: { lines: readonly Line[]; onDone: () => void; onClose: () => void }) {
  const { onDone, onClose } = props;
  // Ordered payments leave the selection, and must not leave the dialog.
  const [lines] = useState(props.lines);
  const ordering = useOrder();
  const { error, isPending } = ordering;
  // Payments that exceed the amounts of one person are proposed with a reason.
  const [reason, setReason] = useState<string | null>(null);
  const order = (): void => {
    if (reason !== null && isShortReason(reason)) return;
    ordering.mutate(
      { payments: lines.map(({ wanted }) => wanted), ...(reason !== null && { reason: reason.trim() }) },
      {
        onError: (refusal) => {
          if (isRefusedFor(refusal, 'SECOND_PERSON_NEEDED')) setReason('');
        },
        onSuccess: ({ proposalId }) => {
          showToast({ text: proposalId === null ? texts.done(lines.length) : es.proposedDone, tone: 'good' });
          onDone();
          onClose();
        },
      },
    );
  };
  const refused = refusedLine(error, lines);
  return (
    <Dialog
      title={texts.title}
      size="medium"
      closable={!isPending}
      onClose={onClose}
      footer={
        <DialogButtons
          confirm={reason === null ? texts.confirm : texts.propose}
          busy={isPending}
          focus="confirm"
          onConfirm={order}
          onClose={isPending ? () => {} : onClose}
        />
      }
    >
      <div className="stack">
        <p>{texts.text(lines.length)}</p>
        {lines.length > 1 ? (
          <Facts
            facts={[
              [texts.total, <MoneyList key="total" amounts={sumPerCurrency(lines.map(({ amount }) => amount))} />],
            ]}
          />
        ) : null}
        <ul>
          {lines.map(({ name, amount, account }) => (
            <li key={name}>
              {name} · <MoneyText amount={amount} /> · <AccountText of={account} none={es.noAccount} />
            </li>
          ))}
        </ul>
        {reason === null ? null : (
          <TextArea
            label={texts.reason}
            help={texts.reasonHelp}
            value={reason}
            error={reason !== '' && isShortReason(reason) ? texts.reasonMissing : null}
            rows={2}
            maxLength={300}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {error && !isRefusedFor(error, 'SECOND_PERSON_NEEDED') ? (
          <Notice tone="bad" title={refused ? texts.refusedOf(refused.name) : texts.refused}>
            {failureText(error)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
