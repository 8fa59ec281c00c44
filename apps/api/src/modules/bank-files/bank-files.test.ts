import type { BankFile, BankLine } from '@anticipa/contract/bank-files';
import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStatementAccount, bankFile, bankRows, decisionOf, openLines } from '../../../testing/bank-files.ts';
import { anOperator } from '../../../testing/builders.ts';
import { clabeOfReceiver } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approveAsOther, authorisedSale, referenceFor, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let operator: Session;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal, { roles: ['tesoreria', 'cobranza'] })).email);
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

let accounts = 0;
/** A new account, of which no movement is known. */
const anAccount = async (): Promise<string> => {
  accounts += 1;
  const body = aStatementAccount(`Banco ${accounts}`, `00${1000 + accounts}`);
  return (await operator.call(routes.saveStatementAccount, { body })).account.accountId;
};

const bring = async (accountId: string, body: string | Uint8Array, unread?: string): Promise<BankFile> =>
  (await operator.call(routes.bringBankFile, bankFile(accountId, body, unread))).file;
const openOf = (accountId: string) => openLines(operator, accountId);
const seen = ({ date, amount, text, state, cause }: BankLine) => [date, amount, text, state, cause];

const rows = ['02/03/2026,"SPEI, PEÑA","116,000.00"', '03/03/2026,COMISIÓN,-5.80', '03/03/2026,COMISIÓN,-5.80'];
const content = rows.join('\r\n');

describe('[DIN-34] a file of a bank', () => {
  it('is shown before it is taken in, and adds nothing when it comes again, in part, in another order or encoding', async () => {
    const accountId = await anAccount();
    const shown = await operator.call(routes.previewBankFile, { params: { accountId }, body: content });
    expect(shown).toMatchObject({
      counts: { new: 3, known: 0, resembles: 0, unread: 0 },
      credits: '116000.00',
      charges: '-11.60',
      adds: null,
      firstDay: '2026-03-02',
      lastDay: '2026-03-03',
    });
    expect(await openOf(accountId)).toEqual([]);
    expect((await bring(accountId, content)).counts).toEqual(shown.counts);
    const open = await openOf(accountId);
    expect(open.map(seen)).toEqual([
      ['2026-03-02', '116000.00', 'SPEI, PEÑA', 'due', null],
      ['2026-03-03', '-5.80', 'COMISIÓN', 'due', null],
      ['2026-03-03', '-5.80', 'COMISIÓN', 'due', null],
    ]);
    const again = [content, rows[0] ?? '', rows.toReversed().join('\n'), Buffer.from(content, 'latin1')];
    for (const each of again) expect((await bring(accountId, each)).counts.new).toBe(0);
    expect(await openOf(accountId)).toEqual(open);
  });

  it('adds each movement once when several people bring it at once', async () => {
    const accountId = await anAccount();
    const answers = await Promise.all(
      [1, 2, 3].map(() => operator.send(routes.bringBankFile, bankFile(accountId, content))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await openOf(accountId)).toHaveLength(3);
  });

  it('accounts for each of its rows; one that is no movement needs a reason', async () => {
    const accountId = await anAccount();
    const withTitle = `Movimientos de marzo\n${content}`;
    expect(await operator.refusal(routes.bringBankFile, bankFile(accountId, withTitle))).toMatchObject({
      code: 'BANK_ROWS_UNREAD',
    });
    const { fileId, unreadReason } = await bring(accountId, withTitle, 'es el título del banco');
    expect(unreadReason).toBe('es el título del banco');
    const found = await operator.call(routes.getBankFile, { params: { fileId } });
    expect(found.rows.map(({ row, kind, content, line }) => [row, kind, content, line?.text ?? null])).toEqual([
      [1, 'unread', 'Movimientos de marzo', null],
      [2, 'new', null, 'SPEI, PEÑA'],
      [3, 'new', null, 'COMISIÓN'],
      [4, 'new', null, 'COMISIÓN'],
    ]);
  });

  it('[DIN-35] leaves a movement that resembles a known one to a person, who decides once', async () => {
    const accountId = await anAccount();
    await bring(accountId, content);
    const changed = '02/03/2026,"SPEI DEVUELTO","116,000.00"';
    expect((await bring(accountId, changed)).counts).toMatchObject({ new: 0, known: 0, resembles: 1 });
    const alike = (await openOf(accountId)).find(({ cause }) => cause === 'resembles');
    expect(alike).toMatchObject({ state: 'waiting', resembles: 'SPEI, PEÑA' });
    const ignore = decisionOf(alike, { kind: 'ignore', reason: 'el banco cambió el texto' });
    const answers = await Promise.all([1, 2].map(() => operator.send(routes.decideBankLine, ignore)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await operator.refusal(routes.decideBankLine, decisionOf(alike, { kind: 'other', reason: 'son dos' })),
    ).toMatchObject({
      code: 'BANK_LINE_DECIDED',
    });
    expect((await bring(accountId, changed)).counts).toMatchObject({ known: 1 });
  });

  it('[DIN-36] says whether its movements lead from one balance to the other', async () => {
    const { mapping, ...terms } = aStatementAccount('Con saldos', '00990011');
    const columns = { ...mapping.columns, balance: 4 };
    const { account } = await operator.call(routes.saveStatementAccount, {
      body: { ...terms, mapping: { ...mapping, columns } },
    });
    const stated = await bring(account.accountId, '02/03/2026,a,10.00,110.00\n03/03/2026,b,-5.00,105.00');
    expect(stated).toMatchObject({ opening: '100.00', closing: '105.00', adds: true });
    const broken = await bring(account.accountId, '04/03/2026,a,10.00,115.00\n05/03/2026,b,-5.00,99.00');
    expect(broken).toMatchObject({ opening: null, closing: null, adds: false });
  });

  it('is refused where it cannot be read, or has no movement', async () => {
    const accountId = await anAccount();
    const refused = (body: string) => operator.refusal(routes.bringBankFile, bankFile(accountId, body));
    expect(await refused('02/03/2026,"sin cerrar,1.00\n')).toMatchObject({
      code: 'BANK_FILE_UNREADABLE',
      details: [{ path: 'rows.1' }],
    });
    expect(await refused('Fecha,Texto,Importe')).toMatchObject({ code: 'BANK_FILE_EMPTY' });
    expect(await refused('x\n'.repeat(1_000_000))).toMatchObject({ code: 'BANK_FILE_TOO_LONG' });
    expect(await refused('x'.repeat(11 * 1024 * 1024))).toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect((await operator.call(routes.getBank)).files.some((each) => each.accountId === accountId)).toBe(false);
  });

  it('keeps the text of a formula as text, and no byte that a database refuses', async () => {
    const accountId = await anAccount();
    await bring(accountId, '02/03/2026,=HYPERLINK("x")\0,1.00');
    expect((await openOf(accountId)).map(({ text }) => text)).toEqual(['=HYPERLINK("x")']);
  });
});

it('[DIN-34] an account keeps its number and currency, and a mapping needs its columns', async () => {
  const accountId = await anAccount();
  const terms = aStatementAccount('Otra vez', '00777001');
  const save = (over: object) => operator.send(routes.saveStatementAccount, { body: { ...terms, ...over } });
  expect(await save({ accountId })).toMatchObject({ code: 'BANK_ACCOUNT_FIXED' });
  const columns = { ...terms.mapping.columns, date: 0 };
  expect(await save({ mapping: { ...terms.mapping, columns } })).toMatchObject({ code: 'BANK_MAPPING_INVALID' });
  expect(await save({})).toMatchObject({ status: 200 });
  expect(await save({ name: 'Otro nombre' })).toMatchObject({ code: 'BANK_ACCOUNT_TAKEN' });
});

const movements = (...rows: Parameters<typeof bankRows>[1]): string => bankRows(portal.clock.today(), rows);
const book = async (lines: readonly BankLine[]) =>
  (await operator.call(routes.bookBankLines, { body: { lineIds: lines.map(({ lineId }) => lineId) } })).lines;
const planned = ({ text, plan }: BankLine) => [text, plan?.as ?? null];
const ended = ({ text, state, cause, bookedAs, wasBooked }: BankLine) => [text, state, cause, bookedAs, wasBooked];
const waiting = async (): Promise<readonly string[]> =>
  (await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } })).data.map(
    ({ amount }) => amount,
  );
const inCredit = async (total = '116000.00'): Promise<string> => {
  const [documentId = ''] = await seller.invoices({ total });
  await sellAndDeposit(seller, [documentId]);
  return documentId;
};
const statusOf = async (documentId: string): Promise<number> => {
  const { rows } = await portal.db.owner.query('select status from invoices where document_id = $1', [documentId]);
  return rows[0].status;
};

describe('[DIN-37] a credit of the bank', () => {
  it('is the receipt of the reference or of the CLABE that it names, and otherwise unidentified; each once', async () => {
    const accountId = await anAccount();
    const [named, ofPayer] = [await inCredit(), await inCredit('50000.00')];
    const { paymentReference: reference } = await referenceFor(seller.session, [named]);
    const clabe = await clabeOfReceiver(portal, seller);
    const content = movements(
      [`PAGO ${reference}`, '116000.00'],
      [`A LA CUENTA ${clabe}`, '50000.00'],
      ['QUIEN SABE', '512.34'],
    );
    await bring(accountId, content);
    const due = await openOf(accountId);
    expect(due.map(planned).toSorted()).toEqual([
      [`A LA CUENTA ${clabe}`, 'clabe'],
      [`PAGO ${reference}`, 'reference'],
      ['QUIEN SABE', 'unidentified'],
    ]);
    const answers = await Promise.all([book(due), book(due)]);
    expect(answers.flat().every(({ state, bookedAs }) => state === 'booked' && bookedAs === 'receipt')).toBe(true);
    expect([await statusOf(named), await statusOf(ofPayer)]).toEqual([40, 40]);
    expect((await waiting()).filter((amount) => amount === '512.34')).toHaveLength(1);
    await bring(accountId, content);
    expect(await openOf(accountId)).toEqual([]);
    // The same amount arrives again, and no invoice of the payer owes it.
    await inCredit('90000.00');
    await bring(accountId, movements([`OTRA VEZ ${clabe}`, '50000.00', addDays(portal.clock.today(), -1)]));
    expect((await openOf(accountId)).map(planned)).toEqual([[`OTRA VEZ ${clabe}`, 'unidentified']]);
    await book(await openOf(accountId));
  });

  it('is found in the books by its key; by its amount alone a person says which it is, or that it is another one', async () => {
    const accountId = await anAccount();
    const typed = async (trackingKey: string, amount: string) => {
      const body = aPayment({ reference: 'NADIE' }, { valueDate: portal.clock.today(), trackingKey, amount });
      await operator.call(routes.registerCollection, { body });
    };
    await typed('TYPED0001', '700.01');
    await typed('TYPED0002', '700.02');
    // The movement is in the account at STP, not in this one.
    await typed('ATSTP0001', '700.02');
    await portal.db.owner.query(`
      insert into received_transfers (transfer_id, tracking_key, operation_day, value_date, bank_id, amount, clabe, sender_bank, sender_name,
        concept, state, found_at)
      select gen_random_uuid(), tracking_key, value_date, value_date, '40012', amount, '', 'BBVA', '', '', 'unidentified', now()
      from unidentified_payments where tracking_key = 'ATSTP0001'`);
    await bring(accountId, movements(['SPEI TYPED0001 X', '700.01'], ['SPEI', '700.02'], ['OTRO SPEI', '700.02']));
    const [byKey, alike, other] = (await openOf(accountId))
      .toSorted((a, b) => a.text.localeCompare(b.text))
      .toReversed();
    expect([byKey?.plan?.as, alike?.plan]).toEqual(['match', { as: 'look', of: '', likely: ['TYPED0002'] }]);
    expect((await book(await openOf(accountId))).map(ended).toSorted()).toEqual([
      ['OTRO SPEI', 'waiting', 'unmatched', null, null],
      ['SPEI TYPED0001 X', 'booked', null, 'receipt', true],
      ['SPEI', 'waiting', 'unmatched', null, null],
    ]);
    for (const key of ['TYPED0001', 'ATSTP0001']) {
      const wrong = decisionOf(alike, { kind: 'match', key });
      expect(await operator.refusal(routes.decideBankLine, wrong)).toMatchObject({ code: 'BANK_LINE_UNMATCHED' });
    }
    await operator.call(routes.decideBankLine, decisionOf(alike, { kind: 'match', key: 'TYPED0002' }));
    await operator.call(routes.decideBankLine, decisionOf(other, { kind: 'book' }));
    expect((await waiting()).filter((amount) => amount.startsWith('700.')).toSorted()).toEqual([
      '700.01',
      '700.02',
      '700.02',
      '700.02',
    ]);
    expect(await openOf(accountId)).toEqual([]);
  });

  it('needs a second person where a typed payment does, and is booked once that person has approved it', async () => {
    const accountId = await anAccount();
    await bring(accountId, movements(['VIEJO', '811.00', '2026-01-05']));
    const [old] = await book(await openOf(accountId));
    expect(old && ended(old)).toEqual(['VIEJO', 'waiting', 'second-person', null, null]);
    expect((await waiting()).includes('811.00')).toBe(false);
    const reason = 'el banco lo dio tarde';
    const proposed = await operator.call(routes.decideBankLine, decisionOf(old, { kind: 'book', reason }));
    expect(proposed).toMatchObject({ isProposed: true, line: { state: 'waiting', cause: 'second-person' } });
    const { data } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
    const [proposal] = data.filter(({ change }) => change.kind === 'payment');
    if (!proposal) throw new Error('no proposal');
    await approveAsOther(portal, proposal);
    expect((await book(await openOf(accountId))).map(ended)).toEqual([['VIEJO', 'booked', null, 'receipt', true]]);
    expect((await waiting()).filter((amount) => amount === '811.00')).toHaveLength(1);
  });
});

it('[DIN-38] a charge confirms the payment of a file that it names; others are found in the books, or wait', async () => {
  const accountId = await anAccount();
  const answered = async (): Promise<string> => {
    const sale = await authorisedSale(seller, await seller.invoices());
    return sale.saleId;
  };
  const [filed, byHand] = [await answered(), await answered()];
  const terms = { reach: 'any', separator: 'comma', columns: 'cuenta\nimporte\nconcepto' };
  const { layout } = await operator.call(routes.savePaymentLayout, {
    body: { name: 'Mi banco', currency: 'MXN', ...terms },
  });
  const payments = [{ kind: 'deposit', subject: filed, amount: '100920.00' }];
  const { file: made } = await operator.call(routes.makePaymentFile, { body: { layoutId: layout.layoutId, payments } });
  const [payment] = made?.payments ?? [];
  await operator.call(routes.disburseSale, { params: { saleId: byHand }, body: { trackingKey: 'BYHAND777' } });
  const content = movements(
    [`SPEI ENVIADO R${String(payment?.reference).padStart(7, '0')}`, '-100920.00'],
    ['SPEI ENVIADO BYHAND777', '-100920.00'],
    ['COMISION', '-5.80'],
  );
  await bring(accountId, content);
  const collector = await portal.signIn((await anOperator(portal, { roles: ['cobranza'] })).email);
  const due = await openOf(accountId);
  const lineIds = due.map(({ lineId }) => lineId);
  expect((await collector.call(routes.bookBankLines, { body: { lineIds } })).lines).toEqual([]);
  expect((await book(due)).map(ended).toSorted()).toEqual([
    ['COMISION', 'waiting', 'unmatched', null, null],
    ['SPEI ENVIADO BYHAND777', 'booked', null, 'deposit', true],
    [expect.stringContaining(' R0'), 'booked', null, 'deposit', false],
  ]);
  const { sale } = await operator.call(routes.getLenderSale, { params: { saleId: filed } });
  expect(sale.state).toBe('disbursed');
  const { files } = await operator.call(routes.listPaymentFiles);
  expect(files[0]?.payments[0]).toMatchObject({
    state: 'paid',
    trackingKey: expect.stringMatching(/^BCO[0-9A-F]{22}$/),
  });
});

it('[DIN-12] sending back money from a bank file needs a second person for any account, because the bank that sent it is unknown', async () => {
  const own = aStatementAccount('BBVA México', '00012012');
  const { accountId } = (await operator.call(routes.saveStatementAccount, { body: own })).account;
  await bring(accountId, movements(['DE NADIE', '913.45']));
  await book(await openOf(accountId));
  const { data } = await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } });
  const { paymentId: subject = '' } = data.find(({ amount }) => amount === '913.45') ?? {};
  await operator.call(routes.sendBackPayment, { params: { paymentId: subject }, body: {} });
  const [layout] = (await operator.call(routes.listPaymentFiles)).layouts;
  const back = { kind: 'return', subject, amount: '913.45', clabe: '012180001234567899', beneficiary: 'Juan Pérez' };
  const body = { layoutId: layout?.layoutId ?? '', payments: [back] };
  expect((await operator.refusal(routes.makePaymentFile, { body })).code).toBe('SECOND_PERSON_NEEDED');
});

it('[DIN-39] the bank and the books are compared, to the cent, with each movement that only one of them has', async () => {
  const dollars = aStatementAccount('Ahorro en dólares', '00USD1', 'USD');
  const { accountId } = (await operator.call(routes.saveStatementAccount, { body: dollars })).account;
  const today = portal.clock.today();
  const typed = (trackingKey: string, amount: string) =>
    operator.call(routes.registerCollection, {
      body: aPayment({ reference: 'NADIE' }, { valueDate: today, currency: 'USD', trackingKey, amount }),
    });
  await typed('USDTYPED1', '10.00');
  await typed('USDTYPED2', '3.00');
  await bring(accountId, movements(['SPEI USDTYPED1', '10.00'], ['COMISION', '-1.50']));
  const compared = async () => {
    const { data } = await operator.call(routes.getBankReconciliation);
    expect(data[0]?.currency).toBe('MXN');
    return data.find(({ currency }) => currency === 'USD');
  };
  await book(await openOf(accountId));
  expect(await compared()).toMatchObject({
    ...{ isStp: false, since: today, through: today, bankMoved: '8.50', booksMoved: '13.00', booksBalance: '13.00' },
    ...{ notInBooks: { count: 1, total: '-1.50' }, notInBank: { count: 1, total: '3.00' }, otherDays: '0.00' },
    ...{ lines: [{ text: 'COMISION' }], books: [{ as: 'receipt', key: 'USDTYPED2', amount: '3.00' }] },
  });
  const auditor = await portal.signIn((await anOperator(portal, { roles: ['auditor'] })).email);
  const { figures } = await auditor.call(routes.getToday);
  const open = (await operator.call(routes.getBank)).open;
  expect(figures.find(({ figure }) => figure === 'bank')?.count).toBe(open.length);
});

it('[DIN-39] the books have two movements for a deposit that came back, as the bank does', async () => {
  const dollars = aStatementAccount('Más dólares', '00USD2', 'USD');
  const { accountId } = (await operator.call(routes.saveStatementAccount, { body: dollars })).account;
  const sale = await authorisedSale(seller, await seller.invoices({ total: '10000.00', currency: 'USD' }));
  const balance = async () => {
    const { data } = await operator.call(routes.getBankReconciliation);
    return Number(data.find(({ currency }) => currency === 'USD')?.booksBalance);
  };
  const before = await balance();
  await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'WENTOUT1' } });
  expect(await balance()).toBeCloseTo(before - 8_700, 2);
  const about = { purpose: 'deposit', id: sale.saleId, trackingKey: 'WENTOUT1' } as const;
  const body = { ...about, outcome: 'returned', reference: 'CAMEBACK1', reason: 'la cuenta no existe' };
  await approveAsOther(portal, (await operator.call(routes.proposeReturn, { body })).proposal);
  expect(await balance()).toBeCloseTo(before, 2);
  await bring(accountId, movements(['SPEI WENTOUT1', '-8700.00'], ['SPEI CAMEBACK1', '8700.00']));
  expect((await book(await openOf(accountId))).map(ended).toSorted()).toEqual([
    ['SPEI CAMEBACK1', 'booked', null, 'deposit', true],
    ['SPEI WENTOUT1', 'booked', null, 'deposit', true],
  ]);
});

it('[DIN-34] a statement in camt.053 is read without a mapping, and refused for another account', async () => {
  const accountId = await anAccount();
  const { number } = (await operator.call(routes.getBank)).accounts.find((each) => each.accountId === accountId) ?? {};
  const statement = (
    of: string,
  ) => `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><Othr><Id>${of}</Id></Othr></Id></Acct><Ntry><Amt Ccy="MXN">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>
    <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
  expect(await operator.refusal(routes.bringBankFile, bankFile(accountId, statement('1')))).toMatchObject({
    code: 'BANK_FILE_OTHER_ACCOUNT',
  });
  expect((await bring(accountId, statement(number ?? ''))).counts).toMatchObject({ new: 1 });
  const [reversal] = await openOf(accountId);
  expect(reversal).toMatchObject({ state: 'waiting', cause: 'reversal', amount: '12.50', plan: null });
  expect(await book([...(reversal ? [reversal] : [])])).toEqual([]);
});
