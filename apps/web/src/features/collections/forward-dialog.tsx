import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Preview } from '../../ui/overlay/preview.tsx';
import { forwardableQuery, useForward } from './api.ts';
import { es } from './es.ts';

const texts = es.forward;

/** Gives money that came after a buy-back to the client, from the page of the invoice. */
export function ForwardDialog({ invoice, onClose }: { invoice: BoughtInvoice; onClose: () => void }) {
  const { documentId, folio, entityName } = invoice;
  const { data, error, refetch } = useQuery(forwardableQuery(documentId));
  const [named, name] = useState<string | null>(null);
  const chosen = data?.find(({ paymentId }) => paymentId === named) ?? data?.[0];
  const textOf = ({ left, currency, valueDate, trackingKey, bank }: NonNullable<typeof chosen>): string =>
    `${formatMoney(moneyOf(left, currency))} · ${formatDate(valueDate)} · ${trackingKey} · ${bank || es.noBank}`;
  return (
    <FormDialog
      title={texts.title(folio)}
      submit={texts.submit}
      values={{}}
      changing={useForward(documentId)}
      bodyOf={({ reason }) => (chosen ? { paymentId: chosen.paymentId, amount: chosen.left, reason } : null)}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <p>{texts.text(entityName)}</p>
      <Preview of={{ data, error, refetch }}>
        {(payments) =>
          chosen ? (
            <>
              <SelectField
                label={texts.payment}
                value={chosen.paymentId}
                options={payments.map((payment) => ({
                  value: payment.paymentId,
                  label: payment.namesInvoice ? texts.names(textOf(payment)) : textOf(payment),
                }))}
                onChange={name}
              />
              <p>{texts.booked(formatMoney(moneyOf(chosen.left, chosen.currency)), entityName)}</p>
            </>
          ) : (
            <Notice tone="warn" title={texts.none} />
          )
        }
      </Preview>
    </FormDialog>
  );
}
