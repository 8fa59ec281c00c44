// Generated from the migrated database by `npm run db:types`; a test fails when it is out of date.
import type { ColumnType } from 'kysely';
import type { ClientId } from '../work/caller.ts';

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> = ColumnType<T, never, never>;
/** Inserted as JSON text: the driver would turn an array into a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;
type Timestamp = ColumnType<Date, Date | string>;
interface AcceptancesTable {
  client_id: ClientId;
  sale_id: string;
  user_id: string;
  terms_version: string;
  terms_hash: string;
  accepted_at: Timestamp;
  address: string;
  user_agent: string;
}

interface AccountFormatsTable {
  program: 'contpaqi' | 'coi';
  levels: string;
  separator: string;
}

interface AccountPasskeysTable {
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface AccountRecoveryCodesTable {
  account_id: string;
  code_hash: Buffer;
}

interface AccountsTable {
  account_id: string;
  email: string;
  password_hash: string | null;
  has_password: GeneratedAlways<boolean>;
  must_change_password: Generated<boolean>;
  opened_at: Timestamp;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  has_second_factor: GeneratedAlways<boolean>;
  totp_step: string | null;
  passkey_challenge: string | null;
  passkey_until: Timestamp | null;
}

interface AdjustmentsTable {
  client_id: ClientId;
  adjustment_id: string;
  document_id: string;
  kind: 'recourse' | 'credit-note' | 'paid-to-client' | 'write-off' | 'withdrawal';
  amount: string;
  covered: string;
  value_date: string;
  pay_by: string | null;
  cfdi_uuid: string | null;
  reason: string;
  withdraws: string | null;
  booked_by: string;
  booked_at: Timestamp;
}

interface AlertsTable {
  alert_id: string;
  client_id: ClientId | null;
  kind:
    | 'certificate-expiry'
    | 'tax-objection'
    | 'listed-taxpayer'
    | 'invoicing-refused'
    | 'list-refused'
    | 'transfer'
    | 'related-invoice'
    | 'books-altered'
    | 'receiver-answer'
    | 'client-message';
  subject: string;
  reason: string;
  details: Generated<Json>;
  raised_at: Timestamp;
  closed_at: Timestamp | null;
  closed_by: string | null;
  closed_cause: 'paid' | 'identified' | 'sent-back' | 'ended' | null;
}

interface ApiKeysTable {
  client_id: ClientId;
  key_id: string;
  owner_id: string;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  addresses: string[];
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
  last_used_address: string | null;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
}

interface ApprovalAmountsTable {
  currency: 'MXN' | 'USD';
  per_sale: string | null;
  per_day: string | null;
  per_payment: string | null;
  payments_per_day: string | null;
  surplus_percent: Generated<string>;
}

interface ApprovalsTable {
  approval_id: string;
  change: Json;
  kind: GeneratedAlways<string>;
  client_id: GeneratedAlways<ClientId | null>;
  operator_id: GeneratedAlways<string | null>;
  reason: string;
  state: Generated<'open' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'outdated'>;
  proposed_by: string;
  proposed_at: Timestamp;
  expires_at: Timestamp | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  motive: string | null;
}

interface AssignmentNoticesTable {
  client_id: ClientId;
  company_id: string;
  notice_number: number;
  given_on: string | null;
  way: 'mail' | 'in-person' | 'notary' | 'portal' | null;
  evidence_sha256: Buffer | null;
  evidence_name: string | null;
  reason: string | null;
  recorded_by: string;
  recorded_on: string;
  recorded_at: Timestamp;
}

interface AuditTable {
  client_id: ClientId | null;
  audit_id: GeneratedAlways<string>;
  actor_kind: 'user' | 'key' | 'operator' | 'worker' | 'system';
  actor_id: string | null;
  action: string;
  subject: string;
  details: Generated<Json>;
  address: string | null;
  request_id: string | null;
  recorded_at: Timestamp;
}

interface AuditLinksTable {
  chain: string;
  link_number: string;
  audit_id: string;
  hash: Buffer;
}

interface BankAccountsTable {
  client_id: ClientId;
  product: 'BI' | 'FB';
  currency: 'MXN' | 'USD';
  bank: string;
  clabe: string;
  pays_from: Timestamp | null;
}

interface BankCallsTable {
  digest: Buffer;
  kind: 'state' | 'received';
  body: Buffer;
  sender: Generated<string>;
  received_at: Timestamp;
  tracking_key: string | null;
}

interface BankFileRowsTable {
  file_id: string;
  row_number: number;
  kind: 'new' | 'known' | 'resembles' | 'unread';
  line_id: string | null;
  content: string | null;
}

interface BankFilesTable {
  file_id: string;
  account_id: string;
  name: string;
  digest: Buffer;
  opening: string | null;
  closing: string | null;
  adds: boolean | null;
  unread_reason: string | null;
  brought_by: string;
  brought_at: Timestamp;
}

interface BankLinesTable {
  line_id: string;
  account_id: string;
  line_key: string;
  ordinal: number;
  booked_on: string;
  amount: string;
  tracking_key: string;
  reference: string;
  text: string;
  balance: string | null;
  state: 'due' | 'waiting' | 'booked' | 'ignored';
  cause: 'resembles' | 'second-person' | 'unmatched' | 'refused' | 'reversal' | null;
  resembles: string | null;
  booked_as: 'receipt' | 'deposit' | 'payout' | 'return' | 'fee' | null;
  book_key: string | null;
  was_booked: boolean | null;
  reason: string | null;
  ended_by: string | null;
  ended_at: Timestamp | null;
  refusal: string | null;
}

interface BookSumsTable {
  recorded_on: string;
  booked_on: string;
  currency: string;
  account: string;
  bank_key: string;
  is_inflow: boolean;
  debit: string;
  credit: string;
}

interface BranchesTable {
  branch: string;
  promoter_phone: string;
}

interface BrandTable {
  is_brand: Generated<boolean>;
  name: string;
  legal_name: string;
  colour: string;
  dark_colour: string | null;
  logo_id: string | null;
  privacy_url: string | null;
  privacy_text: string | null;
  support_phone: string | null;
  support_whatsapp: string | null;
  support_email: string | null;
}

interface BrandLogosTable {
  logo_id: string;
  svg: string | null;
  png: Buffer | null;
  icon: Buffer | null;
  width: number;
  height: number;
  uploaded_at: Timestamp;
}

interface CalendarLinksTable {
  client_id: ClientId;
  user_id: string;
  key_hash: Buffer;
  created_at: Timestamp;
}

interface CarriedInvoicesTable {
  carried_on: string;
  currency: 'MXN' | 'USD';
  client_id: ClientId;
  document_id: string;
  unearned: string;
}

interface CfdiRelationsTable {
  client_id: ClientId;
  uuid: string;
  kind: string;
  related_uuid: string;
  type: 'I' | 'E';
  issuer_rfc: string;
}

interface ClabeRangesTable {
  stp_company: string;
  prefix: string;
}

interface ClientEventsTable {
  client_id: ClientId;
  event_number: GeneratedAlways<string>;
  event_id: Generated<string>;
  type: string;
  object_id: string;
  object_url: string;
  happened_at: Generated<Timestamp>;
  written_by: Generated<string>;
}

interface ClientFactorsTable {
  is_rule: Generated<boolean>;
  required_from: string | null;
}

interface ClientProductsTable {
  client_id: ClientId;
  product: 'BI' | 'FB';
  authorised: boolean;
  active: boolean;
  requires_ppd: Generated<boolean>;
}

interface ClientRequestsTable {
  client_id: ClientId;
  request_id: string;
  kind: 'line' | 'account';
  product: 'BI' | 'FB';
  currency: 'MXN' | 'USD';
  amount: string | null;
  granted: string | null;
  bank: string | null;
  clabe: string | null;
  holder_rfc: string | null;
  cover: Buffer | null;
  reason: string;
  state: Generated<'open' | 'proposed' | 'approved' | 'declined' | 'withdrawn'>;
  asked_by: string;
  asked_at: Timestamp;
  approval_id: string | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  motive: string | null;
  proposed_until: Timestamp | null;
}

interface ClientViewsTable {
  view_id: string;
  session_id: string;
  client_id: ClientId;
  user_id: string;
  reason: string;
  started_at: Timestamp;
  ends_at: Timestamp;
}

interface ClientsTable {
  client_id: ClientId;
  rfc: string;
  entity_name: string;
  tax_regime: 'PF' | 'PFAE' | 'PM';
  branch: string;
  sync_allowed: Generated<boolean>;
  sat_sync_active: Generated<boolean>;
  sat_last_sync: Timestamp | null;
  sat_downloading: Generated<boolean>;
  sat_sync_at: Timestamp | null;
  last_number_of_sale: Generated<number>;
  created_at: Timestamp;
  stp_company: string | null;
  fiscal_regime: string | null;
  postal_code: string | null;
  client_state: Generated<'open' | 'closed'>;
  reads_until: Timestamp | null;
  factor_required: Generated<boolean>;
  fresh_factor_above: string | null;
}

interface ClosedHeadsTable {
  month: string;
  client_id: ClientId | null;
  entry_number: string;
  hash: Buffer;
}

interface ClosedMonthsTable {
  month: string;
  closed_by: string;
  closed_at: Timestamp;
  checks: Json;
}

interface CollectionItemsTable {
  client_id: ClientId;
  collection_id: string;
  document_id: string;
  paid_amount: string;
  late_charges: string;
  late_charges_iva: string;
  final_deposit: string;
  balance_due: string;
}

interface CollectionsTable {
  client_id: ClientId;
  collection_id: string;
  tracking_key: string;
  currency: 'MXN' | 'USD';
  amount: string;
  value_date: string;
  source: 'STP' | 'REFERENCIA';
  bank: string;
  payer: 'debtor' | 'client';
  reference_id: string | null;
  named_ids: string[] | null;
  unidentified_id: string | null;
  registered_by: string | null;
  registered_at: Timestamp;
  part: Generated<number>;
  reversed_at: Timestamp | null;
}

interface CompaniesTable {
  company_id: string;
  rfc: string;
  name: string | null;
  tax_id: string | null;
  receiver_key: string;
  status: 0 | 1 | 2 | 10 | 20 | 30;
  created_at: Timestamp;
  policy_term: number | null;
  policy_week_days: string | null;
  alias_of: string | null;
  reminders_on: Generated<boolean>;
}

interface CompanyLinksTable {
  client_id: ClientId;
  company_id: string;
  name: string;
  fb_programme: Generated<boolean>;
  created_at: Timestamp;
}

interface ComplementInstalmentsTable {
  client_id: ClientId;
  complement_id: string;
  invoice_id: string;
  form: '03' | '17';
  instalment: number;
  balance_before: string;
  active: Generated<boolean>;
}

interface ComplementLinesTable {
  client_id: ClientId;
  complement_id: string;
  invoice_id: string;
  form: string;
  document_id: string;
  iva_rate: string;
  sub_total: string;
  iva: string;
  active: Generated<boolean>;
}

interface ConfirmationAnswersTable {
  client_id: ClientId;
  confirmation_id: string;
  document_id: string;
  verdict: 'confirmed' | 'objected' | 'due-corrected';
  person: string;
  position: string;
  reason: string | null;
  due_on: string | null;
  address: string | null;
  answered_at: Timestamp;
  evidence: string;
  evidence_sha256: Buffer;
}

interface ConfirmationKeysTable {
  client_id: ClientId;
  key_hash: Buffer;
  confirmation_id: string;
}

interface ConfirmationsTable {
  client_id: ClientId;
  confirmation_id: string;
  document_id: string;
  contact_id: string;
  asked_by_kind: 'user' | 'operator';
  asked_by: string;
  asked_at: Timestamp;
  expires_at: Timestamp;
  shown: string;
  ended_at: Timestamp | null;
  asked: string | null;
}

interface ConstanciasTable {
  client_id: ClientId;
  terms_hash: string;
  requested_at: Timestamp;
  due_at: Timestamp;
  attempts: Generated<number>;
  last_error: string | null;
  orders: Generated<number>;
  provider_id: string | null;
  token: Buffer | null;
  verdict: string | null;
  chain: string | null;
  issued_at: Timestamp | null;
}

interface CostCentresTable {
  client_id: ClientId;
  cost_centre_id: string;
  rfc_payer: string;
  stp_name: string;
  clabe: string;
  stp_company: string;
  active: Generated<boolean>;
  is_main: Generated<boolean>;
  registration: Generated<'pending' | 'registered' | 'refused'>;
  registration_failure: string | null;
  created_at: Timestamp;
  company_id: string | null;
}

interface CreditHoldsTable {
  client_id: ClientId;
  sale_id: string;
  document_id: string;
  credit_line_id: string;
  amount: string;
  exchange_rate: string;
  state: 'held' | 'posted' | 'released' | 'repaid';
  company_id: string;
  face: string;
  currency: 'MXN' | 'USD';
}

interface CreditLinesTable {
  client_id: ClientId;
  credit_line_id: string;
  product: 'BI' | 'FB';
  currency: 'MXN' | 'USD';
  credit_limit: string;
  used: Generated<string>;
  held: Generated<string>;
  interest_rate: string;
  advance_percent: string;
  days_in_year: Generated<360 | 365>;
  iva_rate: Generated<string>;
  moratory_rate: string;
  early_rebate: Generated<boolean>;
  is_multi_currency: Generated<boolean>;
  valid_until: string | null;
}

interface CreditNotesTable {
  client_id: ClientId;
  credit_note_id: string;
  file_id: string;
  uuid: string;
  seal_hash: Buffer;
  issuer_rfc: string;
  serie: string | null;
  folio: string | null;
  currency: 'MXN' | 'USD' | 'EUR';
  total: string;
  emitted_on: string;
  is_cancelled: boolean;
  created_at: Timestamp;
}

interface DailyUseTable {
  client_id: ClientId;
  day: string;
  resource: string;
  used: string;
}

interface DeductionsTable {
  client_id: ClientId;
  collection_id: string;
  document_id: string;
  kind: 'credit-note' | 'fee' | 'withholding';
  amount: string;
  adjustment_id: string | null;
}

interface DemoRobotTable {
  is_robot: Generated<boolean>;
  answers: boolean;
  pays: Generated<boolean>;
  collects: Generated<boolean>;
}

interface DepositWaitsTable {
  payment_id: string;
  since: Timestamp;
  document_ids: string[];
  amount: string;
  payer: 'debtor' | 'client';
  ended_at: Timestamp | null;
  outcome: 'applied' | 'not-deposited' | 'used' | null;
}

interface DisputesTable {
  client_id: ClientId;
  document_id: string;
  dispute_number: number;
  raised_by: string;
  reason: string;
  opened_by: string;
  opened_on: string;
  opened_at: Timestamp;
  outcome: 'owed' | 'credit-note' | 'recourse' | 'mistaken' | null;
  note: string | null;
  closed_by: string | null;
  closed_on: string | null;
  closed_at: Timestamp | null;
}

interface EstimateTermsTable {
  in_force_from: string;
  stage2_from: number;
  stage3_from: number;
  percent1: string;
  percent2: string;
  percent3: string;
}

interface EstimatedMonthsTable {
  client_id: ClientId;
  month: string;
  booked_at: Timestamp;
}

interface EstimatesTable {
  client_id: ClientId;
  month: string;
  document_id: string;
  currency: 'MXN' | 'USD';
  due_date: string;
  days_late: number;
  stage: number;
  exposure: string;
  percent: string;
  estimate: string;
  estimate_moved: string;
  suspended: string;
  suspended_moved: string;
  memo: string;
}

interface ExchangeRatesTable {
  rate_date: string;
  pesos_per_dollar: string;
  source: string;
  published_at: Timestamp;
}

interface ExtensionsTable {
  client_id: ClientId;
  document_id: string;
  extension_number: number;
  due_before: string;
  due_date: string;
  interest_rate: string;
  approval_id: string;
  agreed_on: string;
  agreed_at: Timestamp;
}

interface ExtraHolidaysTable {
  holiday: string;
  name: string;
}

interface FiledPaymentsTable {
  file_id: string;
  reference: number;
  kind: 'deposit' | 'payout' | 'return';
  subject: string;
  currency: 'MXN' | 'USD';
  amount: string;
  clabe: string;
  beneficiary: string;
  concept: string;
  documents: string[];
  state: 'filed' | 'paid' | 'withdrawn';
  tracking_key: string | null;
  reason: string | null;
  ended_by: string | null;
  ended_at: Timestamp | null;
}

interface FilesTable {
  client_id: ClientId;
  file_id: string;
  file_name: string;
  file_type: string;
  size: number;
  sha256: Buffer;
  receiver_rfc: string;
  motive: string | null;
  motive_place: string | null;
  uploaded_by: string;
  created_at: Timestamp;
}

interface IdempotencyTable {
  client_id: ClientId | null;
  user_id: string | null;
  operator_id: string | null;
  owner: GeneratedAlways<string>;
  key: string;
  route: string;
  body_hash: Buffer;
  status: number;
  response: Buffer;
  created_at: Timestamp;
}

interface InterestInvoiceLinesTable {
  client_id: ClientId;
  invoice_id: string;
  document_id: string;
  position: number;
  folio: string;
  iva_rate: string;
  sub_total: string;
  iva: string;
}

interface InterestInvoicesTable {
  client_id: ClientId;
  invoice_id: string;
  product: 'BI' | 'FB';
  currency: 'MXN' | 'USD';
  month_cut: string;
  serie: string;
  folio: string;
  state: 'pending' | 'stamped' | 'issued';
  kind: 'interest' | 'late-charges' | 'commission';
  credits: string | null;
  invoice_type: GeneratedAlways<boolean>;
  substitutes: string | null;
  active: Generated<boolean>;
  cancelled_at: Timestamp | null;
  cancel_motive: '01' | '02' | '03' | '04' | null;
  cancel_state: 'requested' | 'in-process' | 'rejected' | null;
  cancel_sent_at: Timestamp | null;
  exchange_rate: string | null;
  sub_total: string;
  iva: string;
  unpaid: Generated<string>;
  emitted_at: Timestamp;
  sent_at: Timestamp | null;
  uuid: string | null;
  sha256: Buffer | null;
  issued_at: Timestamp | null;
  cancel_requested_at: Timestamp | null;
  sale_id: string | null;
}

interface InvoiceClaimsTable {
  client_id: ClientId;
  document_id: string;
  uuid: string;
  seal_hash: Buffer;
  fingerprint: Buffer | null;
  is_proven: boolean;
}

interface InvoiceEventsTable {
  client_id: ClientId;
  event_id: GeneratedAlways<string>;
  document_id: string;
  transition: string;
  from_status: number | null;
  to_status: number;
  motive: string | null;
  actor_kind: 'user' | 'key' | 'operator' | 'worker' | 'system';
  actor_id: string | null;
  happened_at: Timestamp;
}

interface InvoiceMessageFilesTable {
  client_id: ClientId;
  message_id: string;
  place: number;
  name: string;
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'text/xml';
  size: number;
  sha256: Buffer;
}

interface InvoiceMessageReadsTable {
  client_id: ClientId;
  document_id: string;
  reader_kind: 'user' | 'operator';
  reader_id: string;
  read_at: Timestamp;
}

interface InvoiceMessagesTable {
  client_id: ClientId;
  message_id: string;
  document_id: string;
  author_kind: 'user' | 'operator';
  author_id: string;
  body: string;
  is_handled: Generated<boolean>;
  written_at: Timestamp;
}

interface InvoicesTable {
  client_id: ClientId;
  document_id: string;
  file_id: string;
  company_id: string;
  product: 'BI' | 'FB';
  uuid: string;
  seal_hash: Buffer;
  fingerprint: Buffer | null;
  cfdi_version: string;
  serie: string | null;
  folio: string | null;
  folio_key: GeneratedAlways<string | null>;
  issuer_rfc: string;
  receiver_rfc: string;
  receiver_name: string;
  receiver_key: string;
  seal_tail: string;
  currency: 'MXN' | 'USD' | 'EUR';
  total: string;
  total_cents: GeneratedAlways<string>;
  cfdi_total: string;
  cfdi_iva: string | null;
  emitted_on: string;
  payment_method: 'PUE' | 'PPD' | null;
  is_synced: Generated<boolean>;
  status: 0 | 10 | 20 | 25 | 30 | 40;
  is_settled: GeneratedAlways<boolean>;
  awaits_check: GeneratedAlways<boolean>;
  motive: string | null;
  motive_by_user: Generated<boolean>;
  has_passing_motive: GeneratedAlways<boolean>;
  rejected_at: Timestamp | null;
  verification: 'verified' | 'pending';
  is_stamp_verified: boolean;
  checked_at: Timestamp | null;
  objection: string | null;
  advance_use: 'received' | 'applied' | 'paid' | null;
  purchase_order: string | null;
  purchase_order_source: 'complement' | 'addenda' | null;
  stated_term: number | null;
  due_date: string | null;
  payment_days: number | null;
  interest_rate: string | null;
  advance_percent: string | null;
  interest: string | null;
  iva: string | null;
  advance: string | null;
  aforo: string | null;
  initial_deposit: string | null;
  deposited_on: string | null;
  exchange_rate: Generated<string>;
  sale_id: string | null;
  reference_id: string | null;
  balance_reference_id: string | null;
  created_by: string;
  created_at: Timestamp;
  collection_id: string | null;
  payment_date: string | null;
  paid_amount: string | null;
  late_charges: string | null;
  late_charges_iva: string | null;
  rebate: Generated<string>;
  iva_rebate: Generated<string>;
  final_deposit: string | null;
  payout_id: string | null;
  returned_before: Generated<string>;
  written_off: Generated<string>;
}

interface KeptHeadsTable {
  client_id: ClientId | null;
  entry_number: string;
  hash: Buffer;
  kept_at: Timestamp;
}

interface LedgerEntriesTable {
  client_id: ClientId;
  entry_number: string;
  event:
    | 'authorisation'
    | 'withdrawal'
    | 'disbursement'
    | 'accrual'
    | 'accrual-reversal'
    | 'interest-invoice'
    | 'credit-note'
    | 'interest-cancellation'
    | 'late-charges-invoice'
    | 'late-charges-cancellation'
    | 'invoice-payment'
    | 'collection'
    | 'balance-payment'
    | 'late-charges'
    | 'shortfall'
    | 'early-payment'
    | 'rebate'
    | 'release'
    | 'payout'
    | 'payout-owed'
    | 'recourse'
    | 'supplier-credit'
    | 'paid-to-client'
    | 'write-off'
    | 'recovery'
    | 'opening'
    | 'forward'
    | 'estimate'
    | 'suspension'
    | 'commission';
  currency: 'MXN' | 'USD';
  value_date: string;
  booked_on: string;
  recorded_at: Timestamp;
  sale_id: string | null;
  collection_id: string | null;
  invoice_id: string | null;
  payout_id: string | null;
  shortfall_id: string | null;
  subject: GeneratedAlways<string | null>;
  previous_hash: Buffer;
  hash: Buffer;
  reverses: string | null;
  adjustment_id: string | null;
}

interface LedgerLinesTable {
  client_id: ClientId;
  entry_number: string;
  line_number: number;
  account:
    | 'CARTERA'
    | 'RECOMPRA'
    | 'AFORO_POR_DEVOLVER'
    | 'INTERES_POR_DEVENGAR'
    | 'POR_DEPOSITAR'
    | 'BANCOS'
    | 'ENTRE_DIARIOS'
    | 'CLIENTE'
    | 'IVA_POR_FACTURAR'
    | 'IVA_NO_COBRADO'
    | 'IVA_COBRADO'
    | 'INGRESO_INTERES'
    | 'RECARGOS'
    | 'RECUPERACIONES'
    | 'ESTIMACION'
    | 'DEUDORES'
    | 'APERTURA'
    | 'GASTO_ESTIMACION'
    | 'RECARGOS_SUSPENDIDOS'
    | 'RECARGOS_POR_DEVENGAR'
    | 'COMISIONES_POR_DEVENGAR'
    | 'COMISIONES';
  document_id: string;
  debit: string;
  credit: string;
}

interface LenderTable {
  is_lender: Generated<boolean>;
  rfc: string;
  name: string;
  fiscal_regime: string;
  postal_code: string;
}

interface LenderAccountsTable {
  currency: 'MXN' | 'USD';
  bank: string;
  beneficiary: string;
  clabe: string;
  account: string;
  swift: string | null;
}

interface LenderEntriesTable {
  entry_number: string;
  event: string;
  payment_id: string | null;
  currency: 'MXN' | 'USD';
  amount: string;
  debit: string;
  credit: string;
  value_date: string;
  booked_on: string;
  recorded_at: Timestamp;
  previous_hash: Buffer;
  hash: Buffer;
  reverses: string | null;
  return_id: string | null;
  line_id: string | null;
  manual_id: string | null;
  closed_month: string | null;
}

interface ListedTaxpayersTable {
  rfc: string;
  name: string;
  situation: 'definitivo' | 'presunto' | 'desvirtuado' | 'sentencia-favorable';
}

interface LoadedInvoicesTable {
  client_id: ClientId;
  sale_id: string;
  document_id: string;
  sold_on: string;
  deposited_on: string;
  total: string;
  cfdi_iva: string | null;
  deposited: string;
  discount: string;
  earned: string;
  collected: string;
  client_owes: string;
}

interface LoginAttemptsTable {
  attempt_id: GeneratedAlways<string>;
  account: string;
  address: string;
  device: Buffer | null;
  attempted_at: Timestamp;
  succeeded: boolean;
}

interface MailSenderTable {
  is_sender: Generated<boolean>;
  name: string;
  address: string;
}

interface ManualEntriesTable {
  manual_id: string;
  approval_id: string;
  evidence: string;
  reversal_id: string | null;
}

interface MonthlyStatementsTable {
  client_id: ClientId;
  month: string;
  queued_at: Timestamp;
}

interface NoticeChoicesTable {
  client_id: ClientId;
  user_id: string;
  event: string;
  portal: boolean;
  mail: 'at-once' | 'daily' | 'none';
  whatsapp: boolean;
  push: boolean;
}

interface NoticesTable {
  client_id: ClientId;
  notice_id: string;
  user_id: string;
  event:
    | 'sale-to-accept'
    | 'prepared-returned'
    | 'prepared-accepted'
    | 'prepared-withdrawn'
    | 'prepared-expired'
    | 'prepared-sold'
    | 'sale-sent'
    | 'sale-authorised'
    | 'sale-rejected'
    | 'sale-returned'
    | 'sale-deposited'
    | 'deposit-returned'
    | 'due'
    | 'overdue'
    | 'paid'
    | 'part-paid'
    | 'payment-reversed'
    | 'payout'
    | 'cfdi-issued'
    | 'contract-kept'
    | 'reference-expiring'
    | 'sync-lost'
    | 'statement'
    | 'month-package'
    | 'account-asked'
    | 'request-answered'
    | 'access-changed'
    | 'new-device'
    | 'factor-changed';
  object:
    | 'sale'
    | 'prepared-sale'
    | 'invoice'
    | 'collections'
    | 'settled'
    | 'interest-invoices'
    | 'references'
    | 'sync'
    | 'statement'
    | 'terms'
    | 'sessions'
    | 'people';
  object_id: string | null;
  label: Generated<string>;
  count: Generated<number>;
  amount: string | null;
  currency: 'MXN' | 'USD' | null;
  due_on: string | null;
  step: number | null;
  tracking_key: string | null;
  in_portal: boolean;
  in_digest: Generated<boolean>;
  once: string | null;
  created_at: Timestamp;
  read_at: Timestamp | null;
  other_amount: string | null;
  left_amount: string | null;
}

interface OfficialRatesTable {
  rate_date: string;
  pesos_per_dollar: string;
  source: string;
  fetched_at: Timestamp;
}

interface OperatorKeysTable {
  operator_id: string;
  key_hash: Buffer;
  expires_at: Timestamp;
}

interface OperatorPasskeysTable {
  operator_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface OperatorPaymentsTable {
  operator_id: string;
  paid_on: string;
  currency: 'MXN' | 'USD';
  amount: string;
}

interface OperatorRecoveryCodesTable {
  operator_id: string;
  code_hash: Buffer;
}

interface OperatorRolesTable {
  operator_id: string;
  role: 'riesgo' | 'tesoreria' | 'cobranza' | 'contabilidad' | 'soporte' | 'auditor' | 'administrador';
  granted_at: Timestamp;
}

interface OperatorsTable {
  operator_id: string;
  email: string;
  password_hash: string | null;
  has_password: GeneratedAlways<boolean>;
  first_name: string;
  last_name: string;
  active: Generated<boolean>;
  created_at: Timestamp;
  totp_secret: Buffer | null;
  totp_pending: Buffer | null;
  has_second_factor: GeneratedAlways<boolean>;
  totp_step: string | null;
  passkey_challenge: string | null;
  passkey_until: Timestamp | null;
  demo_code: string | null;
  erased_at: Timestamp | null;
}

interface OutboxTable {
  client_id: ClientId;
  outbox_id: string;
  kind: string;
  payload: Json;
  message_id: string;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
  attempts: Generated<number>;
  last_error: string | null;
  sent_to: string | null;
  claimed_until: Timestamp | null;
  given_up_at: Timestamp | null;
  bounced: Generated<boolean>;
  repeats: string | null;
  traceparent: string | null;
}

interface OutsideSystemsTable {
  system:
    | 'tax-status'
    | 'taxpayer-list'
    | 'invoice-sync'
    | 'invoicing'
    | 'mail'
    | 'payouts'
    | 'payment-proofs'
    | 'exchange-rates'
    | 'conservation'
    | 'storage'
    | 'error-reports'
    | 'base-app'
    | 'risk'
    | 'credits'
    | 'dispersions'
    | 'whatsapp'
    | 'push';
  last_success_at: Timestamp | null;
  last_failure_at: Timestamp | null;
  last_failure: string | null;
  circuit: 'closed' | 'open';
}

interface OwnAccountsTable {
  account: string;
  number: string;
}

interface PairExposuresTable {
  client_id: ClientId;
  company_id: string;
  currency: 'MXN' | 'USD';
  limit_amount: string | null;
  held: Generated<string>;
  owed: Generated<string>;
}

interface PaymentComplementsTable {
  client_id: ClientId;
  complement_id: string;
  invoice_id: string | null;
  document_id: string | null;
  serie: string;
  folio: string;
  state: 'pending' | 'issued';
  instalment: number | null;
  balance_before: string | null;
  iva_rate: string | null;
  sub_total: string | null;
  iva: string | null;
  paid_on: string;
  form: '03' | '17' | null;
  exchange_rate: string | null;
  emitted_at: Timestamp;
  sent_at: Timestamp | null;
  uuid: string | null;
  sha256: Buffer | null;
  issued_at: Timestamp | null;
  active: Generated<boolean>;
  cancelled_at: Timestamp | null;
  cancel_motive: string | null;
  cancel_state: string | null;
  cancel_sent_at: Timestamp | null;
}

interface PaymentFilesTable {
  file_id: string;
  file_number: GeneratedAlways<number>;
  layout: string;
  currency: 'MXN' | 'USD';
  payer: string;
  content: string;
  made_by: string;
  made_at: Timestamp;
}

interface PaymentHabitsTable {
  client_id: ClientId;
  company_id: string;
  payment_days: number;
  monday: boolean;
  tuesday: boolean;
  wednesday: boolean;
  thursday: boolean;
  friday: boolean;
  saved_at: Timestamp;
}

interface PaymentLayoutsTable {
  layout_id: string;
  name: string;
  currency: 'MXN' | 'USD';
  reach: 'same' | 'other' | 'any';
  separator: 'none' | 'comma' | 'semicolon' | 'bar' | 'tab';
  columns: string;
}

interface PaymentPromisesTable {
  client_id: ClientId;
  document_id: string;
  promise_number: number;
  amount: string | null;
  pay_on: string | null;
  promised_by: string | null;
  note: string | null;
  recorded_by: string;
  recorded_on: string;
  recorded_at: Timestamp;
}

interface PaymentRecallsTable {
  recall_id: string;
  client_id: ClientId | null;
  tracking_key: string;
  reason: string;
  requested_by: string;
  requested_at: Timestamp;
  outcome: 'returned' | 'not-returned' | null;
  outcome_reason: string | null;
  ended_by: string | null;
  ended_at: Timestamp | null;
}

interface PaymentReferencesTable {
  client_id: ClientId;
  reference_id: string;
  reference: string;
  currency: 'MXN' | 'USD';
  of_balance: Generated<boolean>;
  amount: string;
  late_charges: string;
  valid_until: string;
  count: number;
  state: 'live' | 'cancelled' | 'paid' | 'expired';
  created_by: string;
  created_at: Timestamp;
  cancelled_by: string | null;
  cancelled_at: Timestamp | null;
}

interface PayoutsTable {
  client_id: ClientId;
  payout_id: string;
  tracking_key: string;
  currency: 'MXN' | 'USD';
  amount: string;
  paid_on: string;
  clabe: string | null;
  confirmed_by: string;
  confirmed_at: Timestamp;
  reversed_at: Timestamp | null;
}

interface PortfolioLoadsTable {
  load_id: string;
  file_name: string;
  cut_on: string;
  rows: Json;
  state: 'checked' | 'booked' | 'withdrawn';
  checked_by: string;
  checked_at: Timestamp;
  booked_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
}

interface PreparedItemsTable {
  client_id: ClientId;
  prepared_id: string;
  document_id: string;
  position: number;
  is_waiting: Generated<boolean>;
  due_date: string;
  purchase_order: string | null;
  total: string;
  interest: string;
  deposit: string;
}

interface PreparedSalesTable {
  client_id: ClientId;
  prepared_id: string;
  state: Generated<'waiting' | 'returned' | 'accepted' | 'withdrawn' | 'expired'>;
  prepared_by: string;
  prepared_at: Timestamp;
  note: string | null;
  ended_by: string | null;
  ended_at: Timestamp | null;
  reason: string | null;
}

interface ProductsTable {
  product_id: string;
  code: 'BI' | 'FB';
  display_name: string;
  iva_regime: Generated<string>;
}

interface PushSubscriptionsTable {
  client_id: ClientId;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Timestamp;
}

interface RateCountersTable {
  bucket: string;
  window_start: Timestamp;
  hits: number;
}

interface ReceivedPollsTable {
  only_row: Generated<boolean>;
  polled_at: Timestamp;
}

interface ReceivedTransfersTable {
  transfer_id: string;
  tracking_key: string;
  operation_day: string;
  value_date: string;
  bank_id: string;
  amount: string;
  clabe: string;
  sender_bank: string;
  sender_name: string;
  concept: string;
  state: 'received' | 'booked' | 'unidentified' | 'conflicting' | 'returned' | 'refund';
  refund_of: string | null;
  found_at: Timestamp;
  sender_account: string | null;
}

interface ReceiverContactsTable {
  contact_id: string;
  company_id: string;
  name: string;
  email: string;
  phone: string | null;
  area: string | null;
  recorded_by: string;
  recorded_at: Timestamp;
}

interface ReceiverExposuresTable {
  company_id: string;
  currency: 'MXN' | 'USD';
  limit_amount: string | null;
  held: Generated<string>;
  owed: Generated<string>;
}

interface ReceiverPaymentsTable {
  company_id: string;
  month: string;
  total: string;
  weighted_days: string;
}

interface RecoveryInboxTable {
  entry_id: string;
  email: string;
  received_at: Timestamp;
}

interface RecoveryKeysTable {
  client_id: ClientId;
  key_hash: Buffer;
  request_id: string;
  expires_at: Timestamp;
}

interface RecoveryRequestsTable {
  client_id: ClientId;
  request_id: string;
  user_id: string;
  purpose: 'recovery' | 'invitation' | 'sign-in';
  requested_at: Timestamp;
  ended_at: Timestamp | null;
  used_at: Timestamp | null;
}

interface RefusedProposalsTable {
  payment_id: string;
  document_ids: string[];
  refused_by: string;
  refused_at: Timestamp;
  reason: string | null;
}

interface RehearsalTable {
  is_marked: Generated<boolean>;
  since: Timestamp;
}

interface ReminderSettingsTable {
  is_settings: Generated<boolean>;
  is_on: boolean;
  receivers_on: Generated<boolean>;
  is_decided: Generated<boolean>;
}

interface ReminderTextsTable {
  reader_text: 'client-due' | 'client-overdue' | 'receiver-due' | 'receiver-overdue';
  subject: string;
  paragraphs: string;
}

interface RemindersTable {
  client_id: ClientId;
  document_id: string;
  reader: 'client' | 'receiver';
  due_date: string;
  step: number;
  sent_on: string;
}

interface ReturnedPaymentsTable {
  return_id: string;
  client_id: ClientId | null;
  purpose: 'deposit' | 'payout' | 'return';
  sale_id: string | null;
  payout_id: string | null;
  payment_id: string | null;
  entry_number: string | null;
  tracking_key: string;
  clabe: string | null;
  currency: 'MXN' | 'USD';
  amount: string;
  reason: string;
  reference: string | null;
  returned_on: string;
  recorded_by: string | null;
  recorded_at: Timestamp;
  paid_again_at: Timestamp | null;
  went_elsewhere: Generated<boolean>;
  recovered_on: string | null;
  recovery_reference: string | null;
  days_lost: Generated<number>;
  lost_on: string | null;
  moved: string | null;
  withdrawn_on: string | null;
  paid_again_on: string | null;
  never_made: Generated<boolean>;
}

interface SaleItemsTable {
  client_id: ClientId;
  sale_id: string;
  document_id: string;
  position: number;
  state: 'held' | 'authorised' | 'rejected' | 'disbursed' | 'released';
  is_live: GeneratedAlways<boolean>;
  motive: string | null;
  note: string | null;
  previous_status: 0 | 10 | 20;
  previous_motive: string | null;
  previous_rejected_at: Timestamp | null;
  purchase_order: string | null;
  emitted_on: string;
  due_date: string;
  payment_days: number;
  interest_rate: string;
  advance_percent: string;
  days_in_year: number;
  iva_rate: string;
  total: string;
  interest: string;
  iva: string;
  aforo: string;
  advance: string;
  initial_deposit: string;
  moratory_rate: string;
  early_rebate: Generated<boolean>;
  iva_regime: Generated<string>;
  commission: Generated<string>;
  commission_iva: Generated<string>;
}

interface SaleReturnsTable {
  client_id: ClientId;
  sale_id: string;
  return_number: number;
  message: string;
  document_ids: string[];
  returned_by: string;
  returned_at: Timestamp;
  note: string | null;
  resent_by: string | null;
  resent_at: Timestamp | null;
}

interface SaleTermsTable {
  terms_id: string;
  client_id: ClientId | null;
  valid_from: string;
  place: GeneratedAlways<string>;
  iva_regime: 'devengado' | 'exento' | 'flujo';
  iva_rate: string;
  early_rebate: boolean;
  iva_on_collection: boolean;
  collected_by: 'lender' | 'client';
  with_recourse: boolean;
  approval_id: string | null;
  opening_rate: Generated<string>;
  opening_mxn: Generated<string>;
  opening_usd: Generated<string>;
}

interface SaleViewersTable {
  client_id: ClientId;
  sale_id: string;
  operator_id: string;
  seen_at: Timestamp;
}

interface SalesTable {
  client_id: ClientId;
  sale_id: string;
  number_of_sale: number;
  product: 'BI' | 'FB';
  currency: 'MXN' | 'USD';
  state: 'held' | 'quoted' | 'requested' | 'returned' | 'proposed' | 'answered' | 'disbursed' | 'cancelled' | 'expired';
  is_open: GeneratedAlways<boolean>;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  terms_version: string | null;
  terms_hash: string | null;
  contract_text: string | null;
  contract_sales: number | null;
  requested_at: Timestamp | null;
  promised_at: Timestamp | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  confirmed_by: string | null;
  disbursed_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  tracking_key: string | null;
  deposit_cents: string | null;
  clabe: string | null;
  version: Generated<number>;
  authorised_total: string | null;
  load_id: string | null;
  load_reference: string | null;
  terms_id: string | null;
  prepared_id: string | null;
  deposit_value_date: string | null;
}

interface SessionTokensTable {
  token_hash: Buffer;
  session_id: string;
  view_id: string | null;
  last_used_at: Timestamp;
}

interface SessionsTable {
  session_id: string;
  cookie_hash: Buffer;
  client_id: ClientId | null;
  user_id: string | null;
  operator_id: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  address: string;
  user_agent: string;
  factor_at: Timestamp | null;
}

interface SettledTotalsTable {
  client_id: ClientId;
  product: string;
  currency: string;
  count: number;
  total: string;
  first_emitted: string;
  first_due: string;
}

interface ShortfallsTable {
  client_id: ClientId;
  document_id: string;
  amount: string;
  closed_by: string;
  closed_at: Timestamp;
  shortfall_id: string;
  reversed_at: Timestamp | null;
}

interface StatementAccountsTable {
  account_id: string;
  name: string;
  currency: 'MXN' | 'USD';
  number: string;
  mapping: Json;
}

interface SummaryMailsTable {
  client_id: ClientId;
  sale_id: string;
  user_id: string;
  asked_at: Timestamp;
}

interface SurveyAnswersTable {
  client_id: ClientId;
  user_id: string;
  survey_id: string;
  answers: Json;
  answered_at: Timestamp;
  answer_number: GeneratedAlways<string>;
}

interface SurveyPutOffsTable {
  client_id: ClientId;
  user_id: string;
  survey_id: string;
  put_off_at: Timestamp;
}

interface SurveyQuestionsTable {
  survey_id: string;
  question_id: string;
  position: number;
  question: string;
  type: 'string' | 'text' | 'rating' | 'ratingZero';
  required: boolean;
  answer_values: Generated<string[]>;
}

interface SurveysTable {
  survey_id: string;
  title: string;
  finish_message: string | null;
  audience: Generated<'everyone' | 'administrators'>;
  product: 'BI' | 'FB' | null;
  version: Generated<number>;
  written_at: Timestamp;
  started_at: Timestamp | null;
  stopped_at: Timestamp | null;
}

interface SyncCredentialsTable {
  client_id: ClientId;
  provider_id: string | null;
  status: 10 | 20 | 30 | 40 | 50;
  submitted_by: string;
  submitted_at: Timestamp;
  expires_at: Timestamp | null;
}

interface SyncPasswordsTable {
  client_id: ClientId;
  key_id: string;
  sealed: Buffer;
  kept_at: Timestamp;
}

interface SyncRunsTable {
  client_id: ClientId;
  run_id: string;
  state: 'requested' | 'extracting' | 'importing' | 'finished' | 'failed';
  issued_from: Timestamp;
  changed_since: Timestamp | null;
  requested_at: Timestamp;
  requested_by: string | null;
  extraction_id: string | null;
  provider_id: string | null;
  cursor: string | null;
  due_at: Timestamp;
  claimed_until: Timestamp | null;
  ended_at: Timestamp | null;
  last_error: string | null;
}

interface SyncedDocumentsTable {
  client_id: ClientId;
  uuid: string;
  run_id: string;
  motive: string | null;
}

interface TaxDataTable {
  client_id: ClientId;
  place: number;
  valid_from: string;
  entity_name: string;
  fiscal_regime: string | null;
  postal_code: string | null;
  branch: string;
  approval_id: string | null;
  applied_at: Timestamp | null;
}

interface TaxpayerListCutsTable {
  cut_id: string;
  cut_on: string;
  rows: number;
  last_modified: string | null;
  imported_at: Timestamp;
  imported_by: string | null;
}

interface TermsVersionsTable {
  version: string;
  body: string;
  published_at: Timestamp;
}

interface TestCompaniesTable {
  client_id: ClientId;
  company: string;
  changed_at: Timestamp;
}

interface TransferOrderInvoicesTable {
  client_id: ClientId;
  order_id: string;
  document_id: string;
  amount: string;
}

interface TransferOrdersTable {
  client_id: ClientId | null;
  order_id: string;
  sale_id: string | null;
  attempt: number;
  state: 'ordered' | 'sent' | 'paid' | 'failed' | 'returned' | 'closed';
  tracking_key: string;
  amount: string;
  payer: string;
  clabe: string;
  beneficiary: string;
  beneficiary_sent: string;
  rfc: string;
  concept: string;
  reference: number;
  ordered_by: string;
  ordered_at: Timestamp;
  sent_at: Timestamp | null;
  resent_at: Timestamp | null;
  called_at: Timestamp | null;
  followed_at: Timestamp | null;
  bank_id: string | null;
  bank_state: string | null;
  settled_at: Timestamp | null;
  operation_day: string | null;
  holder: string | null;
  proof_tried_at: Timestamp | null;
  failure: string | null;
  purpose: Generated<'deposit' | 'payout' | 'return'>;
  payment_id: string | null;
}

interface TransferProofsTable {
  client_id: ClientId | null;
  order_id: string;
  xml: Buffer;
  pdf: Buffer;
  fetched_at: Timestamp;
}

interface UnidentifiedPaymentsTable {
  payment_id: string;
  tracking_key: string;
  currency: 'MXN' | 'USD';
  amount: string;
  value_date: string;
  source: 'STP' | 'REFERENCIA';
  bank: string;
  reference: string;
  reason: 'unknown' | 'cancelled' | 'expired' | 'paid' | 'reversed' | 'parts' | 'early' | 'double';
  state: 'waiting' | 'identified' | 'sent-back' | 'returned' | 'refund';
  registered_by: string | null;
  registered_at: Timestamp;
  return_key: string | null;
  named_ids: string[] | null;
  payer: 'debtor' | 'client' | null;
}

interface UsersTable {
  client_id: ClientId;
  user_id: string;
  email: string;
  password_hash: string | null;
  has_password: GeneratedAlways<boolean>;
  first_name: string;
  last_name: string;
  mother_surname: Generated<string>;
  is_admin: Generated<boolean>;
  active: Generated<boolean>;
  sync_allowed: Generated<boolean>;
  must_change_password: Generated<boolean>;
  created_at: Timestamp;
  phone: Generated<string>;
  mobile: Generated<string>;
  notify_initial_deposit: Generated<boolean>;
  notify_desync_sat: Generated<boolean>;
  added_by: string | null;
  erased_at: Timestamp | null;
  account_id: string | null;
  joined_at: Timestamp | null;
  entered_at: Timestamp | null;
  sale_right: Generated<'consult' | 'prepare' | 'accept'>;
  accept_up_to: string | null;
  notify_sales: Generated<boolean>;
  declined_at: Timestamp | null;
}

interface WebhookDeliveriesTable {
  client_id: ClientId;
  delivery_number: GeneratedAlways<string>;
  delivery_id: Generated<string>;
  endpoint_id: string;
  event_id: string;
  type: string;
  object_id: string;
  object_url: string;
  happened_at: Timestamp;
  is_replay: Generated<boolean>;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp | null;
  status: number | null;
  error: string | null;
  answer: string | null;
  took_ms: number | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

interface WebhookEndpointsTable {
  client_id: ClientId;
  endpoint_id: string;
  url: string;
  types: string[];
  created_by: string;
  created_at: Timestamp;
  turned_off_at: Timestamp | null;
  given_up: Generated<boolean>;
  removed_at: Timestamp | null;
  failures: Generated<number>;
  failing_since: Timestamp | null;
  retry_at: Timestamp | null;
  mode: Generated<'live' | 'test'>;
}

interface WebhookSecretsTable {
  client_id: ClientId;
  secret_id: string;
  endpoint_id: string;
  signing_secret: string;
  made_at: Timestamp;
  ends_at: Timestamp | null;
}

interface WhatsappMessagesTable {
  client_id: ClientId;
  message_id: string;
  notice_id: string;
  user_id: string;
  phone: string;
  state: 'sending' | 'unknown' | 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
  provider_id: string | null;
  reason: string | null;
  is_mailed: boolean;
  created_at: Timestamp;
  changed_at: Timestamp;
}

interface WhatsappNumbersTable {
  client_id: ClientId;
  user_id: string;
  code_hash: Buffer | null;
  code_until: Timestamp | null;
  phone: string | null;
  confirmed_at: Timestamp | null;
}

interface WhatsappTextsTable {
  id_hash: Buffer;
  heard_at: Timestamp;
}

export interface DB {
  acceptances: AcceptancesTable;
  account_formats: AccountFormatsTable;
  account_passkeys: AccountPasskeysTable;
  account_recovery_codes: AccountRecoveryCodesTable;
  accounts: AccountsTable;
  adjustments: AdjustmentsTable;
  alerts: AlertsTable;
  api_keys: ApiKeysTable;
  approval_amounts: ApprovalAmountsTable;
  approvals: ApprovalsTable;
  assignment_notices: AssignmentNoticesTable;
  audit: AuditTable;
  audit_links: AuditLinksTable;
  bank_accounts: BankAccountsTable;
  bank_calls: BankCallsTable;
  bank_file_rows: BankFileRowsTable;
  bank_files: BankFilesTable;
  bank_lines: BankLinesTable;
  book_sums: BookSumsTable;
  branches: BranchesTable;
  brand: BrandTable;
  brand_logos: BrandLogosTable;
  calendar_links: CalendarLinksTable;
  carried_invoices: CarriedInvoicesTable;
  cfdi_relations: CfdiRelationsTable;
  clabe_ranges: ClabeRangesTable;
  client_events: ClientEventsTable;
  client_factors: ClientFactorsTable;
  client_products: ClientProductsTable;
  client_requests: ClientRequestsTable;
  client_views: ClientViewsTable;
  clients: ClientsTable;
  closed_heads: ClosedHeadsTable;
  closed_months: ClosedMonthsTable;
  collection_items: CollectionItemsTable;
  collections: CollectionsTable;
  companies: CompaniesTable;
  company_links: CompanyLinksTable;
  complement_instalments: ComplementInstalmentsTable;
  complement_lines: ComplementLinesTable;
  confirmation_answers: ConfirmationAnswersTable;
  confirmation_keys: ConfirmationKeysTable;
  confirmations: ConfirmationsTable;
  constancias: ConstanciasTable;
  cost_centres: CostCentresTable;
  credit_holds: CreditHoldsTable;
  credit_lines: CreditLinesTable;
  credit_notes: CreditNotesTable;
  daily_use: DailyUseTable;
  deductions: DeductionsTable;
  demo_robot: DemoRobotTable;
  deposit_waits: DepositWaitsTable;
  disputes: DisputesTable;
  estimate_terms: EstimateTermsTable;
  estimated_months: EstimatedMonthsTable;
  estimates: EstimatesTable;
  exchange_rates: ExchangeRatesTable;
  extensions: ExtensionsTable;
  extra_holidays: ExtraHolidaysTable;
  filed_payments: FiledPaymentsTable;
  files: FilesTable;
  idempotency: IdempotencyTable;
  interest_invoice_lines: InterestInvoiceLinesTable;
  interest_invoices: InterestInvoicesTable;
  invoice_claims: InvoiceClaimsTable;
  invoice_events: InvoiceEventsTable;
  invoice_message_files: InvoiceMessageFilesTable;
  invoice_message_reads: InvoiceMessageReadsTable;
  invoice_messages: InvoiceMessagesTable;
  invoices: InvoicesTable;
  kept_heads: KeptHeadsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_lines: LedgerLinesTable;
  lender: LenderTable;
  lender_accounts: LenderAccountsTable;
  lender_entries: LenderEntriesTable;
  listed_taxpayers: ListedTaxpayersTable;
  loaded_invoices: LoadedInvoicesTable;
  login_attempts: LoginAttemptsTable;
  mail_sender: MailSenderTable;
  manual_entries: ManualEntriesTable;
  monthly_statements: MonthlyStatementsTable;
  notice_choices: NoticeChoicesTable;
  notices: NoticesTable;
  official_rates: OfficialRatesTable;
  operator_keys: OperatorKeysTable;
  operator_passkeys: OperatorPasskeysTable;
  operator_payments: OperatorPaymentsTable;
  operator_recovery_codes: OperatorRecoveryCodesTable;
  operator_roles: OperatorRolesTable;
  operators: OperatorsTable;
  outbox: OutboxTable;
  outside_systems: OutsideSystemsTable;
  own_accounts: OwnAccountsTable;
  pair_exposures: PairExposuresTable;
  payment_complements: PaymentComplementsTable;
  payment_files: PaymentFilesTable;
  payment_habits: PaymentHabitsTable;
  payment_layouts: PaymentLayoutsTable;
  payment_promises: PaymentPromisesTable;
  payment_recalls: PaymentRecallsTable;
  payment_references: PaymentReferencesTable;
  payouts: PayoutsTable;
  portfolio_loads: PortfolioLoadsTable;
  prepared_items: PreparedItemsTable;
  prepared_sales: PreparedSalesTable;
  products: ProductsTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_counters: RateCountersTable;
  received_polls: ReceivedPollsTable;
  received_transfers: ReceivedTransfersTable;
  receiver_contacts: ReceiverContactsTable;
  receiver_exposures: ReceiverExposuresTable;
  receiver_payments: ReceiverPaymentsTable;
  recovery_inbox: RecoveryInboxTable;
  recovery_keys: RecoveryKeysTable;
  recovery_requests: RecoveryRequestsTable;
  refused_proposals: RefusedProposalsTable;
  rehearsal: RehearsalTable;
  reminder_settings: ReminderSettingsTable;
  reminder_texts: ReminderTextsTable;
  reminders: RemindersTable;
  returned_payments: ReturnedPaymentsTable;
  sale_items: SaleItemsTable;
  sale_returns: SaleReturnsTable;
  sale_terms: SaleTermsTable;
  sale_viewers: SaleViewersTable;
  sales: SalesTable;
  session_tokens: SessionTokensTable;
  sessions: SessionsTable;
  settled_totals: SettledTotalsTable;
  shortfalls: ShortfallsTable;
  statement_accounts: StatementAccountsTable;
  summary_mails: SummaryMailsTable;
  survey_answers: SurveyAnswersTable;
  survey_put_offs: SurveyPutOffsTable;
  survey_questions: SurveyQuestionsTable;
  surveys: SurveysTable;
  sync_credentials: SyncCredentialsTable;
  sync_passwords: SyncPasswordsTable;
  sync_runs: SyncRunsTable;
  synced_documents: SyncedDocumentsTable;
  tax_data: TaxDataTable;
  taxpayer_list_cuts: TaxpayerListCutsTable;
  terms_versions: TermsVersionsTable;
  test_companies: TestCompaniesTable;
  transfer_order_invoices: TransferOrderInvoicesTable;
  transfer_orders: TransferOrdersTable;
  transfer_proofs: TransferProofsTable;
  unidentified_payments: UnidentifiedPaymentsTable;
  users: UsersTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_secrets: WebhookSecretsTable;
  whatsapp_messages: WhatsappMessagesTable;
  whatsapp_numbers: WhatsappNumbersTable;
  whatsapp_texts: WhatsappTextsTable;
}
