import { decimalOf } from '@anticipa/domain/money';
import { formatAmount, formatDate, formatTableDate } from '@anticipa/texts/format';
import type { Cell } from '@anticipa/texts/tables/table';

/** A cell as printed: amounts without their currency, which heads the block; empty without a value. */
export function printed(cell: Cell | null): string {
  if (cell === null) return '';
  switch (cell.type) {
    case 'money':
      return formatAmount(decimalOf(cell.value), '').trim();
    case 'date':
      return formatDate(cell.value);
    case 'instant':
      return formatTableDate(cell.value);
    default:
      return String(cell.value);
  }
}
