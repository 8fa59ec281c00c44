/**
 * The closed catalogue of refusals, returned and never thrown. The API maps a code's kind to an HTTP status; the texts
 * package maps the code to its Spanish text and remedy.
 */

export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'rule'
  | 'too-many'
  | 'unavailable'
  | 'upstream'
  | 'internal';

/** `retry`: whether the same request may succeed later unchanged. */
interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly retry: boolean;
}

const refusal = <K extends ErrorKind>(kind: K, retry = false) => ({ kind, retry }) as const satisfies ErrorFacts;

export const errorCatalogue = {
  // every call
  INVALID_REQUEST: refusal('malformed'),
  NO_SESSION: refusal('unauthenticated'),
  NOT_ALLOWED: refusal('forbidden'),
  ROLE_NEEDED: refusal('forbidden'),
  NOT_FOUND: refusal('not-found'),
  BODY_TOO_LARGE: refusal('too-large'),
  UNSUPPORTED_MEDIA_TYPE: refusal('unsupported-media'),
  TOO_MANY_REQUESTS: refusal('too-many', true),
  DAILY_LIMIT_REACHED: refusal('too-many'),
  SERVICE_UNAVAILABLE: refusal('unavailable', true),
  /** Another service of the lender's answered against the contract. */
  REMOTE_ANSWER_INVALID: refusal('upstream'),
  UNEXPECTED: refusal('internal', true),
  IDEMPOTENCY_KEY_REUSED: refusal('conflict'),
  REQUEST_IN_PROGRESS: refusal('conflict', true),

  // session
  WRONG_PASSWORD: refusal('unauthenticated'),
  USER_NOT_REGISTERED: refusal('unauthenticated'),
  USER_NOT_ACTIVE: refusal('unauthenticated'),
  MUST_CHANGE_PASSWORD: refusal('forbidden'),
  VIEW_READ_ONLY: refusal('forbidden'),
  CLIENT_CLOSED: refusal('forbidden'),
  RIGHT_NEEDED: refusal('forbidden'),
  API_VERSION_UNKNOWN: refusal('malformed'),
  KEY_INVALID: refusal('unauthenticated'),
  KEY_ADDRESS_REFUSED: refusal('forbidden'),
  KEY_SCOPE_MISSING: refusal('forbidden'),
  KEY_EXPIRY_PAST: refusal('rule'),
  KEY_LIMIT_REACHED: refusal('conflict'),
  WEBHOOK_URL_REFUSED: refusal('rule'),
  WEBHOOK_LIMIT_REACHED: refusal('conflict'),
  WEBHOOK_OFF: refusal('conflict'),
  SECOND_FACTOR_NEEDED: refusal('unauthenticated'),
  SECOND_FACTOR_MISSING: refusal('unauthenticated'),
  WRONG_CODE: refusal('unauthenticated'),
  NO_PASSKEY: refusal('conflict'),
  PASSKEY_REFUSED: refusal('rule'),
  AUTHENTICATOR_REFUSED: refusal('rule'),
  LAST_SECOND_FACTOR: refusal('conflict'),
  FRESH_FACTOR_NEEDED: refusal('forbidden'),
  OWN_FACTOR: refusal('conflict'),
  NO_FACTOR: refusal('conflict'),
  FACTOR_KEPT_BY_SUPPORT: refusal('conflict'),
  NO_SECOND_FACTOR_DUE: refusal('conflict'),

  // files and invoices
  PRODUCT_INACTIVE: refusal('rule'),
  INVOICE_NOT_SELLABLE: refusal('rule'),
  INVOICE_ALREADY_IN_SALE: refusal('conflict'),
  INVOICE_REJECTED: refusal('rule'),
  FILE_FIELD_FIXED: refusal('rule'),
  FILE_NAME_TAKEN: refusal('conflict'),
  INVOICE_FIELD_FIXED: refusal('rule'),
  INVOICE_FILE_MISSING: refusal('not-found'),
  INVOICE_NOT_DELETABLE: refusal('conflict'),
  INVOICE_NOT_RESTORABLE: refusal('conflict'),
  NOTHING_TO_EXPORT: refusal('rule'),
  BOOKS_INCOMPLETE: refusal('rule'),

  // receivers
  RFC_REQUIRED: refusal('rule'),
  RFC_FOREIGN: refusal('rule'),
  RFC_TOO_SHORT: refusal('rule'),
  RFC_TOO_LONG: refusal('rule'),
  RFC_INVALID: refusal('rule'),
  RAZON_SOCIAL_REQUIRED: refusal('rule'),
  PAYER_REJECTED: refusal('rule'),
  PAYERS_NOT_ACTIVATED: refusal('rule'),
  TERM_TOO_SHORT: refusal('rule'),
  TERM_NOT_A_NUMBER: refusal('rule'),
  TERM_TOO_LONG: refusal('rule'),
  NO_WEEKDAY: refusal('rule'),

  // sale
  NO_INVOICE_SELECTED: refusal('rule'),
  NO_SALE_NAMED: refusal('rule'),
  PAYMENT_DATE_MISSING: refusal('rule'),
  PAYMENT_DATE_NOT_AFTER_TODAY: refusal('rule'),
  TERM_OVER_180_DAYS: refusal('rule'),
  PAYMENT_DATE_NOT_BUSINESS_DAY: refusal('rule'),
  PURCHASE_ORDER_MISSING: refusal('rule'),
  BANK_ACCOUNT_MISSING: refusal('rule'),
  CREDIT_LINE_MISSING: refusal('rule'),
  CREDIT_LINE_ENDED: refusal('rule'),
  CREDIT_EXCEEDED: refusal('conflict'),
  RECEIVER_LIMIT_EXCEEDED: refusal('conflict'),
  EXCHANGE_RATE_MISSING: refusal('unavailable', true),
  DEPOSIT_NOT_POSITIVE: refusal('rule'),
  QUOTE_CHANGED: refusal('conflict'),
  SALE_EXPIRED: refusal('conflict'),
  SALE_STATE_CONFLICT: refusal('conflict'),
  TERMS_NOT_ACCEPTED: refusal('rule'),
  ABOVE_OWN_LIMIT: refusal('rule'),
  ALREADY_PREPARED: refusal('conflict'),
  PREPARED_SALE_ENDED: refusal('conflict'),

  // lender
  MOTIVE_MISSING: refusal('rule'),
  EVIDENCE_CHANGED: refusal('conflict'),
  INVOICE_BLOCKED: refusal('rule'),
  SALE_OVER_LINE: refusal('conflict'),
  SECOND_PERSON_NEEDED: refusal('rule'),
  VERIFICATION_PENDING: refusal('conflict', true),
  TRACKING_KEY_REUSED: refusal('conflict'),
  TRANSFER_BY_HAND: refusal('conflict'),
  TRANSFER_NOT_MISSING: refusal('conflict'),
  TRANSFER_OPEN: refusal('conflict'),
  NOTHING_TO_PAY: refusal('conflict'),
  BANK_NOT_ASKED: refusal('unavailable'),
  CLIENT_ALREADY_EXISTS: refusal('conflict'),
  CLIENT_NOT_SETTLED: refusal('rule'),
  BRANCH_UNKNOWN: refusal('rule'),
  FISCAL_REGIME_INVALID: refusal('rule'),
  PAYMENT_ORDER_COMPANY_UNKNOWN: refusal('rule'),
  NO_ROBOT: refusal('conflict'),
  PROPOSAL_PENDING: refusal('conflict'),
  ALIAS_OF_ITSELF: refusal('rule'),
  ALIAS_ABROAD_AND_DOMESTIC: refusal('rule'),
  RECEIVER_IS_ALIAS: refusal('conflict'),
  RECEIVER_HAS_ALIASES: refusal('conflict'),
  ALIAS_UNDECIDED: refusal('conflict'),
  PROPOSAL_CLOSED: refusal('conflict'),
  OWN_PROPOSAL: refusal('forbidden'),
  OWN_ACCESS: refusal('forbidden'),
  INVITATION_USED: refusal('conflict'),
  MESSAGE_REPEATED: refusal('conflict'),
  MESSAGE_NOT_ENDED: refusal('conflict'),
  MESSAGE_HAS_LINK: refusal('conflict'),
  MESSAGE_TO_PHONE: refusal('conflict'),
  NOT_YOUR_PROPOSAL: refusal('forbidden'),
  TERMS_NOT_NEW: refusal('rule'),
  COLOUR_UNREADABLE: refusal('rule'),
  PUBLIC_MAILBOX: refusal('rule'),
  TEST_MAIL_LIMIT_REACHED: refusal('too-many'),
  LOGO_UNSAFE: refusal('rule'),
  LOGO_UNREADABLE: refusal('rule'),
  LOGO_SHAPE: refusal('rule'),
  GROUND_CHANGED: refusal('conflict'),
  POLICY_CHANGED: refusal('conflict'),
  NOTHING_CHANGED: refusal('rule'),
  LINE_NOT_HIGHER: refusal('rule'),
  ACCOUNT_HOLDER_DIFFERS: refusal('rule'),
  HOLIDAY_NOT_AHEAD: refusal('rule'),
  TERMS_INCOMPLETE: refusal('rule'),
  VALIDITY_OVER: refusal('rule'),
  CLABE_INVALID: refusal('rule'),
  CLABE_BANK_UNKNOWN: refusal('rule'),
  ACCOUNT_NOT_COOLING: refusal('conflict'),
  ACCOUNT_COOLING: refusal('conflict', true),
  ACCOUNT_BLOCKED: refusal('conflict', true),
  PROOF_NOT_READY: refusal('conflict', true),
  LIST_UNREADABLE: refusal('rule'),
  LIST_INCOMPLETE: refusal('rule'),
  LIST_OLDER: refusal('conflict'),
  PAYOUT_AMOUNT_DIFFERS: refusal('rule'),
  PAYMENT_FILED: refusal('conflict'),
  PAYMENT_NOT_FILED: refusal('conflict'),
  PAYMENT_NOT_DUE: refusal('conflict'),
  PAYMENT_AMOUNT_CHANGED: refusal('conflict'),
  LAYOUT_DOES_NOT_FIT: refusal('rule'),
  LAYOUT_INVALID: refusal('rule'),
  LAYOUT_NAME_TAKEN: refusal('conflict'),
  LENDER_ACCOUNT_MISSING: refusal('rule'),
  BANK_MAPPING_INVALID: refusal('rule'),
  BANK_ACCOUNT_TAKEN: refusal('conflict'),
  BANK_ACCOUNT_FIXED: refusal('conflict'),
  BANK_FILE_UNREADABLE: refusal('rule'),
  BANK_FILE_EMPTY: refusal('rule'),
  BANK_FILE_TOO_LONG: refusal('rule'),
  BANK_FILE_OTHER_ACCOUNT: refusal('rule'),
  BANK_ROWS_UNREAD: refusal('rule'),
  BANK_LINE_DECIDED: refusal('conflict'),
  BANK_LINE_UNMATCHED: refusal('rule'),
  INVOICE_WITHOUT_PAYMENT: refusal('rule'),
  SHORTFALL_CLOSED: refusal('conflict'),
  LOAD_UNREADABLE: refusal('rule'),
  IMPORT_UNREADABLE: refusal('rule'),
  IMPORT_TOO_LONG: refusal('rule'),
  IMPORT_CHANGED: refusal('conflict'),
  LOAD_TOO_LONG: refusal('rule'),
  LOAD_TOTALS_DIFFER: refusal('rule'),
  LOAD_STATE_CONFLICT: refusal('conflict'),
  LOAD_OUTDATED: refusal('conflict'),
  LOAD_IN_USE: refusal('conflict'),
  NOT_BOUGHT_BACK: refusal('conflict'),
  CUT_NOT_OPEN: refusal('rule'),
  ALREADY_REVERSED: refusal('conflict'),
  REVERSE_LATER_FIRST: refusal('conflict'),
  MONEY_AT_BANK: refusal('rule'),
  MONEY_LEFT_BANK: refusal('rule'),
  PROMISE_IN_PAST: refusal('rule'),
  PROMISE_ABOVE_DEBT: refusal('rule'),
  PROMISE_MISSING: refusal('conflict'),
  EXTENSION_NOT_LATER: refusal('rule'),
  EXTENSION_TOO_LONG: refusal('rule'),
  REMINDER_PLACEHOLDER_UNKNOWN: refusal('rule'),
  TAX_DATA_TOO_FAR: refusal('rule'),
  SALE_TERMS_TOO_FAR: refusal('rule'),
  CONTACT_KNOWN: refusal('conflict'),
  NOTICE_IN_FUTURE: refusal('rule'),
  NOTICE_MISSING: refusal('conflict'),
  NOTICE_REASON_NEEDED: refusal('rule'),
  EVIDENCE_NEEDED: refusal('rule'),
  EVIDENCE_UNREADABLE: refusal('rule'),
  DISPUTE_OPEN: refusal('conflict'),
  DISPUTE_NOT_OPEN: refusal('conflict'),
  NOTHING_OWED_BY_RECEIVER: refusal('conflict'),
  ADJUSTMENT_EXCEEDS_DEBT: refusal('rule'),
  NOTHING_TO_WRITE_OFF: refusal('rule'),
  ADJUSTMENT_NOT_LAST: refusal('conflict'),
  CREDIT_NOTE_USED: refusal('conflict'),
  PAID_BEFORE_DEPOSIT: refusal('rule'),
  PAID_BEFORE_DUE: refusal('rule'),
  BALANCE_DUE_EXCEEDED: refusal('rule'),
  COLLECTION_CURRENCY_DIFFERS: refusal('rule'),
  VALUE_DATE_IN_FUTURE: refusal('rule'),
  PAYMENT_NOT_WAITING: refusal('conflict'),
  PAYMENT_CHANGED: refusal('conflict'),
  PAYMENT_LEFT_EXCEEDED: refusal('rule'),
  PAYMENTS_CHANGED: refusal('conflict'),
  PAYMENT_RECALLED: refusal('conflict'),
  PAYMENT_NOT_MADE: refusal('conflict'),
  PAYMENT_DIFFERS: refusal('conflict'),
  PAYMENT_OWED: refusal('conflict'),
  PAYMENT_CONFIRMED: refusal('conflict'),
  PAYMENT_ORDERED: refusal('conflict'),
  PAYMENT_USED: refusal('conflict'),

  // month cut
  MONTH_NOT_OVER: refusal('rule'),
  MONTH_NOT_NEXT: refusal('conflict'),
  CLOSE_CHECKS_OPEN: refusal('rule'),
  CLOSE_CHANGED: refusal('conflict'),
  BOOKS_DAY_CLOSED: refusal('rule'),
  FISCAL_DATA_MISSING: refusal('rule'),
  INTEREST_INVOICE_CREDITED: refusal('conflict'),
  CANCELLATION_PENDING: refusal('conflict', true),
  CANCELLATION_REJECTED: refusal('conflict'),
  INVOICING_NOT_CONFIGURED: refusal('unavailable'),

  // payment references
  REFERENCE_WITHOUT_INVOICES: refusal('rule'),
  REFERENCE_MIXED_CURRENCIES: refusal('rule'),
  INVOICE_NOT_IN_CREDIT: refusal('rule'),
  INVOICE_ALREADY_REFERENCED: refusal('conflict'),
  INVOICE_PAID_AUTOMATICALLY: refusal('rule'),
  REFERENCE_DAY_OUT_OF_RANGE: refusal('rule'),
  REFERENCE_NOT_CANCELLABLE: refusal('conflict'),
  NO_PAYMENT_REFERENCE_ID: refusal('malformed'),
  PAYMENT_REFERENCE_RECORD_NOT_FOUND: refusal('not-found'),
  ERROR_GENERATING_PAYMENT_REFERENCE: refusal('unavailable', true),
  ERROR_GENERATING_REFERENCE: refusal('unavailable', true),
  ERROR_CREATING_OR_GETTING_RECORD: refusal('not-found'),

  // people
  INVALID_EMAIL: refusal('rule'),
  EMAIL_ALREADY_REGISTERED: refusal('conflict'),
  NAME_REQUIRED: refusal('rule'),
  NAME_INVALID: refusal('rule'),
  PHONE_INVALID: refusal('rule'),
  USER_LIMIT_REACHED: refusal('rule'),
  AT_LEAST_ONE_ADMIN_IS_REQUIRED: refusal('conflict'),
  AT_LEAST_ONE_SELLER_IS_REQUIRED: refusal('conflict'),
  OWN_SALE_RIGHT: refusal('forbidden'),
  ACCEPT_UP_TO_INVALID: refusal('rule'),
  CANT_CREATE_USER: refusal('unavailable', true),
  CANT_UPDATE_USER: refusal('unavailable', true),
  ERROR_GETTING_USER: refusal('unavailable', true),
  CANT_FIND_CLIENT: refusal('not-found'),
  INVALID_KEY: refusal('rule'),
  MESSAGE_FILE_REFUSED: refusal('rule'),
  CONFIRMATION_LINK_INVALID: refusal('rule'),
  CONFIRMATION_ANSWERED: refusal('conflict'),
  CONFIRMATION_DAY_REFUSED: refusal('rule'),
  CONFIRMATION_ASKED: refusal('conflict'),
  CONFIRMATION_NO_CONTACT: refusal('rule'),
  CONFIRMATION_NOT_OPEN: refusal('rule'),
  PASSWORD_NOT_ACCEPTED: refusal('rule'),
  PASSWORD_TOO_COMMON: refusal('rule'),
  PASSWORD_UNCHANGED: refusal('rule'),
  RECOVER_PASS_ERROR: refusal('unavailable', true),

  // tax-authority sync
  CIEC_WRONG: refusal('rule'),
  EFIRMA_FOREIGN: refusal('rule'),
  EFIRMA_UNMATCHED: refusal('rule'),
  EFIRMA_EXPIRED: refusal('rule'),
  EFIRMA_REFUSED: refusal('rule'),
  CIEC_NOT_VALID: refusal('conflict'),
  SYNC_FAILED: refusal('unavailable', true),
  SYNC_DOWNLOADING: refusal('conflict', true),
  SYNC_INACTIVE: refusal('conflict'),

  // notices
  NOTICE_LOCKED: refusal('rule'),
  WHATSAPP_OFF: refusal('rule'),
  PUSH_OFF: refusal('rule'),

  // surveys
  SURVEY_INCOMPLETE: refusal('rule'),
  SURVEY_ALREADY_ANSWERED: refusal('conflict'),
  SURVEY_CHANGED: refusal('conflict'),
  SURVEY_NOT_RUNNING: refusal('conflict'),
  SURVEY_STARTED: refusal('conflict'),
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A failed item of an all-or-nothing call: its path (an invoice id or a field path) and the reason. */
export interface Failure {
  readonly path: string;
  readonly code: ErrorCode;
  /** The server's figure, where the request's differs. */
  readonly expected?: string;
}

/** A refused command. `failures` lists every failed item so the user can fix them all at once. */
export interface Refused {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly failures: readonly Failure[];
}

export interface Done<T> {
  readonly ok: true;
  readonly value: T;
}

export type Outcome<T> = Done<T> | Refused;

/** A successful outcome. */
export const done = <T>(value: T): Done<T> => ({ ok: true, value });

/** A refusal. Returned, not thrown; it rolls the transaction back. */
export const refuse = (code: ErrorCode, failures: readonly Failure[] = []): Refused => ({ ok: false, code, failures });

/** Refuses items or fields for the same reason. */
export const refuseEach = (code: ErrorCode, paths: readonly string[]): Refused =>
  refuse(
    code,
    paths.map((path) => ({ path, code })),
  );
