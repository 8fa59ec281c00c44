import { randomUUID } from 'node:crypto';
import type { Message } from '@anticipa/contract/outbox';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import { traceparent } from '../trace/trace.ts';
import type { Work } from '../work/work.ts';
import type { Mail } from './mail-template.ts';

/** Messages by kind, with their ids; the worker reads all other data at delivery. */
export interface MessagePayloads {
  /** The summary of requested sales, to a user of the client. */
  readonly 'sale-summary': { readonly saleIds: readonly string[]; readonly userId: string };
  /** The deposit of a sale, to a user of the client who subscribed. */
  readonly 'sale-deposit': { readonly saleId: string; readonly userId: string };
  /** A deposit that came back, named by its tracking key, to a user of the client who subscribed. */
  readonly 'sale-deposit-returned': { readonly saleId: string; readonly trackingKey: string; readonly userId: string };
  /** A sale to correct, to its seller or an administrator of the client. */
  readonly 'sale-returned': { readonly saleId: string; readonly returnNumber: number; readonly userId: string };
  /** A sale just sent to the lender, to an administrator of the client who subscribed. */
  readonly 'sale-sent': { readonly saleIds: readonly string[]; readonly userId: string };
  /** A prepared sale, to a person of the client who may accept it. */
  readonly 'sale-prepared': { readonly preparedId: string; readonly userId: string };
  /** A prepared sale that was returned, to its preparer. */
  readonly 'sale-prepared-returned': { readonly preparedId: string; readonly userId: string };
  /** A cancelled payment reference, to the user who made or who cancelled it. */
  readonly 'reference-cancelled': { readonly referenceId: string; readonly userId: string };
  /** The link to set a password, for a recovery or an invitation. */
  readonly 'recovery-link': { readonly requestId: string };
  readonly 'password-changed': { readonly userId: string };
  /** A sign-in from a new device. */
  readonly 'new-device': { readonly sessionId: string };
  /** A key for a program, to an administrator of the client. */
  readonly 'key-created': { readonly keyId: string; readonly userId: string };
  /** An endpoint that did not answer for days and was turned off, to an administrator of the client. */
  readonly 'webhook-off': { readonly endpointId: string; readonly userId: string };
  /** Endpoints of a person who lost access, to another administrator of the client. A trigger queues it. */
  readonly 'webhook-maker-left': { readonly makerId: string; readonly userId: string };
  /** A change of a user's second factor. */
  readonly 'invitation-declined': { readonly userId: string; readonly addedBy: string };
  readonly 'factor-changed': { readonly userId: string; readonly change: string };
  /** The tax authority's objection to a sold invoice, to a user of the client. */
  readonly 'invoice-objection': {
    readonly documentId: string;
    readonly motive: RejectionMotive;
    readonly userId: string;
  };
  /** A recourse, or another change of the debt of an invoice, to an administrator of the client. */
  readonly 'invoice-adjusted': { readonly adjustmentId: string; readonly userId: string };
  /** The tax authority no longer accepts the client's password, to a user who subscribed. */
  readonly desync: { readonly userId: string };
  /** A new account for deposits, to an administrator of the client. */
  readonly 'account-changed': { readonly proposalId: string; readonly userId: string };
  /** A later due date of an invoice in credit, to an administrator of the client. */
  readonly 'invoice-extended': { readonly approvalId: string; readonly userId: string };
  /** Invoices that are due soon or overdue, to an administrator of the client; `on` is the day of the reminder. */
  readonly 'payment-reminder': {
    readonly userId: string;
    readonly on: string;
    readonly documentIds: readonly string[];
  };
  /** Invoices of a receiver, from several clients, to one of its contacts. The message belongs to the client of the first one. */
  readonly 'receiver-reminder': {
    readonly contactId: string;
    readonly on: string;
    readonly invoices: readonly { readonly clientId: string; readonly documentId: string }[];
  };
  /** The end of the business with the client, or its reopening, to an administrator of the client. */
  readonly 'client-closed': { readonly userId: string };
  readonly 'client-reopened': { readonly userId: string };
  /** A payer's CLABE and its debt for invoices, to the address that a user of the client typed. */
  readonly 'payer-clabe': { readonly documentIds: readonly string[]; readonly email: string };
  /** The question whether it owes an invoice, to a person of its receiver. */
  readonly 'invoice-confirmation': { readonly confirmationId: string };
  /** A message of the lender about an invoice, to a user of the client. */
  readonly 'invoice-message': { readonly messageId: string; readonly userId: string };
  /** The answer of the receiver, to an administrator of the client. */
  readonly 'confirmation-answered': { readonly confirmationId: string; readonly userId: string };
  /** A notice to a user of the client; `isInstead` if it did not reach the person's WhatsApp. */
  readonly notice: { readonly noticeId: string; readonly userId: string; readonly isInstead?: boolean };
  /** A notice to the phone of a user of the client; `isMailed` if it goes by mail too. */
  readonly whatsapp: { readonly noticeId: string; readonly userId: string; readonly isMailed: boolean };
  /** A notice to the browsers of a user of the client. */
  readonly push: { readonly noticeId: string; readonly userId: string };
  /** The notices of a day, to a user of the client who wants them in one mail. */
  readonly 'notice-digest': { readonly userId: string; readonly noticeIds: readonly string[] };
  /** The account statement of a period as it was at an instant, to a user of the client. */
  readonly statement: { readonly userId: string; readonly from: string; readonly to: string; readonly knownAt: string };
}

export type MessageKind = Message['kind'];

/** Kinds that leave as a mail. */
export type MailKind = Exclude<MessageKind, 'whatsapp' | 'push'>;

/** Composes the mail of a message at each attempt, in the worker's transaction; null if it is obsolete. */
export type MailMaker = (work: Work, payload: unknown) => Promise<Mail | null>;

/** Queues a message for the worker in the current transaction. Returns its id. */
export async function putMessage<K extends MessageKind>(
  work: Work,
  kind: K,
  payload: MessagePayloads[K],
): Promise<string> {
  const row = { ...newRow(work), kind, payload: JSON.stringify(payload) };
  await work.db.insertInto('outbox').values(row).execute();
  return row.outbox_id;
}

/** Queues a copy of a message under a new id, which no mail server has seen. Returns its id. */
export async function copyMessage(work: Work, original: string): Promise<string> {
  const { client_id, outbox_id, message_id, created_at, traceparent: trace } = newRow(work);
  await sql`
    insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at, traceparent, repeats)
    select client_id, ${outbox_id}, kind, payload, ${message_id}, ${created_at}, ${trace}, outbox_id
    from outbox where client_id = ${client_id} and outbox_id = ${original}`.execute(work.db);
  return outbox_id;
}

const newRow = ({ tenant, at }: Work) => {
  const outboxId = randomUUID();
  return {
    client_id: tenant,
    outbox_id: outboxId,
    // Sent by programs of the version before; the mail's own id has the sender's domain.
    message_id: `<${outboxId}@outbox>`,
    created_at: at,
    traceparent: traceparent(),
  };
};
