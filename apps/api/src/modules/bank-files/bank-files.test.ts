import type { Bank, BankFile, BankLine } from '@anticipa/contract/bank-files';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStatementAccount } from '../../../testing/bank-files.ts';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal, { roles: ['tesoreria', 'cobranza'] })).email);
});
afterAll(() => portal.close());

let accounts = 0;
/** A new account, of which no movement is known. */
const anAccount = async (): Promise<string> => {
  accounts += 1;
  const body = aStatementAccount(`Banco ${accounts}`, `00${1000 + accounts}`);
  return (await operator.call(routes.saveStatementAccount, { body })).account.accountId;
};

const file = (accountId: string, body: string | Uint8Array, unread?: string) => ({
  params: { accountId },
  query: { name: 'movimientos.csv', ...(unread !== undefined && { unread }) },
  body,
});
const bring = async (accountId: string, body: string | Uint8Array, unread?: string): Promise<BankFile> =>
  (await operator.call(routes.bringBankFile, file(accountId, body, unread))).file;
const openOf = async (accountId: string): Promise<Bank['open']> =>
  (await operator.call(routes.getBank)).open.filter((line) => line.accountId === accountId);
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
      [1, 2, 3].map(() => operator.send(routes.bringBankFile, file(accountId, content))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await openOf(accountId)).toHaveLength(3);
  });

  it('accounts for each of its rows; one that is no movement needs a reason', async () => {
    const accountId = await anAccount();
    const withTitle = `Movimientos de marzo\n${content}`;
    expect(await operator.refusal(routes.bringBankFile, file(accountId, withTitle))).toMatchObject({
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
    const decide = (body: object) => ({ params: { lineId: alike?.lineId ?? '' }, body });
    const ignore = decide({ decision: 'ignore', reason: 'el banco cambió el texto' });
    const answers = await Promise.all([1, 2].map(() => operator.send(routes.decideBankLine, ignore)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await operator.refusal(routes.decideBankLine, decide({ decision: 'other' }))).toMatchObject({
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
    const refused = (body: string) => operator.refusal(routes.bringBankFile, file(accountId, body));
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
