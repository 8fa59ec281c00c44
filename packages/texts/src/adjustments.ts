/** Changes of what is owed for an invoice that no transfer makes. */
import type { Adjustment } from '@anticipa/contract/adjustments';

type Texts = Readonly<Record<Adjustment['kind'], string>>;

export const adjustmentNames: Texts = {
  recourse: 'Pedir la recompra',
  'credit-note': 'Registrar una nota de crédito',
  'paid-to-client': 'El receptor le pagó al cliente',
  'write-off': 'Castigar la factura',
  withdrawal: 'Retirar un movimiento',
};

/** Labels of their amounts. */
export const adjustmentAmounts: Texts = {
  recourse: 'Capital por recomprar',
  'credit-note': 'Importe de la nota',
  'paid-to-client': 'Importe que recibió el cliente',
  'write-off': 'Importe por castigar',
  withdrawal: 'Importe que se retira',
};
