/**
 * Invariants of the database, each a read-only query that lists violations. They run after every injected fault, after
 * every API test file, and with `npm run check:invariants`.
 */
import type pg from 'pg';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { ledgerInvariants } from './ledger.ts';
import { moneyInvariants } from './money.ts';
import { paymentInvariants } from './payments.ts';
import { peopleInvariants } from './people.ts';
import { recordInvariants } from './records.ts';
import { unidentifiedInvariants } from './unidentified.ts';

export interface Invariant {
  /** I1 … I18. */
  readonly id: string;
  /** The invariant as a sentence. */
  readonly statement: string;
  /** Lists violations, one per row, in a text column `found` that identifies row and client. */
  readonly sql: string;
  /** Set if it compares rows of several clients, so that it cannot be checked for one of them. */
  readonly acrossClients?: true;
  /** Set if it reads a chain of the books, which the nightly check reads in stretches. */
  readonly isOfChains?: true;
}

/** A broken invariant with its first violations. */
export interface Finding {
  readonly id: string;
  readonly statement: string;
  readonly count: number;
  readonly found: readonly string[];
}

export const invariants: readonly Invariant[] = [
  ...moneyInvariants,
  ...paymentInvariants,
  ...ledgerInvariants,
  ...unidentifiedInvariants,
  ...recordInvariants,
  ...peopleInvariants,
];

const SHOWN = 20;

/** The connection's role does not see every client's rows, so the check would prove nothing. */
export class InsufficientPrivileges extends WrongConfiguration {
  constructor() {
    super('the invariants need a role that sees every client: a superuser, or one with BYPASSRLS');
  }
}

/** Throws InsufficientPrivileges if row security hides clients from the connection's role. */
export async function requireAllClients(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ limited: boolean }>(`select row_security_active('invoices') as limited`);
  if (rows[0]?.limited !== false) throw new InsufficientPrivileges();
}

/** Checks every invariant in the client's open transaction. Empty if all hold. */
export async function findBroken(client: pg.Client): Promise<Finding[]> {
  await requireAllClients(client);
  const findings: Finding[] = [];
  for (const { id, statement, sql } of invariants) {
    const result = await client.query<{ found: string }>(sql);
    if (result.rows.length === 0) continue;
    const found = result.rows.slice(0, SHOWN).map((row) => row.found);
    findings.push({ id, statement, count: result.rows.length, found });
  }
  return findings;
}

/** Checks every invariant on one read-only snapshot. Empty if all hold. */
export async function checkInvariants(client: pg.Client): Promise<Finding[]> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await findBroken(client);
  } finally {
    await client.query('rollback');
  }
}
