/** The close of a month of the books, in words: on the desk and in print. */
import type { CheckOfClose } from '@anticipa/contract/book-close';
import type { CloseCheck } from '@anticipa/domain/book-close';
import { formatAmount, formatDate } from './format.ts';

const checkNames: Readonly<Record<CloseCheck, string>> = {
  balanced: 'Los libros cuadran',
  accrued: 'El interés está registrado hasta el último día',
  estimated: 'La estimación del mes está registrada',
  proposals: 'Ningún asiento manual espera',
  altered: 'Nadie alteró los libros',
  unidentified: 'Todo cobro está identificado',
  bank: 'Banco conciliado',
  cfdi: 'CFDI del mes timbrados',
  statements: 'Estados de cuenta enviados',
};

/** "Banco conciliado: STP MXN". */
export const checkName = ({ check, name }: Pick<CheckOfClose, 'check' | 'name'>): string =>
  name === null ? checkNames[check] : `${checkNames[check]}: ${name}`;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The figure of a check, as a person reads it. */
export function checkFigure({ id, check, isDone, count, amount, currency, through }: CheckOfClose): string {
  const money = amount === null || currency === null ? '' : formatAmount(amount, currency);
  switch (check) {
    case 'balanced':
      return isDone ? 'Cargos y abonos suman lo mismo' : counted(count, 'moneda no cuadra', 'monedas no cuadran');
    case 'accrued':
      return isDone ? 'Completo' : counted(count, 'factura incompleta', 'facturas incompletas');
    case 'estimated':
      return isDone ? 'Completa' : counted(count, 'cliente sin la suya', 'clientes sin la suya');
    case 'proposals':
      return isDone ? 'Ninguno' : counted(count, 'asiento por aprobar', 'asientos por aprobar');
    case 'altered':
      return isDone ? 'Sin alertas' : counted(count, 'alerta abierta', 'alertas abiertas');
    case 'unidentified':
      return isDone ? `${money} sin identificar` : `${money} en ${counted(count, 'cobro', 'cobros')}`;
    case 'bank':
      return [
        `Saldo en libros ${money}`,
        ...(id.startsWith('bank none')
          ? ['ningún archivo del banco lo tiene']
          : [through === null ? 'sin archivo del banco' : `archivo hasta el ${formatDate(through)}`]),
        ...(count === 0 ? [] : [counted(count, 'movimiento por registrar', 'movimientos por registrar')]),
      ].join(' · ');
    case 'cfdi':
      return isDone ? 'Completos' : counted(count, 'cliente o rechazo pendiente', 'clientes o rechazos pendientes');
    case 'statements':
      return isDone ? 'Completos' : counted(count, 'cliente sin el suyo', 'clientes sin el suyo');
  }
}
