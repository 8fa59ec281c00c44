/** Problems that keep a file of the books from being written, in words, and where they are put right. */
import type { BookProblem } from '@anticipa/domain/accounting-books';
import { ownAccountName } from './own-accounts.ts';

/** The screen where a problem is put right. */
export type BookRemedy = 'numbers' | 'bank' | 'rates' | 'lender' | 'entry';

interface Words {
  readonly text: (at: string) => string;
  readonly remedy: BookRemedy | null;
}

const ofEntry = (what: string): Words => ({ text: (at) => `Asiento ${at}: ${what}`, remedy: 'entry' });
const ofNumber = (what: string): Words => ({ text: (at) => `La cuenta ${at} ${what}`, remedy: 'numbers' });
const ofAccount = (what: string): Words => ({ text: (at) => `${ownAccountName(at)} ${what}`, remedy: 'numbers' });

const words: Readonly<Record<BookProblem['code'], Words>> = {
  NOTHING_TO_WRITE: { text: () => 'No hay pólizas en el mes', remedy: null },
  RFC_INVALID: { text: (at) => `El SAT no acepta el RFC ${at || 'de la financiera'}`, remedy: 'lender' },
  PERIOD_INVALID: { text: () => 'El mes 13 solo tiene balanza', remedy: null },
  REQUEST_NUMBER_INVALID: { text: () => 'El número de la solicitud no es correcto', remedy: null },
  ACCOUNT_NUMBER_INVALID: ofNumber('tiene un número que el SAT no acepta'),
  ACCOUNT_TWICE: ofAccount('tiene el mismo número que otra cuenta en el programa'),
  ACCOUNT_WITHOUT_NAME: ofNumber('no tiene nombre'),
  GROUPING_CODE_INVALID: ofNumber('reúne cuentas de rubros distintos del SAT'),
  PARENT_INVALID: ofNumber('no tiene la cuenta de la que depende'),
  ACCOUNT_NOT_IN_CHART: ofNumber('no está en el catálogo'),
  BALANCE_INVALID: ofNumber('no cuadra con sus movimientos'),
  TOTALS_UNEQUAL: { text: () => 'El debe y el haber del mes no son iguales', remedy: null },
  ENTRY_NUMBER_INVALID: ofEntry('su número no cabe'),
  ENTRY_TWICE: ofEntry('su número se repite'),
  ENTRY_OUTSIDE_PERIOD: ofEntry('no es del mes'),
  ENTRY_UNBALANCED: ofEntry('no cuadra'),
  LINE_INVALID: ofEntry('tiene un movimiento sin importe o sin concepto'),
  UUID_INVALID: { text: (at) => `El folio fiscal ${at} no es correcto`, remedy: 'entry' },
  RATE_INVALID: { text: (at) => `Falta el tipo de cambio de ${at}`, remedy: 'rates' },
  BANK_ACCOUNT_INVALID: ofEntry('la CLABE de su transferencia no es correcta'),
  ACCOUNT_UNMAPPED: ofAccount('no tiene número en su catálogo'),
  ACCOUNT_TOO_LONG: ofAccount('tiene un número que no cabe en los niveles del programa'),
  ACCOUNT_WITH_PARTS: ofAccount('tiene movimientos y también subcuentas'),
  CHART_EMPTY: { text: () => 'Ninguna cuenta tiene número en su catálogo', remedy: 'numbers' },
  BETWEEN_JOURNALS: {
    text: (at) => `Un cobro identificado no cuadra entre diarios${at && ` (asiento ${at})`}`,
    remedy: 'entry',
  },
  RATE_MISSING: { text: () => 'No hay tipo de cambio para pasar los dólares a pesos', remedy: 'rates' },
};

/** A problem in words. Movements without a bank account get one from the bank's file. */
export const bookProblemText = ({ code, at }: BookProblem): string => words[code].text(at);
const remedyOf = ({ code, at }: BookProblem): BookRemedy | null =>
  code === 'ACCOUNT_UNMAPPED' && at === 'BANCOS:none' ? 'bank' : words[code].remedy;

/** Problems in words, each once, by the screen where they are put right. Accounts without a number are one sentence. */
export function problemsByRemedy(
  problems: readonly BookProblem[],
): readonly { readonly remedy: BookRemedy | null; readonly texts: readonly string[] }[] {
  return [...Map.groupBy(problems, remedyOf)].map(([remedy, group]) => {
    const unmapped = new Set(
      group.filter(({ code }) => code === 'ACCOUNT_UNMAPPED').map(({ at }) => ownAccountName(at)),
    );
    const joined = remedy === 'numbers' && unmapped.size > 1;
    const others = group.filter(({ code }) => !(joined && code === 'ACCOUNT_UNMAPPED')).map(bookProblemText);
    return {
      remedy,
      texts: [...(joined ? [`Sin número en su catálogo: ${[...unmapped].join(', ')}`] : []), ...new Set(others)],
    };
  });
}
