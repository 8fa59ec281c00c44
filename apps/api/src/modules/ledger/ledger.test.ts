import { dateOf } from '@anticipa/domain/calendar';
import { authorisationLines } from '@anticipa/domain/ledger';
import { moneyOf } from '@anticipa/domain/money';
import { priceOf } from '@anticipa/domain/price';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { workIn } from '../../../testing/work.ts';
import { appendEntries, type LedgerEntry } from './commands.ts';
import { brokenChainSql } from './queries.ts';

let portal: Portal;
let entry: LedgerEntry & { readonly saleId: string };
let clientId: string;

beforeAll(async () => {
  portal = await startPortal();
  const client = await aClient(portal);
  clientId = client.clientId;
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client });
  const session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  await sellAndDeposit({ session, operator }, await someInvoices(portal, { client, user, companyId, count: 2 }));
  await sellAndDeposit({ session, operator }, await someInvoices(portal, { client, user, companyId }));
  const [documentId = ''] = await someInvoices(portal, { client, user, companyId });
  const [sale] = await requestSale(session, [documentId]);
  const terms = { interestRate: '24', advancePercent: '90', daysInYear: 360, ivaRate: '16' };
  entry = {
    event: 'authorisation',
    saleId: sale?.saleId ?? '',
    currency: 'MXN',
    valueDate: dateOf('2026-03-10'),
    lines: authorisationLines({ documentId, price: priceOf(moneyOf('116000.00', 'MXN'), 45, terms) }),
  };
});
afterAll(() => portal.close());

const broken = async (): Promise<unknown[]> => (await portal.db.owner.query(brokenChainSql)).rows;

describe('an entry', () => {
  it('an unbalanced or empty entry is refused before it is written', async () => {
    for (const lines of [entry.lines.slice(1), []]) {
      const append = portal.db.api.withTransaction({ as: 'operator' }, (executor) =>
        appendEntries(workIn(executor, portal.clock, clientId), [{ ...entry, lines }]),
      );
      await expect(append).rejects.toThrow('does not balance');
    }
  });

  it('the database refuses an unbalanced entry at commit', async () => {
    const insert = `
      with entry as (
        insert into ledger_entries (client_id, entry_number, event, sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash)
        select client_id, 5, 'authorisation', $1, currency, value_date, booked_on, recorded_at, hash, hash
        from ledger_entries where entry_number = 4 returning client_id
      )
      select 1`;
    await expect(portal.db.owner.query(insert, [entry.saleId])).rejects.toThrow('does not balance');
  });

  it.each([
    [`update ledger_entries set currency = 'USD'`],
    [`delete from ledger_entries`],
    [`update ledger_lines set debit = debit + 1`],
    [`delete from ledger_lines`],
    [`update audit set action = 'nothing'`],
    [`delete from audit`],
    [`update invoice_events set motive = null`],
    [`delete from invoice_events`],
    [`update acceptances set terms_hash = ''`],
    [`delete from sales`],
    [`delete from sale_items`],
    [`delete from invoices`],
  ])('cannot be rewritten by the portal’s roles: %s', async (statement) => {
    for (const context of [{ as: 'tenant', clientId }, { as: 'operator' }] as const) {
      const attempt = portal.db.api.withTransaction(context, (executor) => sql.raw(statement).execute(executor));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });
});

describe('the chain', () => {
  it('the database verifies a chain of four entries', async () => {
    const { rows } = await portal.db.owner.query(`select count(*)::integer as entries from ledger_entries`);
    expect(rows).toEqual([{ entries: 4 }]);
    expect(await broken()).toEqual([]);
  });

  it.each([
    ['an amount', `update ledger_lines set debit = debit + 1, credit = 0 where entry_number = 2 and debit > 0`],
    [
      'an account',
      `update ledger_lines set account = 'BANCOS' where entry_number = 1 and account = 'AFORO_POR_DEVOLVER'`,
    ],
    ['a day', `update ledger_entries set booked_on = booked_on + 1 where entry_number = 3`],
    ['an instant', `update ledger_entries set recorded_at = recorded_at + interval '1 ms' where entry_number = 3`],
    ['a line', `delete from ledger_lines where entry_number = 2 and line_number = 1`],
    ['the hash itself', `update ledger_entries set hash = sha256('x') where entry_number = 4`],
    [
      'an entry',
      `with gone as (delete from ledger_lines where entry_number = 2) delete from ledger_entries where entry_number = 2`,
    ],
  ])('reveals tampering with %s', async (_, tampering) => {
    await portal.db.owner.query('begin');
    await portal.db.owner.query(`set constraints all deferred`);
    await portal.db.owner.query(tampering);
    expect(await broken()).not.toEqual([]);
    await portal.db.owner.query('rollback');
    expect(await broken()).toEqual([]);
  });

  it('numbers and links concurrent entries', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const refused: number[] = [];
        const append = portal.db.api.withTransaction({ as: 'operator' }, async (executor) => {
          refused.push(await appendEntries(workIn(executor, portal.clock, clientId), [entry]));
          throw new Error('undo');
        });
        await expect(append).rejects.toThrow('undo');
        return refused[0];
      }),
    );
    expect(numbers).toEqual([5, 5, 5, 5, 5, 5]);
    expect(await broken()).toEqual([]);
  });
});
