import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { pesosOf, type StatementMonths, startStatementMonths } from '../../../testing/statement-months.ts';

let months: StatementMonths;

beforeAll(async () => {
  months = await startStatementMonths();
});
afterAll(() => months.mailed.close());

it('[MOV-06] the statement has the account that each transfer went to, and what paid the interest invoices', async () => {
  const { currencies } = await months.statement('2026-03-01', '2026-05-11');
  const { rows } = await months.mailed.portal.db.owner.query<{ clabe: string; currency: string }>(
    `select clabe, currency from bank_accounts where client_id = $1 and product = 'BI' order by currency`,
    [months.seller.client.clientId],
  );
  expect(rows.map(({ currency }) => currency)).toEqual(['MXN', 'USD']);
  const accounts = Object.fromEntries(rows.map(({ currency, clabe }) => [currency, clabe]));
  for (const { currency, transfers } of currencies) {
    expect(transfers.length).toBeGreaterThan(0);
    expect(new Set(transfers.map(({ clabe }) => clabe))).toEqual(new Set([accounts[currency]]));
  }
  const dollars = currencies.find(({ currency }) => currency === 'USD');
  const contained = dollars?.collections.map((each) => [each.amount, each.containedIva].join(' '));
  expect(contained?.toSorted()).toEqual(['1000.00 137.93', '9000.00 1241.38']);
  const issued = pesosOf(await months.statement('2026-05-01', '2026-05-11')).interestInvoices;
  expect(issued.map(({ paidOn, complements }) => ({ paidOn, complements }))).toEqual(
    issued.map(() => ({ paidOn: null, complements: [] })),
  );
});

it('[MOV-06] the statement has the deposits of sales in their month, and the invoices until the month of their payment', async () => {
  expect(pesosOf(await months.statement('2026-03-01', '2026-03-31')).transfers).toMatchObject([
    { date: '2026-03-10', concept: 'Depósito de la venta 1', amount: '201840.00' },
  ]);
  expect(pesosOf(await months.statement('2026-05-01', '2026-05-31')).invoices).toMatchObject([
    { collected: '116000.00', owed: '0.00', daysOverdue: 0 },
  ]);
});

it('[MOV-06] says which late charges a month leaves to come', async () => {
  const toCome = async (...[from, to]: [string, string]) => pesosOf(await months.statement(from, to)).recargosToCome;
  // Late charges on 116,000.00 since 24 April.
  expect(await toCome('2026-04-01', '2026-04-30')).toBe('928.00');
  expect(await toCome('2026-05-01', '2026-05-31')).toBe('0.00');
});

it('[DIN-57] the desk lists the transfers to a client and the payments of its invoices and of a receiver, newest first', async () => {
  const { portal } = months.mailed;
  const operator = await portal.signIn((await anOperator(portal, { roles: ['cobranza'] })).email);
  const params = { clientId: months.seller.client.clientId };
  const made = await operator.call(routes.listClientTransfers, { params, query: {} });
  const shown = made.data.map((row) =>
    [row.on, row.purpose, row.numberOfSale, row.amount, row.currency, row.state].join(' '),
  );
  expect(shown[0]).toBe('2026-04-24 payout  11043.20 MXN paid');
  expect(shown.slice(1).toSorted()).toEqual([
    '2026-03-10 deposit 1 201840.00 MXN paid',
    '2026-03-10 deposit 2 8700.00 USD paid',
  ]);
  expect(made.data.every(({ isOrdered, clabe }) => !isOrdered && clabe !== null)).toBe(true);
  const [first, ...others] = made.data;
  const behind = { params, query: { after: `${first?.on}.${first?.id}` } };
  expect(await operator.call(routes.listClientTransfers, behind)).toEqual({ data: others, next: null });

  const { data: received } = await operator.call(routes.listClientPayments, { params, query: {} });
  expect(received.map((row) => [row.valueDate, row.amount, row.currency, row.payer].join(' ')).toSorted()).toEqual([
    '2026-04-24 116000.00 MXN debtor',
    '2026-04-24 9000.00 USD debtor',
    '2026-04-29 1000.00 USD debtor',
    '2026-05-04 116000.00 MXN debtor',
  ]);
  expect(received.map(({ valueDate }) => valueDate)).toEqual(
    received
      .map(({ valueDate }) => valueDate)
      .toSorted()
      .toReversed(),
  );
  const [{ invoices: [{ documentId = '' } = {}] = [] } = {}] = received;
  const { companyId } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  const ofReceiver = await operator.call(routes.listReceiverPayments, { params: { companyId }, query: {} });
  expect(ofReceiver.data).toEqual(received);
  const nobody = { params: { companyId: documentId }, query: {} };
  expect((await operator.call(routes.listReceiverPayments, nobody)).data).toEqual([]);
  expect(
    (await operator.refusal(routes.listClientPayments, { params: { clientId: documentId }, query: {} })).code,
  ).toBe('NOT_FOUND');
});
