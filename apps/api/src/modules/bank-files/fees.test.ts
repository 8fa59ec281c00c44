import type { BankLine } from '@anticipa/contract/bank-files';
import { routes } from '@anticipa/contract/routes';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStatementAccount, bankFile, bankRows, decisionOf, openLines } from '../../../testing/bank-files.ts';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approveAsOther, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

/** Adds an account, uploads a file with these movements of a day, by default today, and returns the movements. */
const bring = async (
  number: string,
  rows: readonly (readonly [text: string, amount: string])[],
  on: string = portal.clock.today(),
): Promise<BankLine[]> => {
  const { account } = await operator.call(routes.saveStatementAccount, { body: aStatementAccount(number, number) });
  const { accountId } = account;
  await operator.call(routes.bringBankFile, bankFile(accountId, bankRows(on, rows)));
  return openLines(operator, accountId);
};

it('[DIN-96] [DIN-39] a commission of the bank is booked with its IVA, by two people above the lender’s amount, and reversed', async () => {
  const { owner } = portal.db;
  await owner.query(`insert into approval_amounts (currency, per_payment) values ('MXN', 1000)
    on conflict (currency) do update set per_payment = 1000`);
  const lines = await bring('0001096', [
    ['COMISION SPEI', '-5.80'],
    ['ANUALIDAD', '-2000.00'],
  ]);
  const [fee, yearly] = ['COMISION SPEI', 'ANUALIDAD'].map((name) => lines.find(({ text }) => text === name));
  const entriesOf = async (line: BankLine | undefined) => {
    const { rows } = await owner.query(
      `select concat_ws(' ', event, debit, credit, amount) as entry from lender_entries where line_id = $1 order by entry_number`,
      [line?.lineId],
    );
    return rows.map(({ entry }) => entry);
  };
  const isExplained = async (line: BankLine | undefined) => {
    const { data } = await operator.call(routes.getBankReconciliation);
    const all = data.filter(({ isStp, currency }) => !isStp && currency === 'MXN');
    return (
      all.every(({ lines }) => lines.every(({ lineId }) => lineId !== line?.lineId)) &&
      all.every(({ books }) => books.every(({ as }) => as !== 'fee'))
    );
  };
  expect(await isExplained(fee)).toBe(false);
  const booked = await operator.call(routes.decideBankLine, decisionOf(fee, { kind: 'fee', tax: 'included' }));
  expect(booked).toMatchObject({ isProposed: false, line: { state: 'booked', bookedAs: 'fee' } });
  const entries = ['bank-fee GASTOS_BANCARIOS BANCOS 5.00', 'bank-fee-iva IVA_ACREDITABLE BANCOS 0.80'];
  expect(await entriesOf(fee)).toEqual(entries);
  expect(await isExplained(fee)).toBe(true);

  const reverse = decisionOf(fee, { kind: 'reverse', reason: 'era un traspaso' });
  const answers = await Promise.all([1, 2].map(() => operator.send(routes.decideBankLine, reverse)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const undone = ['bank-fee BANCOS GASTOS_BANCARIOS 5.00', 'bank-fee-iva BANCOS IVA_ACREDITABLE 0.80'];
  expect(await entriesOf(fee)).toEqual([...entries, ...undone]);
  expect((await openLines(operator, fee?.accountId ?? '')).find(({ lineId }) => lineId === fee?.lineId)).toMatchObject({
    ...{ state: 'waiting', cause: 'unmatched', bookedAs: null, bookKey: null },
  });
  expect(await isExplained(fee)).toBe(false);
  await operator.call(routes.decideBankLine, decisionOf(fee, { kind: 'fee', tax: 'apart' }));
  expect((await entriesOf(fee)).at(-1)).toBe('bank-fee GASTOS_BANCARIOS BANCOS 5.80');

  const asked = decisionOf(yearly, { kind: 'fee', tax: 'apart' });
  expect((await operator.refusal(routes.decideBankLine, asked)).code).toBe('SECOND_PERSON_NEEDED');
  const reasoned = decisionOf(yearly, { kind: 'fee', tax: 'apart', reason: 'comisión anual de la cuenta' });
  expect(await operator.call(routes.decideBankLine, reasoned)).toMatchObject({ isProposed: true });
  expect((await operator.refusal(routes.decideBankLine, reasoned)).code).toBe('PROPOSAL_PENDING');
  expect(await entriesOf(yearly)).toEqual([]);
  const { data: proposals } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
  const proposal = proposals.find(({ change }) => change.kind === 'bank-fee');
  if (!proposal) throw new Error('nothing was proposed');
  expect(proposal.change).toMatchObject({
    now: { amount: '2000.00', text: 'ANUALIDAD' },
    proposed: { fee: '2000.00' },
  });
  await approveAsOther(portal, proposal);
  expect(await entriesOf(yearly)).toEqual(['bank-fee GASTOS_BANCARIOS BANCOS 2000.00']);
  await owner.query('delete from approval_amounts');
});

it('[DIN-34] the list has every movement that is not booked, however many a file has', async () => {
  const rows = Array.from({ length: 501 }, (_, place) => [`CARGO ${place}`, '-1.00'] as const);
  expect(await bring('0001501', rows)).toHaveLength(501);
});

it('[DIN-96] a commission of a day that has not come, as of a file read with days for months, is not booked before', async () => {
  const [fee] = await bring('0001097', [['COMISION SPEI', '-5.80']], '2026-12-03');
  const refused = await operator.refusal(routes.decideBankLine, decisionOf(fee, { kind: 'fee', tax: 'included' }));
  expect(refused.code).toBe('VALUE_DATE_IN_FUTURE');
});

const add = async (accountId: string, rows: string) =>
  (await operator.call(routes.bringBankFile, bankFile(accountId, rows))).file;
const book = async (lines: readonly BankLine[]) =>
  (await operator.call(routes.bookBankLines, { body: { lineIds: lines.map(({ lineId }) => lineId) } })).lines;

it('[DIN-127] a movement says why its booking was refused, and a changed amount under its key is left to a person', async () => {
  const { mapping, ...terms } = aStatementAccount('Con claves', '00127127');
  const columns = { ...mapping.columns, trackingKey: 4 };
  const withKeys = { ...terms, mapping: { ...mapping, columns } };
  const { accountId } = (await operator.call(routes.saveStatementAccount, { body: withKeys })).account;
  const day = portal.clock.today();
  const typed = aPayment({ reference: 'NADIE' }, { valueDate: day, trackingKey: 'CHANGED127', amount: '811.00' });
  await operator.call(routes.registerCollection, { body: typed });
  const shown = day.split('-').toReversed().join('/');
  await add(accountId, `${shown},SPEI,1811.00,CHANGED127`);
  const [refused] = await book(await openLines(operator, accountId));
  expect(refused).toMatchObject({ cause: 'refused', refusal: errorTexts.TRACKING_KEY_REUSED });
  const { counts } = await add(accountId, `${shown},SPEI,811.00,CHANGED127`);
  expect(counts).toMatchObject({ new: 0, resembles: 1 });
  const alike = (await openLines(operator, accountId)).find(({ cause }) => cause === 'resembles');
  expect(alike?.resembles).toBe('CHANGED127 · SPEI · 1,811.00');
  await operator.call(routes.decideBankLine, decisionOf(refused, { kind: 'ignore', reason: 'el banco la corrigió' }));
});

it('[DIN-126] [DIN-129] money of a file came from an unknown bank, and its whole text names the invoice that it pays', async () => {
  const body = aStatementAccount('Banorte pesos', '00072072');
  const { accountId } = (await operator.call(routes.saveStatementAccount, { body })).account;
  const seller = await aSeller(portal);
  const [documentId = ''] = await seller.invoices({ total: '77000.00' });
  await sellAndDeposit(seller, [documentId]);
  const { rows } = await portal.db.owner.query(
    `update invoices set serie = 'A', folio = '1009' where document_id = $1 returning 1`,
    [documentId],
  );
  expect(rows).toHaveLength(1);
  const { mapping } = body;
  const columns = { ...mapping.columns, reference: 4 };
  await operator.call(routes.saveStatementAccount, { body: { ...body, accountId, mapping: { ...mapping, columns } } });
  await add(accountId, `${portal.clock.today().split('-').toReversed().join('/')},PAGO FACTURA A-1009,1500.00,88123`);
  await book(await openLines(operator, accountId));
  const { data } = await operator.call(routes.listWaitingReceipts);
  expect(data.find(({ bankLine }) => bankLine?.account === 'Banorte pesos')).toMatchObject({
    bank: '',
    reference: '88123',
    bankLine: { text: 'PAGO FACTURA A-1009 · 88123' },
    proposal: { use: 'apply', why: ['named'], invoices: [{ documentId }] },
  });
});
