import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { invariants } from '../../invariants/check.ts';

let portal: Portal;
const SILENT = { smtpUrl: 'smtp://127.0.0.1:1' };

beforeAll(async () => {
  portal = await startPortal();
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client });
  const session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const invoices = () => someInvoices(portal, { client, user, companyId });
  await sellAndDeposit({ session, operator }, await invoices());
  await runCron(portal, SILENT, 'check-books');
  await sellAndDeposit({ session, operator }, await invoices());
  for (const reference of ['UNO', 'DOS', 'TRES']) {
    const body = aPayment({ reference }, { valueDate: portal.clock.today() });
    await operator.call(routes.registerCollection, { body });
  }
});
afterAll(() => portal.close());

/** Copies an entry with its lines, by SQL for what differs, with the hash that its text gives. */
const entryLike = (model: number, with_: { number?: string; after?: string; booked?: string; hash?: string }) => `
  with written as (
    insert into ledger_entries (client_id, entry_number, event, sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash)
    select (made).client_id, (made).entry_number, (made).event, (made).sale_id, (made).currency, (made).value_date, (made).booked_on,
      (made).recorded_at, (made).previous_hash, ${with_.hash ?? 'ledger_hash(made, lines)'}
    from (
      select jsonb_populate_record(entry, jsonb_build_object('event', 'withdrawal', 'entry_number', ${with_.number ?? '5'},
          'booked_on', ${with_.booked ?? 'entry.booked_on'}, 'previous_hash', previous.hash)) as made,
        (select string_agg(ledger_line_text(line), E'\\n' order by line_number) from ledger_lines line
          where line.client_id = entry.client_id and line.entry_number = entry.entry_number) as lines
      from ledger_entries entry join ledger_entries previous using (client_id)
      where entry.entry_number = ${model} and previous.entry_number = ${with_.after ?? '4'}
    ) copy returning client_id, entry_number
  )
  insert into ledger_lines select client_id, written.entry_number, line_number, account, document_id, debit, credit
  from written join ledger_lines using (client_id) where ledger_lines.entry_number = ${model}`;

const lenderEntryLike = (with_: { number?: string; after?: string; booked?: string; hash?: string }) => `
  insert into lender_entries
  select (made).* from (
    select jsonb_populate_record(made, jsonb_build_object('hash', ${with_.hash ?? 'lender_hash(made)'})) as made
    from (
      select jsonb_populate_record(entry, jsonb_build_object('event', 'send-back', 'debit', 'COBROS_POR_IDENTIFICAR', 'credit', 'POR_DEPOSITAR',
        'entry_number', ${with_.number ?? '4'}, 'booked_on', ${with_.booked ?? 'entry.booked_on'}, 'previous_hash', previous.hash)) as made
      from lender_entries entry, lender_entries previous
      where entry.entry_number = 1 and previous.entry_number = ${with_.after ?? '3'}
    ) copy
  ) hashed`;

describe('[LIB-30] the database takes only the next entry of a journal, with its hash, on its day', () => {
  const nextMonth = `(entry.booked_on + interval '1 month')::date`;
  const refused = [
    ['an entry beyond the next number', entryLike(1, { number: '7' }), 'ledger_entries_chained'],
    ['an entry under a number that was taken', entryLike(1, { number: '3', after: '2' }), 'ledger_entries_pkey'],
    ['an entry that follows an earlier one', entryLike(1, { after: '3' }), 'ledger_entries_chained'],
    ['an entry with another hash', entryLike(1, { hash: `sha256('x')` }), 'ledger_lines_hashed'],
    ['an entry booked in another month', entryLike(1, { booked: nextMonth }), 'ledger_entries_booked_on_its_day'],
    [
      'two further lines for an entry',
      `insert into ledger_lines select client_id, entry_number, line_number + 100, account, document_id, debit, credit
       from ledger_lines where entry_number = 2 and line_number <= 2`,
      'ledger_lines_hashed',
    ],
    ['an entry of the lender beyond the next number', lenderEntryLike({ number: '9' }), 'lender_entries_chained'],
    [
      'an entry of the lender under a taken number',
      lenderEntryLike({ number: '2', after: '1' }),
      'lender_entries_pkey',
    ],
    ['an entry of the lender that follows an earlier one', lenderEntryLike({ after: '1' }), 'lender_entries_chained'],
    ['an entry of the lender with another hash', lenderEntryLike({ hash: `sha256('x')` }), 'lender_entries_chained'],
    [
      'an entry of the lender in another month',
      lenderEntryLike({ booked: nextMonth }),
      'lender_entries_booked_on_its_day',
    ],
  ] as const;

  it.each(
    ['anticipa_operator', 'anticipa_worker', 'owner'].flatMap((role) =>
      refused.map(([name, statement, constraint]) => [role, name, statement, constraint] as const),
    ),
  )('%s cannot write %s', async (role, _, statement, constraint) => {
    const { owner } = portal.db;
    await owner.query('begin');
    if (role !== 'owner') await owner.query(`set local role ${role}`);
    const write = owner.query(statement).then(() => owner.query('set constraints all immediate'));
    await expect(write).rejects.toMatchObject({ constraint });
    await owner.query('rollback');
  });

  it.each([
    ['the ledger', entryLike(1, {})],
    ['the lender’s journal', lenderEntryLike({})],
  ])('the same entry is taken when nothing in it is wrong: %s', async (_, statement) => {
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(statement);
    await owner.query('set constraints all immediate');
    await owner.query('rollback');
  });
});

type Ways = readonly (readonly [name: string, found: 'that night' | 'Sunday', tampering: string])[];

/** The owner's ways to do it without a refusal: no trigger fires. */
const asReplica = `set session_replication_role = replica;`;

/** Gives the entries from a number on the hashes that their texts and predecessors have. */
const rehashed = (from: number) => `
  do $$ declare one record; before bytea; begin
    for one in select client_id, entry_number from ledger_entries where entry_number >= ${from} order by entry_number loop
      select hash into before from ledger_entries where client_id = one.client_id and entry_number = one.entry_number - 1;
      update ledger_entries set previous_hash = coalesce(before, decode(repeat('00', 32), 'hex'))
      where client_id = one.client_id and entry_number = one.entry_number;
      update ledger_entries entry set hash = ledger_hash(entry, (
        select string_agg(ledger_line_text(line), E'\n' order by line_number) from ledger_lines line
        where line.client_id = entry.client_id and line.entry_number = entry.entry_number))
      where client_id = one.client_id and entry_number = one.entry_number;
    end loop;
  end $$;`;
const lenderRehashed = (from: number) => `
  do $$ declare one bigint; begin
    for one in select entry_number from lender_entries where entry_number >= ${from} order by entry_number loop
      update lender_entries set previous_hash = coalesce(
        (select hash from lender_entries where entry_number = one - 1), decode(repeat('00', 32), 'hex')) where entry_number = one;
      update lender_entries entry set hash = lender_hash(entry) where entry_number = one;
    end loop;
  end $$;`;

/** Moves the numbers beyond one by way of free ones: rows are updated in no certain order, and each must find its number free. */
const numberedAnew = (table: string, beyond: number, by: number): string =>
  `update ${table} set entry_number = entry_number + 100 where entry_number > ${beyond};
   update ${table} set entry_number = entry_number - 100 + ${by} where entry_number > 100`;

/** Tampering of each kind with the entry at a number, and the night on which the chain shows it: that one, or the whole reading of Sunday. */
const clientWays = (at: number): Ways => [
  ['an amount', 'Sunday', `update ledger_lines set debit = debit * 2, credit = credit * 2 where entry_number = ${at}`],
  [
    'an amount, and the right hashes from there on',
    'that night',
    `update ledger_lines set debit = debit * 2, credit = credit * 2 where entry_number = ${at}; ${rehashed(at)}`,
  ],
  [
    'a removed entry',
    'Sunday',
    `delete from ledger_lines where entry_number = ${at}; delete from ledger_entries where entry_number = ${at}`,
  ],
  [
    'a removed entry, and later ones numbered and hashed anew',
    'that night',
    `delete from ledger_lines where entry_number = ${at}; delete from ledger_entries where entry_number = ${at};
     ${numberedAnew('ledger_lines', at, -1)}; ${numberedAnew('ledger_entries', at, -1)}; ${rehashed(at)}`,
  ],
  [
    'an end that was cut',
    'that night',
    `delete from ledger_lines where entry_number >= ${at}; delete from ledger_entries where entry_number >= ${at}`,
  ],
  [
    'an inserted entry, and later ones numbered and hashed anew',
    'that night',
    `${numberedAnew('ledger_lines', at - 1, 1)}; ${numberedAnew('ledger_entries', at - 1, 1)};
     insert into ledger_entries (client_id, entry_number, event, sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash)
       select client_id, ${at}, 'withdrawal', sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash
       from ledger_entries where sale_id is not null order by entry_number limit 1;
     insert into ledger_lines select client_id, ${at}, line_number, account, document_id, debit, credit
       from ledger_lines where entry_number = (select min(entry_number) from ledger_lines where entry_number <> ${at});
     ${rehashed(at)}`,
  ],
];

const lenderWays = (at: number): Ways => [
  ['an amount', 'Sunday', `update lender_entries set amount = amount * 2 where entry_number = ${at}`],
  [
    'an amount, and the right hashes from there on',
    'that night',
    `update lender_entries set amount = amount * 2 where entry_number = ${at}; ${lenderRehashed(at)}`,
  ],
  ['a removed entry', 'Sunday', `delete from lender_entries where entry_number = ${at}`],
  [
    'a removed entry, and later ones numbered and hashed anew',
    'that night',
    `delete from lender_entries where entry_number = ${at};
     ${numberedAnew('lender_entries', at, -1)}; ${lenderRehashed(at)}`,
  ],
  ['an end that was cut', 'that night', `delete from lender_entries where entry_number >= ${at}`],
  [
    'an inserted entry, and later ones numbered and hashed anew',
    'that night',
    `${numberedAnew('lender_entries', at - 1, 1)};
     insert into lender_entries select (jsonb_populate_record(entry, jsonb_build_object('event', 'send-back', 'entry_number', ${at},
         'debit', 'COBROS_POR_IDENTIFICAR', 'credit', 'POR_DEPOSITAR'))).* from lender_entries entry order by entry_number desc limit 1;
     ${lenderRehashed(at)}`,
  ],
];

const TABLES = {
  ledger_entries: `client_id, entry_number, event, currency, value_date, booked_on, recorded_at, sale_id, collection_id, invoice_id,
    payout_id, shortfall_id, adjustment_id, reverses, previous_hash, hash`,
  ledger_lines: 'client_id, entry_number, line_number, account, document_id, debit, credit',
  lender_entries: '*',
  kept_heads: '*',
} as const;

describe('[LIB-31] [LIB-32] the nightly check finds what the owner did to the books', () => {
  const WEDNESDAY = new Date('2026-03-11T08:30:00Z');
  const SUNDAY = new Date('2026-03-15T08:30:00Z');
  const kept = new Map<string, string>();
  /** Invariants that read the chains. */
  const ofChains = invariants.filter(({ isOfChains }) => isOfChains);

  const night = async (at: Date) => {
    portal.clock.set(at);
    await runCron(portal, SILENT, 'check-books');
    const { rows } = await portal.db.owner.query<{ found: string }>(
      `select details ->> 'what' as found from alerts where kind = 'books-altered'`,
    );
    return rows.map(({ found }) => found);
  };

  beforeAll(async () => {
    expect(await night(WEDNESDAY)).toEqual([]);
    for (const table of Object.keys(TABLES)) {
      const { rows } = await portal.db.owner.query<{ all: string }>(
        `select jsonb_agg(row order by row.entry_number)::text as all from ${table} row`,
      );
      kept.set(table, rows[0]?.all ?? '[]');
    }
  });

  /** As before the tampering, and without its alerts. */
  const restore = async (): Promise<void> => {
    const { owner } = portal.db;
    await owner.query(
      `${asReplica} delete from alerts; ${Object.keys(TABLES)
        .map((table) => `delete from ${table}`)
        .join('; ')}`,
    );
    for (const [table, columns] of Object.entries(TABLES)) {
      const into = columns === '*' ? table : `${table} (${columns})`;
      await owner.query(
        `insert into ${into} select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [kept.get(table)],
      );
    }
    await owner.query('set session_replication_role = default');
  };

  it('keeps the head of each chain', async () => {
    const { rows } = await portal.db.owner.query(
      `select client_id is null as "isLender", entry_number::integer as number from kept_heads order by 1, 2`,
    );
    expect(rows).toEqual([
      { isLender: false, number: 2 },
      { isLender: false, number: 4 },
      { isLender: true, number: 3 },
    ]);
    expect(await night(SUNDAY)).toEqual([]);
  });

  const chains = [
    ['a client’s ledger', clientWays, [1, 2, 4]],
    ['the lender’s journal', lenderWays, [1, 2, 3]],
  ] as const;
  it.each(
    chains.flatMap(([chain, ways, places]) =>
      places.flatMap((at) => ways(at).map(([name, found, tampering]) => [chain, at, name, found, tampering] as const)),
    ),
  )('%s, at entry %i: %s is found %s', async (_, _at, _name, found, tampering) => {
    const { owner } = portal.db;
    await owner.query(`${asReplica} ${tampering}; set session_replication_role = default`);
    const alerts = await night(found === 'Sunday' ? SUNDAY : WEDNESDAY);
    const shown: unknown[] = [];
    for (const { sql } of ofChains) shown.push(...(await owner.query(sql)).rows);
    await restore();
    expect(alerts).toEqual(expect.arrayContaining([expect.stringMatching(/^(entry|head)$/)]));
    expect(shown).not.toEqual([]);
  });
});

describe('[LIB-30] no role changes or removes what was written', () => {
  const roles = ['anticipa_tenant', 'anticipa_operator', 'anticipa_worker', 'anticipa_auth', 'anticipa_api'];
  const statements = ['ledger_entries', 'ledger_lines', 'lender_entries', 'kept_heads'].flatMap((table) => [
    `update ${table} set entry_number = entry_number + 1`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]);
  const attempt = async (statement: string, role?: string): Promise<unknown> => {
    const { owner } = portal.db;
    await owner.query('begin');
    try {
      if (role !== undefined) await owner.query(`set local role ${role}`);
      return await owner.query(statement);
    } finally {
      await owner.query('rollback');
    }
  };

  const ofSums = [
    'update book_sums set debit = 0',
    'delete from book_sums',
    'truncate book_sums',
    'update carried_invoices set unearned = 0',
    'delete from carried_invoices',
    'truncate carried_invoices',
  ];

  it.each(roles.flatMap((role) => [...statements, ...ofSums].map((statement) => [role, statement] as const)))(
    '%s: %s',
    async (role, statement) => {
      await expect(attempt(statement, role)).rejects.toThrow('permission denied');
    },
  );

  it.each(statements.filter((statement) => statement.includes('kept_heads')))('owner: %s', async (statement) => {
    await expect(attempt(statement)).rejects.toMatchObject({ constraint: 'kept_heads_stay' });
  });
});

describe('[LIB-141] sums of the books', () => {
  const found = async () => {
    const ofSums = invariants.find(({ statement }) => statement.startsWith('the sums of the books'));
    return (await portal.db.owner.query<{ found: string }>(ofSums?.sql ?? '')).rows.map((row) => row.found);
  };
  beforeAll(async () => {
    portal.clock.set(new Date('2026-03-18T08:15:00Z'));
    await runCron(portal, SILENT, 'sum-books');
  });

  it.each([
    ['an altered sum', `update book_sums set debit = debit + 1 where account = 'CARTERA'`],
    ['a key that names another bank account', `update book_sums set bank_key = bank_key || 'X' where bank_key <> ''`],
    ['a removed sum', `delete from book_sums where account = 'POR_DEPOSITAR'`],
    [
      'an added sum',
      `insert into book_sums select recorded_on - 9, booked_on, currency, account, bank_key, is_inflow, 1, 0 from book_sums limit 1`,
    ],
    ['an altered line', `update ledger_lines set debit = debit * 2, credit = credit * 2 where entry_number = 1`],
  ])('%s is found that night', async (_, tampering) => {
    const { owner } = portal.db;
    await owner.query(`${asReplica} begin; ${tampering}`);
    expect(await found()).not.toEqual([]);
    await owner.query('rollback; set session_replication_role = default');
    expect(await found()).toEqual([]);
  });

  it('they raise an alert', async () => {
    const { owner } = portal.db;
    await owner.query(`update book_sums set debit = debit + 1 where account = 'CARTERA'`);
    await runCron(portal, SILENT, 'check-books');
    const { rows } = await owner.query(
      `select details ->> 'statement' as statement from alerts where kind = 'books-altered'`,
    );
    await owner.query(`update book_sums set debit = debit - 1 where account = 'CARTERA'`);
    expect(rows).toEqual([
      { statement: 'the sums of the books are those of the lines that were recorded on their days' },
    ]);
  });

  it.each([
    ['the ledger', entryLike(1, {})],
    ['the lender’s journal', lenderEntryLike({})],
  ])('no entry is written on a day that has them: %s', async (_, statement) => {
    const { owner } = portal.db;
    await owner.query('begin');
    await expect(owner.query(statement)).rejects.toMatchObject({ constraint: 'book_sums_whole' });
    await owner.query('rollback');
  });
});
