/** The rows of a sequence's client, in two statements: they are repeated for each of thousands of sequences. */
import type { DemoParty } from '@anticipa/sandbox/demo-parties';
import { tokenHash } from '../../src/platform/work/caller.ts';
import type { Portal } from '../portal.ts';
import { inPesos } from './arithmetic.ts';
import { type Bill, type Line, type Receiver, statusNumber } from './state.ts';

interface Rows {
  /** The client's tax id and name; a former client with the same tax id gets `formerRfc`. */
  readonly party: DemoParty;
  readonly formerRfc: string;
  readonly clientId: string;
  readonly userId: string;
  readonly lines: readonly Line[];
  readonly receivers: readonly Receiver[];
  readonly bills: readonly Bill[];
  readonly people: readonly {
    readonly client: string | null;
    readonly user: string | null;
    readonly operator: string | null;
    readonly session: string;
    readonly token: string;
  }[];
}

const RENAME = `
  with former as (update clients set rfc = $2 where rfc = $1 returning client_id)
  update invoices set issuer_rfc = $2 where client_id in (select client_id from former)`;

const INSERT = `
  with client as (
    insert into clients (client_id, rfc, entity_name, tax_regime, fiscal_regime, postal_code, branch, created_at)
    values ($1::uuid, $3, $4, 'PM', '601', '64000', 'MTY', $5::timestamptz)
  ), person as (
    insert into users (client_id, user_id, email, first_name, last_name, is_admin, notify_initial_deposit, created_at)
    values ($1::uuid, $2::uuid, $2::uuid::text || '@example.test', 'Ana', 'Prueba', true, false, $5::timestamptz)
  ), allowed as (
    insert into client_products (client_id, product, authorised, active)
    select $1::uuid, product, true, true from unnest(array['BI', 'FB']) as product
  ), accounts as (
    insert into bank_accounts (client_id, product, currency, bank, clabe)
    select $1::uuid, product, currency, 'Banco', '012180001234567891'
    from unnest(array['BI', 'FB']) as product, unnest(array['MXN', 'USD']) as currency
  ), lines as (
    insert into credit_lines (client_id, credit_line_id, product, currency, credit_limit, interest_rate,
      advance_percent, days_in_year, moratory_rate)
    select $1::uuid, id, product, currency, amount, 24, 90, 360, 48
    from jsonb_to_recordset($6::jsonb) as line(id uuid, product text, currency text, amount numeric)
  ), receivers as (
    insert into companies (company_id, rfc, name, receiver_key, status, created_at)
    select id, rfc, name, rfc, status, $5::timestamptz
    from jsonb_to_recordset($7::jsonb) as receiver(id uuid, rfc text, name text, status integer)
  ), linked as (
    insert into company_links (client_id, company_id, name, fb_programme, created_at)
    select $1::uuid, id, name, programme, $5::timestamptz
    from jsonb_to_recordset($7::jsonb) as receiver(id uuid, name text, programme boolean)
  ), open_sessions as (
    insert into sessions (session_id, cookie_hash, client_id, user_id, operator_id, created_at, last_used_at, expires_at,
      address, user_agent)
    select session, decode(hash, 'hex'), client, "user", operator, $5::timestamptz, $5::timestamptz,
      $5::timestamptz + interval '12 hours', '::1', ''
    from jsonb_to_recordset($8::jsonb) as opened(session uuid, hash text, client uuid, "user" uuid, operator uuid)
  ), tokens as (
    insert into session_tokens (token_hash, session_id, last_used_at)
    select decode(hash, 'hex'), session, $5::timestamptz
    from jsonb_to_recordset($8::jsonb) as opened(session uuid, hash text)
  ), bills as (
    select bill.*, gen_random_uuid() as file, receiver.rfc, receiver.name
    from jsonb_to_recordset($9::jsonb) as bill(
      id uuid, uuid text, receiver uuid, product text, currency text, total text, emitted date, status integer
    ) join jsonb_to_recordset($7::jsonb) as receiver(id uuid, rfc text, name text) on receiver.id = bill.receiver
  ), kept as (
    insert into files (client_id, file_id, file_name, file_type, size, sha256, receiver_rfc, uploaded_by, created_at)
    select $1::uuid, file, 'F.xml', 'text/xml', 1, sha256(uuid::bytea), rfc, $2::uuid, $5::timestamptz from bills
  ), invoiced as (
    insert into invoices (client_id, document_id, file_id, company_id, product, uuid, seal_hash, cfdi_version, issuer_rfc,
      receiver_rfc, receiver_name, receiver_key, seal_tail, currency, total, cfdi_total, emitted_on, payment_method, status,
      verification, is_stamp_verified, checked_at, created_by, created_at)
    select $1::uuid, id, file, receiver, product, uuid, sha256(uuid::bytea), '4.0', $3, rfc, name, rfc, 'AAAAAAA=', currency,
      total::numeric, total, emitted, 'PPD', status, 'verified', true, $5::timestamptz, $2::uuid, $5::timestamptz from bills
  ), remembered as (
    insert into invoice_events (client_id, document_id, transition, to_status, actor_kind, actor_id, happened_at)
    select $1::uuid, id, 'upload', status, 'user', $2::uuid, $5::timestamptz from bills
  )
  insert into invoice_claims (client_id, document_id, uuid, seal_hash, is_proven)
  select $1::uuid, id, uuid, sha256(uuid::bytea), true from bills`;

/** Inserts a client with credit, receivers, invoices and two open sessions. */
export async function insertClient({ db, clock }: Portal, rows: Rows): Promise<void> {
  const { party, clientId, userId, lines, receivers, bills, people } = rows;
  await db.owner.query({ name: 'rename', text: RENAME, values: [party.rfc, rows.formerRfc] });
  await db.owner.query({
    name: 'insert',
    text: INSERT,
    values: [
      ...[clientId, userId, party.rfc, party.name, clock.now()],
      ...[
        lines.map(({ creditLineId: id, product, currency, limit }) => ({
          id,
          product,
          currency,
          amount: inPesos(limit),
        })),
        receivers.map(({ companyId: id, rfc, name, status, isProgramme: programme }) => ({
          id,
          rfc,
          name,
          status,
          programme,
        })),
        people.map(({ token, ...person }) => ({ ...person, hash: tokenHash(token).toString('hex') })),
        bills.map(({ id, uuid, receiver, product, currency, total, emittedOn, standing }) => ({
          ...{ id, uuid, product, currency },
          receiver: receiver.companyId,
          total: inPesos(total),
          emitted: emittedOn,
          status: statusNumber[standing.status],
        })),
      ].map((list) => JSON.stringify(list)),
    ],
  });
}
