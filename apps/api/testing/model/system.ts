/** The real portal under the model: a client of its own for each sequence, its sessions, and the lender's settings. */
import { randomUUID } from 'node:crypto';
import type { Signer } from '@anticipa/cfdi/write';
import { dateOf } from '@anticipa/domain/calendar';
import { type MadeInvoice, makeInvoice, specAt } from '@anticipa/sandbox/cfdi-generator';
import { sweepExpired } from '../../src/modules/sales/jobs.ts';
import { newToken } from '../../src/platform/work/caller.ts';
import { anOperator } from '../builders.ts';
import { type Portal, START } from '../portal.ts';
import { type Session, sessionOn } from '../session.ts';
import { dayAt, inPesos } from './arithmetic.ts';
import { insertClient } from './client-rows.ts';
import { type Bill, creditOf, type Line, newBill, type Receiver, receiverStatus, type State } from './state.ts';

/** The client of the running sequence. Finished ones get another tax id, because only this one has a certificate. */
const ISSUER = { rfc: 'MOD150401AB9', name: 'CLIENTE DEL MODELO', regime: '601', postalCode: '64000' };
const LETTERS = 26;

const inLetters = (number: number): string =>
  [3, 2, 1, 0].map((place) => String.fromCharCode(65 + (Math.floor(number / LETTERS ** place) % LETTERS))).join('');

const LINES = [
  { product: 'BI', currency: 'MXN', limit: 30_000_000n },
  { product: 'BI', currency: 'USD', limit: 2_000_000n },
  { product: 'FB', currency: 'MXN', limit: 20_000_000n },
] as const;

const RECEIVERS = [
  { status: receiverStatus.approved, isProgramme: false },
  { status: receiverStatus.pending, isProgramme: false },
  { status: receiverStatus.approved, isProgramme: true },
];

/** Invoices that every sequence starts with, by receiver. */
const BILLS = [
  { receiver: 0, product: 'BI', currency: 'MXN', total: 11_600_000n },
  { receiver: 0, product: 'BI', currency: 'MXN', total: 9_876_543n },
  { receiver: 0, product: 'BI', currency: 'USD', total: 1_234_567n },
  { receiver: 1, product: 'BI', currency: 'MXN', total: 12_000_001n },
  { receiver: 2, product: 'FB', currency: 'MXN', total: 7_000_049n },
] as const;

const CLIENTS_TO_PLAN_FOR = 250;

export interface System {
  readonly portal: Portal;
  readonly clientId: string;
  readonly client: Session;
  readonly operator: Session;
  /** The files of uploaded invoices, by the invoice's id. */
  readonly files: Map<string, MadeInvoice>;
  /** A new sealed invoice of the client. */
  makeFile(receiver: Receiver, total: bigint): MadeInvoice;
  setReceiver(receiver: Receiver): Promise<void>;
  setLimit(line: Line): Promise<void>;
  /** Moves the clock; the sessions stay open. */
  setClock(now: number): Promise<void>;
  /** Runs the worker's jobs of every minute. */
  sweep(): Promise<void>;
  /** Raises limits that the lender has lowered below what is taken, which the invariants report. */
  finish(model: State): Promise<void>;
}

/** A sequence before its first command. */
export interface Sequence {
  readonly model: State;
  readonly real: System;
}

/** Prepares a portal for sequences, which must run one after another; each starts at the same instant. */
export async function sequencesOn(portal: Portal): Promise<() => Promise<Sequence>> {
  const sealer = await portal.pki.sealerFor(ISSUER);
  const { operatorId } = await anOperator(portal);
  let begun = 0;
  return async () => {
    begun += 1;
    // Without statistics the plans made for the first few clients would read the rows of all of them.
    if (begun === CLIENTS_TO_PLAN_FOR) await portal.db.owner.query('analyze');
    portal.clock.set(START);
    return begin(portal, { sealer, operatorId, code: inLetters(begun) });
  };
}

interface Start {
  readonly sealer: Signer;
  readonly operatorId: string;
  /** Four letters of its own. */
  readonly code: string;
}

async function begin(portal: Portal, { sealer, operatorId, code }: Start): Promise<Sequence> {
  const { db, clock } = portal;
  const [clientId, userId] = [randomUUID(), randomUUID()];
  const lines = LINES.map((line): Line => ({ ...line, creditLineId: randomUUID() }));
  const receivers = RECEIVERS.map(
    (receiver, index): Receiver => ({
      ...receiver,
      companyId: randomUUID(),
      rfc: `${code}200101AA${index}`,
      name: `RECEPTOR ${code} ${index}`,
    }),
  );
  const bills = BILLS.flatMap(({ receiver: of, ...bill }): Bill[] => {
    const receiver = receivers[of];
    if (!receiver) return [];
    const status = receiver.status === receiverStatus.approved ? 'AUTORIZADA' : 'REGISTRADO';
    const standing = { status, motive: null, rejectedOn: null } as const;
    const uuid = randomUUID().toUpperCase();
    return [newBill({ ...bill, id: randomUUID(), uuid, receiver, emittedOn: clock.today(), standing })];
  });
  const people = [
    { client: clientId, user: userId, operator: null },
    { client: null, user: null, operator: operatorId },
  ].map((person) => ({ ...person, session: randomUUID(), token: newToken() }));
  await insertClient(portal, {
    party: ISSUER,
    formerRfc: `${code}150401AB9`,
    clientId,
    userId,
    lines,
    receivers,
    bills,
    people,
  });
  const [client, operator] = people.map(({ token }) => sessionOn(portal.app, { token, cookie: null }));
  if (!client || !operator) throw new Error('no sessions');
  let made = 0;
  return {
    model: { now: START.getTime(), lines, receivers, bills, sales: [], references: [] },
    real: {
      portal,
      clientId,
      client,
      operator,
      files: new Map(),
      makeFile: (receiver, totalCents) => {
        made += 1;
        const day = dateOf(dayAt(clock.now().getTime()));
        const spec = {
          ...specAt({ issuer: ISSUER, seed: made, today: day }, 0),
          receiver: { ...ISSUER, rfc: receiver.rfc, name: receiver.name, abroad: null },
          currency: 'MXN',
          exchangeRate: null,
          paymentMethod: 'PPD' as const,
          totalCents,
          emittedOn: day,
          emittedTime: '00:00:01',
          folio: `${code}${made}`,
          uuid: randomUUID().toUpperCase(),
        };
        return makeInvoice(spec, sealer, portal.pki.stamp);
      },
      setReceiver: async ({ companyId, status }) => {
        await db.owner.query('update companies set status = $2 where company_id = $1', [companyId, status]);
      },
      setLimit: async ({ creditLineId, limit }) => {
        await db.owner.query('update credit_lines set credit_limit = $3 where client_id = $1 and credit_line_id = $2', [
          clientId,
          creditLineId,
          inPesos(limit),
        ]);
      },
      setClock: async (now) => {
        clock.set(new Date(now));
        await db.owner.query(
          `update sessions set last_used_at = $1::timestamptz, expires_at = $1::timestamptz + interval '12 hours' where session_id = any($2)`,
          [clock.now(), people.map(({ session }) => session)],
        );
      },
      sweep: async () => {
        await sweepExpired({ db: db.worker, clock, log: portal.app.log });
      },
      finish: async (model) => {
        if (model.lines.every((line) => creditOf(model, line).available >= 0n)) return;
        await db.owner.query('update credit_lines set credit_limit = held + used where client_id = $1', [clientId]);
      },
    },
  };
}
