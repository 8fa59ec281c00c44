/**
 * What must hold in the database whatever happened to the portal, each as one read-only query that lists what breaks it.
 * Run after every fault, after every API test file, and by `npm run check:invariants`.
 */
import type pg from 'pg';
import { moneyInvariants } from './money.ts';
import { paymentInvariants } from './payments.ts';
import { peopleInvariants } from './people.ts';
import { recordInvariants } from './records.ts';

export interface Invariant {
  /** I1 … I16. */
  readonly id: string;
  /** What holds, as a sentence. */
  readonly statement: string;
  /** Lists what breaks it: one row each, one text column `found` that says what and whose. */
  readonly sql: string;
}

/** A broken invariant with the first rows that break it. */
export interface Finding {
  readonly id: string;
  readonly statement: string;
  readonly count: number;
  readonly found: readonly string[];
}

export const invariants: readonly Invariant[] = [
  ...moneyInvariants,
  ...paymentInvariants,
  ...recordInvariants,
  ...peopleInvariants,
];

const SHOWN = 20;

/** The connection's role does not see every client's rows: a silent check would prove nothing. */
export class CannotSeeEverything extends Error {
  constructor() {
    super('the invariants need a role that sees every client: a superuser, or one with BYPASSRLS');
    this.name = 'CannotSeeEverything';
  }
}

/** Checks every invariant in the transaction that is open on the client. Empty when all of them hold. */
export async function findBroken(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ limited: boolean }>(`select row_security_active('invoices') as limited`);
  if (rows[0]?.limited !== false) throw new CannotSeeEverything();
  const findings: Finding[] = [];
  for (const { id, statement, sql } of invariants) {
    const result = await client.query<{ found: string }>(sql);
    if (result.rows.length === 0) continue;
    const found = result.rows.slice(0, SHOWN).map((row) => row.found);
    findings.push({ id, statement, count: result.rows.length, found });
  }
  return findings;
}

/** Checks every invariant on one moment of the database and changes nothing. Empty when all of them hold. */
export async function checkInvariants(client: pg.Client): Promise<Finding[]> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await findBroken(client);
  } finally {
    await client.query('rollback');
  }
}
