import { type listDueReferences, registerCollection } from '@anticipa/contract/collections';
import type { ResponseOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';
import { PaymentDialog } from './payment-dialog.tsx';

const texts = es.receipts;
type DueReference = ResponseOf<typeof listDueReferences>['data'][number];
const amountOf = ({ amount, currency }: Pick<DueReference, 'amount' | 'currency'>) => moneyOf(amount, currency);

const referenceColumns: readonly Column<DueReference>[] = [
  {
    id: 'reference',
    header: es.columns.reference,
    value: ({ reference }) => reference,
    width: 'minmax(12rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  { id: 'client', header: es.columns.client, value: ({ clientRFC }) => clientRFC, width: 'minmax(9rem, 1fr)' },
  { id: 'count', header: es.columns.count, value: ({ count }) => count, align: 'end', width: '6.25rem' },
  {
    id: 'date',
    header: es.columns.madeAt,
    value: ({ date }) => date,
    text: ({ date }) => formatTableDate(date),
    width: '12.5rem',
  },
  amountColumn({ id: 'amount', header: es.columns.amount, pick: amountOf, total: everyRow, card: 'figure' }),
];
const referenceId = ({ reference }: DueReference): string => reference;

/** Payment references that are still to be paid. */
export function References({ references, today }: { references: readonly DueReference[]; today: string }) {
  const may = useMay(registerCollection);
  const [chosen, choose] = useState<DueReference | null>(null);
  return (
    <>
      <DataTable
        label={texts.referencesLabel}
        noun={texts.referencesNoun}
        rows={references}
        columns={referenceColumns}
        rowId={referenceId}
        {...(may && {
          actions: (reference: DueReference) => (
            <Button size="small" aria-label={texts.registerOf(reference.reference)} onClick={() => choose(reference)}>
              {texts.register}
            </Button>
          ),
        })}
        empty={
          <EmptyState drawing="papers" level={2} title={texts.referencesEmptyTitle}>
            {texts.referencesEmpty}
          </EmptyState>
        }
      />
      {chosen ? (
        <PaymentDialog
          paid={{
            pays: { reference: chosen.reference },
            client: chosen.clientRFC,
            of: `${chosen.reference} · ${es.invoices(chosen.count)}`,
            owed: amountOf(chosen),
            invoices: chosen.invoices,
          }}
          today={today}
          onClose={() => choose(null)}
        />
      ) : null}
    </>
  );
}
