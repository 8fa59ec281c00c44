/** Entries of `contabilidad electrónica` 1.3 and their auxiliaries, which the authority gets when it asks for them. */
import {
  type AccountBalance,
  type AccountingRequest,
  type BookedDocument,
  type BookedEntry,
  type BookedLine,
  type BookedTransfer,
  type BookFile,
  type BookProblem,
  bookText,
  type ChartAccount,
  entryProblems,
  hasOrder,
  isRequestNumber,
  problem,
} from '@anticipa/domain/accounting-books';
import type { IsoDate } from '@anticipa/domain/calendar';
import { isClabe } from '@anticipa/domain/clabe';
import { decimalOf, divideHalfUp, type Money } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, parseMonth } from '@anticipa/domain/month';
import { parseRatio } from '@anticipa/domain/ratio';
import { bankOfClabe } from '@anticipa/domain/spei-banks';
import { ACCOUNTING_RFC, type AccountingPeriod, balanceProblems, fileOf, two } from './electronic-accounting.ts';
import { draft, type XmlDraft } from './write.ts';

interface AccountMovement {
  readonly entry: string;
  readonly day: IsoDate;
  readonly line: BookedLine;
}

const UUID = /^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$/i;
const LONGEST_ENTRY = 50;
/** `c_Banco`: what is not in this list of banks has the code 999 and its name. */
const BANKS = new Set(
  (
    '002 006 009 012 014 019 021 030 032 036 037 042 044 058 059 060 062 072 102 103 106 108 110 112 113 116 124 126 127 128 129 130 ' +
    '131 132 133 134 135 136 137 138 139 140 141 143 145 156 166 168 600 601 602 605 606 607 608 610 614 615 616 617 618 619 620 621 ' +
    '622 623 626 627 628 629 630 631 632 633 634 636 637 638 640 642 646 647 648 649 651 652 653 655 656 659 901 902 670'
  ).split(' '),
);
/** `c_MetPagos`, which has not grown with the forms of payment of CFDI. */
const PAYMENT_METHODS = /^(0[1-9]|1[0-7]|9[89])$/;

interface Requested {
  readonly request: AccountingRequest;
  readonly chart: readonly ChartAccount[];
  readonly entries: readonly BookedEntry[];
}

const requestAttributes = (request: AccountingRequest): XmlDraft['attributes'] => ({
  TipoSolicitud: request.type,
  NumOrden: hasOrder(request.type) ? request.number : null,
  NumTramite: hasOrder(request.type) ? null : request.number,
});

/** Entries of a month, with the CFDI and transfers behind each line. */
export function writeEntries(period: AccountingPeriod, requested: Requested): BookFile<string> {
  const names = namesOf(requested.chart);
  return fileOf({
    kind: 'PL',
    root: 'Polizas',
    period,
    attributes: requestAttributes(requested.request),
    problems: requestedProblems(period, requested, true),
    children: requested.entries.map(({ number, day, concept, lines }) =>
      draft(
        'PLZ:Poliza',
        { NumUnIdenPol: number, Fecha: day, Concepto: bookText(concept, 300) },
        lines.map(({ account, concept: of, debit, credit, documents, transfers }) =>
          draft(
            'PLZ:Transaccion',
            {
              NumCta: account,
              DesCta: bookText(names.get(account) ?? '', 100),
              Concepto: bookText(of, 200),
              Debe: decimalOf(debit),
              Haber: decimalOf(credit),
            },
            [...documents.map(documentOfLine), ...transfers.map(transferOfLine)],
          ),
        ),
      ),
    ),
  });
}

const documentOfLine = ({ uuid, rfc, total, rate }: BookedDocument): XmlDraft =>
  draft('PLZ:CompNal', { UUID_CFDI: uuid, RFC: rfc, MontoTotal: decimalOf(total), ...foreign(total, rate) });

function transferOfLine(transfer: BookedTransfer): XmlDraft {
  const from = bankOf(transfer.from, transfer.fromBank);
  const to = bankOf(transfer.to, null);
  return draft('PLZ:Transferencia', {
    CtaOri: transfer.from,
    BancoOriNal: from.code,
    BancoOriExt: from.name,
    CtaDest: transfer.to,
    BancoDestNal: to.code,
    BancoDestExt: to.name,
    Fecha: transfer.day,
    Benef: bookText(transfer.beneficiary, 300),
    RFC: transfer.rfc,
    Monto: decimalOf(transfer.amount),
    ...foreign(transfer.amount, transfer.rate),
  });
}

/** The CFDI of each entry that has some, each once. */
export function writeFolios(period: AccountingPeriod, requested: Requested): BookFile<string> {
  const withDocuments = requested.entries.filter(({ lines }) => lines.some(({ documents }) => documents.length > 0));
  return fileOf({
    kind: 'XF',
    root: 'RepAuxFol',
    period,
    attributes: requestAttributes(requested.request),
    problems: requestedProblems(period, requested, false),
    children: withDocuments.map(({ number, day, lines }) => {
      const documents = new Map(
        lines.flatMap((line) => line.documents).map((document) => [document.uuid.toUpperCase(), document]),
      );
      return draft(
        'RepAux:DetAuxFol',
        { NumUnIdenPol: number, Fecha: day },
        [...documents.values()].map(({ uuid, total, rfc, paymentForm, rate }) =>
          draft('RepAux:ComprNal', {
            UUID_CFDI: uuid,
            MontoTotal: decimalOf(total),
            RFC: rfc,
            MetPagoAux: paymentForm !== null && PAYMENT_METHODS.test(paymentForm) ? paymentForm : null,
            ...foreign(total, rate),
          }),
        ),
      );
    }),
  });
}

/** Opening balance, movements and closing balance of each account that moved. */
export function writeAccountDetail(
  period: AccountingPeriod,
  requested: Requested & { readonly balances: readonly AccountBalance[] },
): BookFile<string> {
  const names = namesOf(requested.chart);
  const moved = movementsOf(requested.entries);
  const written = requested.balances.filter(({ account }) => moved.has(account));
  return fileOf({
    kind: 'XC',
    root: 'AuxiliarCtas',
    period,
    attributes: requestAttributes(requested.request),
    problems: [
      ...requestedProblems(period, requested, true),
      ...balanceProblems(requested),
      ...detailProblems(moved, requested.balances),
    ],
    children: written.map(({ account, opening, closing }) =>
      draft(
        'AuxiliarCtas:Cuenta',
        {
          NumCta: account,
          DesCta: bookText(names.get(account) ?? '', 100),
          SaldoIni: decimalOf(opening),
          SaldoFin: decimalOf(closing),
        },
        (moved.get(account) ?? []).map(({ entry, day, line }) =>
          draft('AuxiliarCtas:DetalleAux', {
            Fecha: day,
            NumUnIdenPol: entry,
            Concepto: bookText(line.concept, 200),
            Debe: decimalOf(line.debit),
            Haber: decimalOf(line.credit),
          }),
        ),
      ),
    ),
  });
}

const namesOf = (chart: readonly ChartAccount[]): ReadonlyMap<string, string> =>
  new Map(chart.map(({ number, name }) => [number, name]));

function movementsOf(entries: readonly BookedEntry[]): ReadonlyMap<string, readonly AccountMovement[]> {
  const moved = new Map<string, AccountMovement[]>();
  for (const { number, day, lines } of entries)
    for (const line of lines) {
      const movements = moved.get(line.account) ?? [];
      movements.push({ entry: number, day, line });
      moved.set(line.account, movements);
    }
  return moved;
}

/** Accounts whose movements are not those of their balance. */
function detailProblems(
  moved: ReadonlyMap<string, readonly AccountMovement[]>,
  balances: readonly AccountBalance[],
): BookProblem[] {
  const known = new Map(balances.map((balance) => [balance.account, balance]));
  return [...moved].flatMap(([account, movements]) => {
    const sumOf = (side: 'debit' | 'credit'): bigint => movements.reduce((sum, { line }) => sum + line[side].cents, 0n);
    const balance = known.get(account);
    const isSame = balance?.debits.cents === sumOf('debit') && balance.credits.cents === sumOf('credit');
    return isSame ? [] : [problem('BALANCE_INVALID', account)];
  });
}

function requestedProblems(
  { year, month }: AccountingPeriod,
  { request, chart, entries }: Requested,
  needsEntries: boolean,
): BookProblem[] {
  const civil = parseMonth(`${year}-${two(month)}`);
  const names = namesOf(chart);
  return [
    ...(isRequestNumber(request) ? [] : [problem('REQUEST_NUMBER_INVALID', request.type)]),
    ...(needsEntries && entries.length === 0 ? [problem('NOTHING_TO_WRITE', '')] : []),
    ...(civil === null ? [] : entryProblems(entries, firstDayOf(civil), lastDayOf(civil))),
    ...entries.flatMap((entry) => [
      ...(isEntryNumber(entry.number) ? [] : [problem('ENTRY_NUMBER_INVALID', entry.number)]),
      ...(bookText(entry.concept, 1) === '' ? [problem('LINE_INVALID', entry.number)] : []),
      ...entry.lines.flatMap((line) => lineProblems(line, entry.number, names)),
    ]),
  ];
}

const isEntryNumber = (number: string): boolean =>
  number !== '' && number.length <= LONGEST_ENTRY && bookText(number, LONGEST_ENTRY) === number;

function lineProblems(line: BookedLine, entry: string, names: ReadonlyMap<string, string>): BookProblem[] {
  const { account, concept, documents, transfers } = line;
  return [
    ...(names.has(account) ? [] : [problem('ACCOUNT_NOT_IN_CHART', account)]),
    ...(bookText(names.get(account) ?? 'x', 1) === '' ? [problem('ACCOUNT_WITHOUT_NAME', account)] : []),
    ...(bookText(concept, 1) === '' ? [problem('LINE_INVALID', entry)] : []),
    ...documents.flatMap(({ uuid, rfc, total, rate }) => [
      ...(UUID.test(uuid) ? [] : [problem('UUID_INVALID', uuid)]),
      ...(ACCOUNTING_RFC.test(rfc) ? [] : [problem('RFC_INVALID', rfc)]),
      ...rateProblems(total, rate, uuid),
    ]),
    ...transfers.flatMap(({ from, fromBank, to, rfc, beneficiary, amount, rate }) => [
      ...((from === null ? /^\d{3}$/.test(fromBank ?? '') : isClabe(from)) && isClabe(to)
        ? []
        : [problem('BANK_ACCOUNT_INVALID', entry)]),
      ...(ACCOUNTING_RFC.test(rfc) ? [] : [problem('RFC_INVALID', rfc)]),
      ...(bookText(beneficiary, 1) === '' ? [problem('LINE_INVALID', entry)] : []),
      ...rateProblems(amount, rate, entry),
    ]),
  ];
}

const rateProblems = ({ currency }: Money, rate: string | null, at: string): BookProblem[] => {
  const parsed = rate === null ? null : parseRatio(rate);
  const isGiven = parsed !== null && parsed.numerator > 0n;
  return (currency === 'MXN' ? rate === null : isGiven) ? [] : [problem('RATE_INVALID', at)];
};

/** Currency and rate of what is not in pesos; the authority takes five decimals. */
function foreign({ currency }: Money, rate: string | null): XmlDraft['attributes'] {
  const parsed = rate === null ? null : parseRatio(rate);
  if (currency === 'MXN' || parsed === null) return {};
  const digits = divideHalfUp(parsed.numerator * 100_000n, parsed.denominator)
    .toString()
    .padStart(6, '0');
  return { Moneda: currency, TipCamb: `${digits.slice(0, -5)}.${digits.slice(-5)}` };
}

/** The bank of an account as the authority's list has it. */
function bankOf(clabe: string | null, code: string | null): { readonly code: string; readonly name: string | null } {
  const bank = clabe?.slice(0, 3) ?? code ?? '';
  if (BANKS.has(bank)) return { code: bank, name: null };
  return { code: '999', name: (clabe === null ? null : bankOfClabe(clabe)) ?? bank };
}
