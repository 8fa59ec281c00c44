import type { OwedInvoice } from '@anticipa/contract/portfolio';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

/** The client and the receiver of an invoice. */
export const partyColumns: readonly Column<Pick<OwedInvoice, 'entityName' | 'clientRFC' | 'receiverName'>>[] = [
  {
    id: 'client',
    header: es.columns.client,
    value: ({ entityName }) => entityName,
    text: ({ entityName, clientRFC }) => `${entityName} ${clientRFC}`,
    cell: ({ entityName, clientRFC }) => <CellPair note={clientRFC}>{entityName}</CellPair>,
    width: 'minmax(8.5rem, 1fr)',
    breaks: true,
  },
  {
    id: 'receiver',
    header: es.columns.receiver,
    value: ({ receiverName }) => receiverName,
    width: 'minmax(9.5rem, 1.4fr)',
    breaks: true,
  },
];
