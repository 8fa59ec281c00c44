/** Statements in ISO 20022 camt.053, of any of its versions: their booked entries are movements. */
import { parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import { type BankFileContent, MAX_BANK_ROWS, type UnreadRow } from '@anticipa/domain/bank-csv';
import { type BankLine, bankText, type StatedBalances } from '@anticipa/domain/bank-line';
import { type IsoDate, parseDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';

interface Statements extends BankFileContent {
  readonly stated: StatedBalances;
}

/** 'other': every statement is of another account. */
export type CamtProblem = 'xml' | 'long' | 'other';

/** Elements of a file, far above those of as many entries as are read. */
const MAX_ELEMENTS = 100 * MAX_BANK_ROWS;
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;

/** Whether a file is XML, which only camt.053 is. */
export const isXml = (text: string): boolean => /^[\s\uFEFF]*</.test(text);

type Account = { readonly number: string; readonly currency: FinancedCurrency };

/** The booked entries of an account. Entries that are pending, in another currency or of another account are unread rows. */
export function readCamt(text: string, account: Account): Statements | CamtProblem {
  const tree = parseXml(text.replace(/^[\s\uFEFF]+/, ''), { maxElements: MAX_ELEMENTS });
  if (!tree.ok) return 'xml';
  const documents = [tree.root, ...elementsIn(tree.root)].filter(
    ({ local, uri }) => local === 'Document' && NAMESPACE.test(uri),
  );
  const statements = documents.flatMap((each) => all(each, 'BkToCstmrStmt', 'Stmt'));
  if (statements.length === 0) return 'xml';
  const own = statements.filter((statement) => isOf(statement, account));
  if (own.length === 0) return 'other';
  const read: Reading = { lines: [], unread: [], rows: 0 };
  for (const statement of statements) {
    for (const entry of all(statement, 'Ntry')) readEntry(read, entry, { account, isOwn: own.includes(statement) });
    if (read.rows > MAX_BANK_ROWS) return 'long';
  }
  return { lines: read.lines, unread: read.unread, stated: balancesIn(own, read.lines) };
}

interface Reading {
  readonly lines: (BankLine & { readonly row: number })[];
  readonly unread: UnreadRow[];
  rows: number;
}

/** Children with a name; in the namespace of their parent, as all of a statement are. */
const childrenNamed = (parent: XmlElement, local: string): XmlElement[] =>
  elementsIn(parent).filter((child) => child.local === local && child.uri === parent.uri);
const elementsIn = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string');

const all = (from: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((found, local) => found.flatMap((each) => childrenNamed(each, local)), [from]);

const textIn = ({ children }: XmlElement): string =>
  children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();
/** The text at the first path that has one. */
const textAt = (from: XmlElement, ...paths: readonly string[]): string =>
  paths.flatMap((path) => all(from, ...path.split('/')).map(textIn)).find((text) => text !== '') ?? '';

function isOf(statement: XmlElement, { number, currency }: Account): boolean {
  const theirs = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  const stated = textAt(statement, 'Acct/Ccy');
  return (stated === '' || stated === currency) && shortOf(theirs) === shortOf(number);
}

/** The account inside a CLABE, which banks also write alone, without zeros before it. */
const shortOf = (number: string): string => (/^\d{18}$/.test(number) ? number.slice(6, 17) : number).replace(/^0+/, '');

/** Cents of an amount with as many decimals as its currency has; null for anything else. */
function centsOf(amount: XmlElement | undefined, currency: FinancedCurrency): bigint | null {
  if (amount?.attributes.get('Ccy') !== currency) return null;
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(textIn(amount));
  return match ? BigInt(match[1] ?? '') * 100n + BigInt((match[2] ?? '').padEnd(2, '0')) : null;
}

const signed = (of: XmlElement, cents: bigint, fallback = ''): bigint | null => {
  const side = textAt(of, 'CdtDbtInd') || fallback;
  return side === 'CRDT' ? cents : side === 'DBIT' ? -cents : null;
};

const dayAt = (from: XmlElement, path: string): IsoDate | null =>
  parseDate(textAt(from, `${path}/Dt`, `${path}/DtTm`).slice(0, 10));

type Owned = { readonly account: Account; readonly isOwn: boolean };

function readEntry(read: Reading, entry: XmlElement, owned: Owned): void {
  const booked = bookedEntry(entry, owned);
  if (typeof booked === 'string') {
    read.rows += 1;
    const said = [textAt(entry, 'Amt'), textsOf(entry, null).text, textAt(entry, 'NtryRef', 'AcctSvcrRef')];
    read.unread.push({ row: read.rows, problem: booked, content: bankText(said.join(' · ')) });
    return;
  }
  const { date, total } = booked;
  const isReversal = /^(?:true|1)$/.test(textAt(entry, 'RvslInd'));
  for (const { cents, details } of partsOf(entry, total, owned.account.currency)) {
    read.rows += 1;
    const texts = textsOf(entry, details);
    read.lines.push({ row: read.rows, date, cents, ...texts, balance: null, ...(isReversal && { isReversal }) });
  }
}

/** The day and the cents of a booked entry of the account, or why it is no movement. */
function bookedEntry(
  entry: XmlElement,
  { account, isOwn }: Owned,
): { readonly date: IsoDate; readonly total: bigint } | UnreadRow['problem'] {
  if (!isOwn) return 'account';
  // A pending entry comes again once it is booked.
  if (textAt(entry, 'Sts/Cd', 'Sts') !== 'BOOK') return 'pending';
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (date === null) return 'date';
  const [amount] = all(entry, 'Amt');
  const cents = centsOf(amount, account.currency);
  const total = cents === null ? null : signed(entry, cents);
  return total === null || total === 0n ? 'amount' : { date, total };
}

interface Part {
  readonly cents: bigint;
  readonly details: XmlElement | null;
}

/** The transactions of a batch if their amounts are the whole entry; otherwise the entry. */
function partsOf(entry: XmlElement, total: bigint, currency: FinancedCurrency): readonly Part[] {
  const transactions = all(entry, 'NtryDtls', 'TxDtls');
  const [only = null] = transactions;
  if (transactions.length < 2) return [{ cents: total, details: only }];
  const parts: Part[] = [];
  for (const details of transactions) {
    const [amount] = [...all(details, 'Amt'), ...all(details, 'AmtDtls', 'TxAmt', 'Amt')];
    const cents = centsOf(amount, currency);
    const part = cents === null ? null : signed(details, cents, textAt(entry, 'CdtDbtInd'));
    if (part === null || part === 0n) return [{ cents: total, details: null }];
    parts.push({ cents: part, details });
  }
  return parts.reduce((sum, { cents }) => sum + cents, 0n) === total ? parts : [{ cents: total, details: null }];
}

/** Value that banks write where no reference was given. */
const NOTHING = 'NOTPROVIDED';

function textsOf(entry: XmlElement, details: XmlElement | null): Pick<BankLine, 'trackingKey' | 'reference' | 'text'> {
  const at = (...paths: readonly string[]): string => (details === null ? '' : textAt(details, ...paths));
  const references = [
    at('Refs/EndToEndId'),
    at('Refs/TxId'),
    at('Refs/AcctSvcrRef'),
    textAt(entry, 'AcctSvcrRef', 'NtryRef'),
  ];
  // Versions before 8 have the name directly in the party.
  const party = (side: string): string => at(`RltdPties/${side}/Pty/Nm`, `RltdPties/${side}/Nm`);
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT';
  const texts = [
    party(isCredit ? 'Dbtr' : 'Cdtr'),
    at(`RltdPties/${isCredit ? 'DbtrAcct' : 'CdtrAcct'}/Id/Othr/Id`),
    ...(details === null ? [] : all(details, 'RmtInf', 'Ustrd').map(textIn)),
    at('AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  ];
  return {
    trackingKey: bankText(at('Refs/ClrSysRef')),
    reference: bankText(references.find((each) => each !== '' && each !== NOTHING) ?? ''),
    text: bankText(texts.filter((each) => each !== '').join(' ')),
  };
}

function balancesIn(statements: readonly XmlElement[], lines: readonly BankLine[]): StatedBalances {
  const stated = (kinds: readonly string[]): bigint[] =>
    statements.flatMap((statement) =>
      all(statement, 'Bal')
        .filter((balance) => kinds.includes(textAt(balance, 'Tp/CdOrPrtry/Cd')))
        .flatMap((balance) => {
          const [amount] = all(balance, 'Amt');
          const currency = amount?.attributes.get('Ccy') === 'USD' ? 'USD' : 'MXN';
          const cents = centsOf(amount, currency);
          return (cents === null ? null : signed(balance, cents)) ?? [];
        }),
    );
  const [opening] = stated(['OPBD', 'PRCD']);
  const closing = stated(['CLBD']).at(-1);
  if (opening === undefined || closing === undefined) return null;
  const moved = lines.reduce((sum, { cents }) => sum + cents, 0n);
  return { opening, closing, adds: opening + moved === closing };
}
