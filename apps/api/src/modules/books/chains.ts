/** Verifies the chains of the journals in stretches, and keeps their heads. */
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';

/** A client's ledger, or null for the lender's own journal. */
export type Chain = ClientId | null;

export interface Head {
  readonly number: number;
  readonly hash: Buffer;
}

/** An entry that was altered, removed or inserted, or one that no longer has its kept hash. */
export interface Alteration {
  readonly what: 'entry' | 'head';
  readonly number: number;
}

const START: Head = { number: 0, hash: Buffer.alloc(32) };

/** Lines that one stretch reads; a single larger entry is read whole. */
const STRETCH_LINES = 20_000;

const hash = z.instanceof(Buffer);
const headRow = z.object({ number: whole, hash, isIntact: z.boolean() });

/** Entries of a chain, with what its kept heads and stretches compare. */
const entriesOf = (chain: Chain) => (chain === null ? sql`lender_entries` : sql`ledger_entries`);
const ofChain = (chain: Chain) => (chain === null ? sql`true` : sql`client_id = ${chain}`);

/** Kept heads that the chain no longer has, the first one first; and the last one that it still has. */
async function compareHeads(
  { db }: WideWork,
  chain: Chain,
): Promise<{ readonly last: Head; readonly altered: Alteration | null }> {
  const rows = await rowsOf(db, headRow)`
    with compared as (
      select kept.entry_number, kept.hash, entry.hash is not distinct from kept.hash as intact
      from kept_heads kept left join (select entry_number, hash from ${entriesOf(chain)} where ${ofChain(chain)}) entry using (entry_number)
      where kept.client_id is not distinct from ${chain}::uuid
    )
    (select entry_number::integer as number, hash, intact as "isIntact" from compared where intact order by entry_number desc limit 1)
    union all
    (select entry_number::integer, hash, intact from compared where not intact order by entry_number limit 1)`;
  const last = rows.find(({ isIntact }) => isIntact);
  const lost = rows.find(({ isIntact }) => !isIntact);
  return { last: last ?? START, altered: lost ? { what: 'head', number: lost.number } : null };
}

const stretchRow = z.object({ number: whole.nullable(), hash: hash.nullable(), broken: whole.nullable() });

const clientStretch = (client: ClientId, from: Head) => sql`
  with bound as (
    select greatest(${from.number} + 1, coalesce((
      select entry_number - 1 from ledger_lines where client_id = ${client} and entry_number > ${from.number}
      order by entry_number, line_number offset ${STRETCH_LINES} limit 1), 9223372036854775807)) as through
  ), line_texts as (
    select entry_number, string_agg(ledger_line_text(line), E'\n' order by line_number) as lines
    from ledger_lines line
    where client_id = ${client} and entry_number > ${from.number} and entry_number <= (select through from bound)
    group by entry_number
  )
  select entry_number, entry.previous_hash, entry.hash, ledger_hash(entry, lines) as right_hash
  from ledger_entries entry left join line_texts using (entry_number)
  where client_id = ${client} and entry_number > ${from.number} and entry_number <= (select through from bound)`;

const lenderStretch = (from: Head) => sql`
  select entry_number, previous_hash, hash, lender_hash(entry) as right_hash
  from lender_entries entry where entry_number > ${from.number} order by entry_number limit ${STRETCH_LINES}`;

/** Verifies what follows a verified entry, as far as one stretch goes. */
async function verifyStretch(
  { db }: WideWork,
  chain: Chain,
  from: Head,
): Promise<{ readonly head: Head | null; readonly altered: Alteration | null }> {
  const [row] = await rowsOf(db, stretchRow)`
    with stretch as (${chain === null ? lenderStretch(from) : clientStretch(chain, from)}), chained as (
      select entry_number, hash, entry_number <> ${from.number} + row_number() over (order by entry_number)
        or previous_hash <> coalesce(lag(hash) over (order by entry_number), ${from.hash}::bytea)
        or hash <> right_hash as broken
      from stretch
    )
    select (max(entry_number))::integer as number, (array_agg(hash order by entry_number desc))[1] as hash,
      (min(entry_number) filter (where broken))::integer as broken
    from chained`;
  return {
    head: row?.number != null && row.hash !== null ? { number: row.number, hash: row.hash } : null,
    altered: row?.broken != null ? { what: 'entry', number: row.broken } : null,
  };
}

/**
 * Verifies a chain after `from`, or whole. Each stretch is read in a transaction of its own and none is kept in memory. Resolves to the
 * last entry, null without any, and the first alteration.
 */
export async function verifyChain(
  read: <T>(work: (work: WideWork) => Promise<T>) => Promise<T>,
  chain: Chain,
  isWhole: boolean,
): Promise<{ readonly head: Head | null; readonly altered: readonly Alteration[] }> {
  const heads = await read((work) => compareHeads(work, chain));
  const altered = heads.altered ? [heads.altered] : [];
  let verified = isWhole ? START : heads.last;
  for (;;) {
    const from = verified;
    const stretch = await read((work) => verifyStretch(work, chain, from));
    if (stretch.head === null) return { head: from.number === 0 ? null : from, altered };
    verified = stretch.head;
    if (stretch.altered && !altered.some(({ what }) => what === 'entry')) altered.push(stretch.altered);
  }
}

/** The clients with a ledger, and the lender. */
export async function chainsOf({ db }: WideWork): Promise<Chain[]> {
  const clients = await valuesOf(db, clientIdColumn)`
    select client_id from clients
    where exists (select from ledger_entries entry where entry.client_id = clients.client_id)
      or exists (select from kept_heads kept where kept.client_id = clients.client_id)
    order by client_id`;
  return [null, ...clients];
}

/** Keeps the head of a chain, once for each entry. */
export async function keepHead({ db, at }: WideWork, client_id: Chain, { number, hash: last }: Head): Promise<void> {
  await db
    .insertInto('kept_heads')
    .values({ client_id, entry_number: String(number), hash: last, kept_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const keptRow = z.object({ number: whole, hash: z.string(), keptAt: z.date() });
/** A head as it was kept, with its hash in hexadecimal digits. */
export type KeptHead = z.output<typeof keptRow>;

/** The last head of a client's ledger that was kept until an instant; undefined if none was. */
export async function lastKeptHead(
  { db }: Pick<WideWork, 'db'>,
  chain: Chain,
  until: Date,
): Promise<KeptHead | undefined> {
  const [row] = await rowsOf(db, keptRow)`
    select entry_number::integer as number, encode(hash, 'hex') as hash, kept_at as "keptAt" from kept_heads
    where client_id is not distinct from ${chain}::uuid and kept_at <= ${until} order by entry_number desc limit 1`;
  return row;
}
