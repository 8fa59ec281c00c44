import { type BookFileKind, downloadBookFile, requestedFiles } from '@anticipa/contract/accountant';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filedBalance, numberAccounts } from '../../../testing/filed-balance.ts';
import { startGoldenBooks } from '../../../testing/golden-books.ts';
import type { Portal } from '../../../testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';
import type { Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let operator: Session;
beforeAll(async () => {
  ({ portal, seller, operator } = await startGoldenBooks());
});
afterAll(() => portal.close());

describe('[LIB-48] a month for the accountant', () => {
  const month = async (of: string) => {
    const { files } = await operator.call(routes.getBookMonth, { params: { month: of } });
    return Object.fromEntries(
      files.map(({ file, problems }) => [file, problems.map(({ code, at }) => `${code} ${at}`)]),
    );
  };
  const download = (of: string, file: BookFileKind, query: Record<string, string> = {}) =>
    operator.send(downloadBookFile, { params: { month: of, file }, query });
  it('says which accounts have no number in the lender’s chart, and writes no file with them', async () => {
    const { catalogue, balance: inBalance, contpaqi } = await month('2026-03');
    const missing = [
      'BANCOS',
      'CARTERA',
      'CLIENTE',
      'INTERES_POR_DEVENGAR',
      'POR_DEPOSITAR',
      'AFORO_POR_DEVOLVER',
      'IVA_COBRADO',
      'INGRESO_INTERES',
    ].map((account) => `ACCOUNT_UNMAPPED ${account}`);
    expect([catalogue, inBalance, contpaqi]).toEqual([missing, missing, missing]);
    expect((await download('2026-03', 'balance')).code).toBe('BOOKS_INCOMPLETE');
    await numberAccounts(portal.db);
    expect(new Set(Object.values(await month('2026-03')).flat())).toEqual(new Set());
  });

  it('the balance has the golden sale to the cent, and dollars in pesos at the rate of their day', async () => {
    // The golden sale, and USD 10,000.00 at 18.50.
    expect(await filedBalance(operator, '2026-03')).toEqual([
      '102 0.00 0.00 261870.00 -261870.00',
      '102-01 0.00 0.00 261870.00 -261870.00',
      '106 0.00 305888.24 4214.00 301674.24',
      '106-01 0.00 301000.00 0.00 301000.00',
      '106-09 0.00 4888.24 4214.00 674.24',
      '203 0.00 4214.07 9030.00 4815.93',
      '203-09 0.00 4214.07 9030.00 4815.93',
      '205 0.00 261870.00 291970.00 30100.00',
      '205-01 0.00 261870.00 261870.00 0.00',
      '205-02 0.00 0.00 30100.00 30100.00',
      '208 0.00 0.00 674.24 674.24',
      '208-01 0.00 0.00 674.24 674.24',
      '401 0.00 0.00 4214.07 4214.07',
      '401-35 0.00 0.00 4214.07 4214.07',
    ]);
    const closed = (await filedBalance(operator, '2026-05')).map((row) => row.split(' '));
    const closing = (await filedBalance(operator, '2026-13')).map((row) => row.split(' '));
    expect(closing.map(([account, opening]) => [account, opening])).toEqual(
      closed.filter(([, , , , left]) => left !== '0.00').map(([account, , , , left]) => [account, left]),
    );
    const corrected = await download('2026-03', 'balance', { changed: '2026-04-20' });
    expect(corrected.headers['content-disposition']).toContain('AFI180517AB3202603BC.xml');
    expect(corrected.bytes.toString('utf8')).toContain('TipoEnvio="C" FechaModBal="2026-04-20"');
  });

  it('entries have the CFDI of the invoice and of the lender, and the transfer, and go to a request of the authority', async () => {
    const request = { request: 'AF', number: 'ABC1234567/26' };
    const xml = (await download('2026-03', 'entries', request)).bytes.toString('utf8');
    expect(xml).toContain('TipoSolicitud="AF" NumOrden="ABC1234567/26"');
    const entries = xml.split('<PLZ:Poliza ');
    const { rfc } = seller.client;
    const invoiced = entries.find((entry) => entry.includes('CFDI de interés') && entry.includes('1883.84')) ?? '';
    expect(new Set(invoiced.match(/RFC="[^"]+" MontoTotal="[^"]+"/g))).toEqual(
      new Set([`RFC="${rfc}" MontoTotal="116000.00"`, `RFC="${rfc}" MontoTotal="1883.84"`]),
    );
    // Neither account of a test is a CLABE.
    const withoutTransfer = async () =>
      (await operator.call(routes.getBookMonth, { params: { month: '2026-03' } })).withoutTransfer;
    expect(await withoutTransfer()).toBe(2);
    await portal.db.owner.query(`update lender_accounts set clabe = '646180115700000029' where currency = 'MXN'`);
    await portal.db.owner.query(`update sales set clabe = '012180001234567899' where currency = 'MXN'`);
    const complete = (await download('2026-03', 'entries', request)).bytes.toString('utf8');
    expect(complete.match(/<PLZ:Transferencia [^>]+>/g)).toEqual([
      `<PLZ:Transferencia CtaOri="646180115700000029" BancoOriNal="646" CtaDest="012180001234567899" BancoDestNal="012" Fecha="2026-03-10" Benef="EMPRESA ${rfc}" RFC="${rfc}" Monto="100920.00"/>`,
    ]);
    expect(await withoutTransfer()).toBe(1);
    const wrong = { request: 'DE', number: 'ABC1234567/26' };
    expect((await download('2026-03', 'folios', wrong)).code).toBe('INVALID_REQUEST');
    for (const file of ['folios', 'accounts', 'contpaqi', 'coi', 'catalogue'] as const)
      expect((await download('2026-03', file, requestedFiles.includes(file) ? request : {})).status).toBe(200);
  });
});

it('[LIB-42] an entry in dollars balances in pesos: the largest line of the smaller side takes the cents', async () => {
  const rate = (pesos: string) => portal.db.owner.query('update exchange_rates set pesos_per_dollar = $1', [pesos]);
  await rate('17.123456');
  const params = { month: '2026-03', file: 'entries' as const };
  const query = { request: 'AF', number: 'ABC1234567/26' };
  const xml = (await operator.send(downloadBookFile, { params, query })).bytes.toString('utf8');
  await rate('18.5');
  const bought = xml.split('<PLZ:Poliza ').find((entry) => entry.includes('Compra') && entry.includes('USD')) ?? '';
  expect(
    [...bought.matchAll(/Debe="([^"]+)" Haber="([^"]+)"/g)].map(([, debit, credit]) => `${debit} ${credit}`),
  ).toEqual(['171234.57 0.00', '0.00 17123.46', '0.00 5137.04', '0.00 148974.07']);
});

it('[LIB-48] money that was identified later is one entry, without the account between the journals', async () => {
  const [paid = ''] = await seller.invoices({ count: 1, total: '50000.00' });
  await sellAndDeposit({ ...seller, session: await portal.signIn(seller.user.email), operator }, [paid], '2026-06-26');
  const body = aPayment(
    { reference: '9999999999' },
    { amount: '50000.00', valueDate: '2026-05-01', trackingKey: 'LATER1' },
  );
  await operator.call(routes.registerCollection, { body });
  const [payment] = (await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } })).data;
  const { paymentId = '', nextPart: part } = payment ?? {};
  await operator.call(routes.identifyPayment, { params: { paymentId }, body: { pays: { documentIds: [paid] }, part } });
  const params = { month: '2026-05', file: 'entries' as const };
  const query = { request: 'AF', number: 'ABC1234567/26' };
  const xml = (await operator.send(downloadBookFile, { params, query })).bytes.toString('utf8');
  const entries = xml.split('<PLZ:Poliza ').filter((entry) => entry.includes('205-06'));
  const lines = entries.map((entry) =>
    [...entry.matchAll(/NumCta="([^"]+)".*?Debe="([^"]+)" Haber="([^"]+)"/g)].map(([, ...cells]) => cells.join(' ')),
  );
  expect(lines.toSorted()).toEqual([
    ['102-01 50000.00 0.00', '205-06 0.00 50000.00'],
    ['205-06 50000.00 0.00', '106-01 0.00 50000.00'],
  ]);
});
