import type { PayableInvoice } from '@anticipa/contract/receipts';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SearchField } from '../../ui/field/field.tsx';
import { payableQuery } from './api.ts';
import { es } from './es.ts';

const texts = es.identify;

export type InvoiceChoice = Omit<PayableInvoice, 'currency'>;

/** Invoices to choose from, by a search. */
export function InvoiceChoices(props: {
  currency: FinancedCurrency;
  chosen: readonly InvoiceChoice[];
  onChange: (chosen: readonly InvoiceChoice[]) => void;
}) {
  const { currency, chosen, onChange } = props;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery(payableQuery({ currency, ...(search !== '' && { search }) }));
  const isChosen = ({ documentId }: InvoiceChoice): boolean => chosen.some((one) => one.documentId === documentId);
  // A chosen one keeps its place, and so the focus.
  const isFound = ({ documentId }: InvoiceChoice): boolean =>
    data?.some((one) => one.documentId === documentId) ?? false;
  const shown: readonly InvoiceChoice[] = [...chosen.filter((invoice) => !isFound(invoice)), ...(data ?? [])];
  return (
    <fieldset className="stack">
      <legend>{texts.searchHelp}</legend>
      <SearchField
        label={texts.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        data-autofocus
      />
      {data && shown.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      {shown.map((invoice) => (
        <Checkbox
          key={invoice.documentId}
          checked={isChosen(invoice)}
          onChange={() =>
            onChange(
              isChosen(invoice)
                ? chosen.filter(({ documentId }) => documentId !== invoice.documentId)
                : [...chosen, invoice],
            )
          }
          label={labelOf(invoice, currency)}
        />
      ))}
      {data ? null : <LoadFallback error={error} onRetry={refetch} title={texts.choicesFailed} lines={3} />}
    </fieldset>
  );
}

const labelOf = (
  { folio, entityName, receiverName, owed, dueDate, isSold }: InvoiceChoice,
  currency: FinancedCurrency,
): string =>
  [folio, entityName, receiverName, formatMoney(moneyOf(owed, currency)), formatDate(dueDate), isSold ? texts.sold : '']
    .filter((text) => text !== '')
    .join(' · ');
