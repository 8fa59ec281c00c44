/** The table of the payers with their CLABEs; headings fixed by the specification. */
import type { CostCentre } from '@anticipa/contract/payers';
import { type TableColumn, textColumn } from './table.ts';

export const payerTable: readonly TableColumn<CostCentre>[] = [
  textColumn('rfc', 'Rfc', ({ rfcPayer }) => rfcPayer),
  textColumn('name', 'Nombre', ({ stpName }) => stpName),
  textColumn('clabe', 'Clabe interbancaria', ({ clabe }) => clabe),
  textColumn('active', 'Activo', ({ isMain, active }) => (isMain ? 'Principal' : active ? 'Sí' : 'No')),
];
