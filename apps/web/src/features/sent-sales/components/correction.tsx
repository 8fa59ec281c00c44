import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failuresByField, failureText } from '../../../lib/failure-text.ts';
import { useLacking } from '../../../lib/rights.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { focusFirstInvalid, TextArea, TextField } from '../../../ui/field/field.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { resend, type SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

const texts = es.sale.correction;
const MAX_NOTE = 300;

/** Correction asked by the lender: the purchase orders of the invoices in question, and a note. */
export function Correction({
  sale,
  correction,
}: {
  sale: SaleSheetData;
  correction: NonNullable<SaleSheetData['correction']>;
}) {
  const { message, documentIds } = correction;
  const items = sale.items.filter((item) => documentIds.length === 0 || documentIds.includes(item.documentId));
  const [orders, setOrders] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const lacking = useLacking('accept');
  const sending = useMutation({
    mutationFn: () => {
      const corrections = Object.entries(orders).map(([documentId, purchaseOrder]) => ({ documentId, purchaseOrder }));
      return resend(sale.numberOfSale, { corrections, ...(note.trim() && { note: note.trim().replace(/\s+/g, ' ') }) });
    },
    onSuccess: () => showToast({ text: texts.sent, tone: 'good' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sales'] }),
  });
  const refused = failuresByField(sending.error);
  const isAtField = items.some(({ documentId }) => refused[documentId] !== undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate(undefined, { onError: () => focusFirstInvalid(form.current) });
  };
  return (
    <Card title={texts.title}>
      <form ref={form} className={css.correction} onSubmit={submit}>
        <Notice tone="warn">{message}</Notice>
        {items.map(({ documentId, serie, folio, purchaseOrder }) => (
          <TextField
            key={documentId}
            label={texts.order([serie, folio].filter(Boolean).join('-') || documentId.slice(0, 8))}
            value={orders[documentId] ?? purchaseOrder ?? ''}
            error={refused[documentId]}
            maxLength={100}
            onChange={({ target }) => {
              sending.reset();
              setOrders((now) => ({ ...now, [documentId]: target.value }));
            }}
          />
        ))}
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className="quiet">{texts.kept}</p>
        {sending.error && !isAtField ? <Notice tone="bad" title={failureText(sending.error)} /> : null}
        <ButtonRow>
          <Button type="submit" variant="primary" disabledReason={lacking} busy={sending.isPending}>
            {texts.send}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  );
}
