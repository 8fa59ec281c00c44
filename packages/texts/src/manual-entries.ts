/** Entries of accountants, in words. */
import type { ManualAccount } from '@anticipa/domain/book-close';
import { chart } from '@anticipa/domain/chart';
import { inCurrency } from './approval-values.ts';
import type { KindTexts } from './approvals.ts';
import { formatDate } from './format.ts';
import { accountNames } from './ledger-texts.ts';

/** "601-84 Gastos generales". */
export const manualAccountName = (account: ManualAccount): string =>
  `${chart[account].number} ${accountNames[account]}`;

export const manualKinds: { readonly [K in 'manual-entry']: KindTexts<K> } = {
  'manual-entry': {
    mail: 'Un asiento manual',
    title: ({ proposed: { isReversal, valueDate } }) =>
      `${isReversal ? 'Revertir un asiento manual' : 'Asiento manual'} del ${formatDate(valueDate)}`,
    values: ({ added, ground }, { proposed: { currency, lines } }) => {
      const money = inCurrency(currency);
      return [
        ground('Asiento del', (v) => v.valueDate, formatDate),
        added('Fecha', (v) => v.valueDate, formatDate),
        ...lines.map(({ debit, credit, amount }) =>
          added('Movimiento', () => `${manualAccountName(debit)} a ${manualAccountName(credit)}: ${money(amount)}`),
        ),
        added('Evidencia', (v) => v.evidence),
      ];
    },
  },
};
