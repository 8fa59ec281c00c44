/** Files of movements of the lender's bank accounts, and what becomes of each movement. */
import { bankSeparatorNames, dateOrders, decimalSigns, MAX_BANK_ROWS } from '@anticipa/domain/bank-csv';
import { feeTaxes } from '@anticipa/domain/bank-fee';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { amount, date, financedCurrency, id, instant, line, reason, text } from './wire.ts';

/** Place of a column, from 1; 0 if the bank gives none. */
const place = z.int().min(0).max(100);

const mapping = z.strictObject({
  separator: z.enum(bankSeparatorNames),
  decimal: z.enum(decimalSigns),
  dateOrder: z.enum(dateOrders),
  headerRows: z.int().min(0).max(100),
  columns: z.strictObject({
    date: place,
    /** With its sign; otherwise charges and credits have a column each. */
    amount: place,
    charge: place,
    credit: place,
    trackingKey: place,
    reference: place,
    text: place,
    balance: place,
  }),
});

const accountTerms = {
  name: line.trim().min(2).max(60),
  mapping,
};
const accountIdentity = {
  currency: financedCurrency,
  /** As the bank writes it: a CLABE, or its own number. */
  number: z.string().regex(/^[0-9A-Z]{4,34}$/),
};

export const statementAccount = z.strictObject({ accountId: id, ...accountTerms, ...accountIdentity });
export type StatementAccount = z.output<typeof statementAccount>;

/** 'new' and 'known' movements, those that resemble a known one, and rows that are no movement. */
export const bankRowKinds = ['new', 'known', 'resembles', 'unread'] as const;
export type BankRowKind = (typeof bankRowKinds)[number];

/** 'due': to be booked. 'waiting': a person must look at it. 'ignored': a person said that the books need not have it. */
export const bankLineStates = ['due', 'waiting', 'booked', 'ignored'] as const;
export const bankLineCauses = ['resembles', 'second-person', 'unmatched', 'refused', 'reversal'] as const;

const movement = {
  date,
  /** Above zero, money came in. */
  amount,
  trackingKey: text,
  reference: text,
  text,
  balance: amount.nullable(),
};

/** Places of a movement in the books; 'fee': a commission of the bank. */
export const bookedAs = ['receipt', 'deposit', 'payout', 'return', 'fee'] as const;

/**
 * The effect of booking a movement. 'match': the books have it. 'clabe', 'reference': a receipt of what it names; 'unidentified': one of
 * which nobody knows what it pays. 'deposit', 'payout', 'return': confirms a payment of a file. 'differs', 'filed-differs': a
 * payment of the books, or of a file that is not registered, with another amount. 'look': only a person can tell.
 */
export const bankPlanKinds = [
  'match',
  'clabe',
  'reference',
  'unidentified',
  'deposit',
  'payout',
  'return',
  'differs',
  'filed-differs',
  'look',
] as const;
const bankPlan = z.strictObject({
  as: z.enum(bankPlanKinds),
  /** The CLABE, reference, tracking key or concept that it goes by. */
  of: text,
  /** Tracking keys under which the books have movements of its amount. */
  likely: z.array(text),
  /** The amount of the books for a payment that differs. */
  amount: amount.optional(),
});
export type BankPlan = z.output<typeof bankPlan>;

export const bankLine = z.strictObject({
  lineId: id,
  accountId: id,
  currency: financedCurrency,
  ...movement,
  state: z.enum(bankLineStates),
  cause: z.enum(bankLineCauses).nullable(),
  /** Why its booking was refused, in Spanish; null for another cause. */
  refusal: text.nullable(),
  /** The text of the movement that it resembles. */
  resembles: text.nullable(),
  /** Null for one that cannot be booked, and where it was not asked for. */
  plan: bankPlan.nullable(),
  bookedAs: z.enum(bookedAs).nullable(),
  /** Whether the books had it before. */
  wasBooked: z.boolean().nullable(),
  /** The tracking key under which the books have it. */
  bookKey: text.nullable(),
  reason: text.nullable(),
  endedBy: text.nullable(),
});
export type BankLine = z.output<typeof bankLine>;

const counts = z.strictObject({ new: z.int(), known: z.int(), resembles: z.int(), unread: z.int() });
const totals = {
  counts,
  /** Sums of the movements of the file. */
  credits: amount,
  charges: amount,
  /** Null if the bank says no balances. */
  opening: amount.nullable(),
  closing: amount.nullable(),
  /** Whether the movements lead from one balance to the other; null without balances. */
  adds: z.boolean().nullable(),
  firstDay: date.nullable(),
  lastDay: date.nullable(),
};

const bankFile = z.strictObject({
  fileId: id,
  accountId: id,
  name: text,
  broughtBy: text,
  broughtAt: instant,
  unreadReason: text.nullable(),
  ...totals,
});
export type BankFile = z.output<typeof bankFile>;

const readers = ['cobranza', 'tesoreria', 'contabilidad', 'auditor'] as const;
const bringers = ['cobranza', 'tesoreria'] as const;

export const BANK_FILES_LIMIT = 100;
/** Bytes of a file. */
export const MAX_BANK_FILE = 10 * 1024 * 1024;

export const getBank = deskRead({
  path: '/api/lender/bank',
  summary: `Lists the lender's accounts, their newest ${BANK_FILES_LIMIT} files, and all movements that are not booked.`,
  roles: readers,
  response: z.strictObject({ accounts: z.array(statementAccount), files: z.array(bankFile), open: z.array(bankLine) }),
});
export type Bank = ResponseOf<typeof getBank>;

export const getBankFile = deskRead({
  path: '/api/lender/bank/files/:fileId',
  summary: 'Each row of a file, and what became of it.',
  roles: readers,
  params: z.strictObject({ fileId: id }),
  response: z.strictObject({
    file: bankFile,
    rows: z.array(
      z.strictObject({
        row: z.int(),
        kind: z.enum(bankRowKinds),
        /** The text of a row that is no movement. */
        content: text.nullable(),
        line: bankLine.nullable(),
      }),
    ),
  }),
});
export type BankFileRows = ResponseOf<typeof getBankFile>;

const bookMovement = z.strictObject({ as: z.enum(bookedAs), key: text, on: date, amount });

/**
 * The accounts of one currency: those at STP with what STP moved, the others with the rest. The period is the one for which every account
 * has files. `bankMoved` less `booksMoved` is the total of `notInBooks`, less that of `notInBank`, and `otherDays`.
 */
const bankReconciliation = z.strictObject({
  currency: financedCurrency,
  isStp: z.boolean(),
  since: date,
  through: date,
  accounts: z.array(
    z.strictObject({
      accountId: id,
      name: text,
      lastDay: date,
      /** The last balance that a file states. */
      closing: amount.nullable(),
      /** The movements that its files lack between the balances that they state; null without balances. */
      missing: amount.nullable(),
    }),
  ),
  bankMoved: amount,
  booksMoved: amount,
  /** BANCOS at the end of the period, as far as it is of these accounts. */
  booksBalance: amount,
  notInBooks: z.strictObject({ count: z.int(), total: amount }),
  notInBank: z.strictObject({ count: z.int(), total: amount }),
  /** Movements that one side has in the period and the other side just outside it. */
  otherDays: amount,
  lines: z.array(bankLine),
  books: z.array(bookMovement),
});
export type BankReconciliation = z.output<typeof bankReconciliation>;

export const getBankReconciliation = deskRead({
  path: '/api/lender/bank/reconciliation',
  summary: 'Compares the movements of the banks with those of the books, per currency, with the list of differences.',
  roles: readers,
  isHeavy: true,
  response: z.strictObject({ data: z.array(bankReconciliation) }),
});

/** Changes an account's name and mapping, or adds an account without `accountId`. Files that were brought keep their rows. */
export const saveStatementAccount = deskWrite({
  path: '/api/lender/bank/accounts',
  summary: 'Saves an account of the lender with the columns of its bank’s files.',
  roles: ['tesoreria'],
  body: z.strictObject({ accountId: id.optional(), ...accountTerms, ...accountIdentity }),
  response: z.strictObject({ account: statementAccount }),
  errors: ['BANK_MAPPING_INVALID', 'BANK_ACCOUNT_TAKEN', 'BANK_ACCOUNT_FIXED'],
});

const unreadable = [
  'BANK_FILE_UNREADABLE',
  'BANK_FILE_EMPTY',
  'BANK_FILE_TOO_LONG',
  'BANK_FILE_OTHER_ACCOUNT',
] as const;

const bytes = {
  audience: 'operator',
  roles: bringers,
  rate: 'upload',
  consumes: 'application/octet-stream',
  maxBytes: MAX_BANK_FILE,
} as const;

export const PREVIEWED_ROWS = 200;

export const previewBankFile = route({
  method: 'PUT',
  path: '/api/lender/bank/accounts/:accountId/preview',
  summary: `Reads a file of up to ${MAX_BANK_ROWS} rows and books nothing: its sums, and its first rows of each kind.`,
  ...bytes,
  params: z.strictObject({ accountId: id }),
  response: z.strictObject({
    ...totals,
    rows: z.array(
      z.strictObject({
        row: z.int(),
        kind: z.enum(bankRowKinds),
        content: text.nullable(),
        movement: z.strictObject(movement).nullable(),
        /** The text of the movement that it resembles. */
        resembles: text.nullable(),
      }),
    ),
  }),
  errors: unreadable,
});
export type BankFilePreview = ResponseOf<typeof previewBankFile>;

/** Movements that are new become due; nothing is booked yet. */
export const bringBankFile = route({
  method: 'PUT',
  path: '/api/lender/bank/accounts/:accountId/files',
  summary:
    'Takes in a file of movements: each row becomes a movement, is one that is known, or is left out with a reason.',
  ...bytes,
  params: z.strictObject({ accountId: id }),
  query: z.strictObject({
    name: line.min(1).max(200),
    /** Why the rows that are no movement are left out. */
    unread: reason.optional(),
  }),
  response: z.strictObject({ file: bankFile }),
  errors: [...unreadable, 'BANK_ROWS_UNREAD'],
});

export const MAX_BOOKED_LINES = 50;

/**
 * Each in a transaction of its own: what cannot be booked waits with its cause. Credits are booked by `cobranza`, charges by
 * `tesoreria`; those of the other role stay as they are and are not in the answer.
 */
export const bookBankLines = route({
  method: 'POST',
  audience: 'operator',
  path: '/api/lender/bank/book',
  summary: 'Books movements of the bank as receipts or as payments of files, or finds them in the books.',
  roles: bringers,
  body: z.strictObject({ lineIds: z.array(id).min(1).max(MAX_BOOKED_LINES) }),
  response: z.strictObject({ lines: z.array(bankLine) }),
});

/** One that was decided meanwhile is refused. */
export const decideBankLine = deskWrite({
  path: '/api/lender/bank/lines/:lineId/decide',
  summary: 'Decides about a movement of the bank of which only a person can tell what it is.',
  roles: bringers,
  params: z.strictObject({ lineId: id }),
  body: z.strictObject({
    decision: z.discriminatedUnion('kind', [
      /** Another one than the one that it resembles. */
      z.strictObject({ kind: z.literal('other'), reason }),
      /** The books have it under this tracking key. */
      z.strictObject({ kind: z.literal('match'), key: line.min(1).max(30) }),
      /** The books do not have it: a receipt, or the payment of a file. The reason proposes one that needs a second person. */
      z.strictObject({ kind: z.literal('book'), reason: reason.optional() }),
      /** Books a commission of the bank. A commission above the lender's amount for a payment needs the reason and is proposed. */
      z.strictObject({ kind: z.literal('fee'), tax: z.enum(feeTaxes), reason: reason.optional() }),
      /** Reverses a movement that was wrongly booked as a commission. */
      z.strictObject({ kind: z.literal('reverse'), reason }),
      /** The books need not have it. */
      z.strictObject({ kind: z.literal('ignore'), reason }),
    ]),
  }),
  response: z.strictObject({ line: bankLine, isProposed: z.boolean() }),
  errors: [
    'BANK_LINE_DECIDED',
    'BANK_LINE_UNMATCHED',
    'ROLE_NEEDED',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
    'VALUE_DATE_IN_FUTURE',
    'PAID_BEFORE_DUE',
    'ACCOUNT_COOLING',
    'VERIFICATION_PENDING',
    'INVOICE_BLOCKED',
    'SALE_STATE_CONFLICT',
    'PAYOUT_AMOUNT_DIFFERS',
    'PAYMENT_NOT_WAITING',
    'TRANSFER_OPEN',
    'TRACKING_KEY_REUSED',
    'COLLECTION_CURRENCY_DIFFERS',
    'INVOICE_NOT_IN_CREDIT',
    'BALANCE_DUE_EXCEEDED',
  ],
});
