/** Cancellation of CFDI that are collected: their complements first, then the CFDI with its substitute, then new complements. */
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { aSellerOfJanuary, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, patientTaxStatus, startPortal } from '../../../testing/portal.ts';
import { aPayment, collectAsTwo } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { embeddedInvoicing } from '../../gateways/invoicing/embedded.ts';
import { type InvoicingPort, InvoicingRefused, InvoicingUnavailable } from '../../gateways/invoicing/port.ts';
import { openStorage } from '../../gateways/outside.ts';
import { cancelInvoice } from './cancel.ts';
import type { CancelDeps } from './cancellations.ts';
import { complementPayments } from './complements.ts';
import { interestJobs } from './jobs.ts';

let portal: Portal;
let clientId: string;
let email: string;
let session: Session;
let operator: Session;
/** The CFDI of January and of February. */
let january: string;
let february: string;

const on = async (instant: string): Promise<void> => {
  portal.clock.set(new Date(instant));
  await publishTodaysRate(portal);
  session = await portal.signIn(email);
  operator = await portal.signIn((await anOperator(portal)).email);
};
const run = async (name: string): Promise<void> =>
  expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, name)).toEqual([]);
const cut = async (month: string): Promise<string> => {
  const { data } = await operator.call(routes.cutMonth, { body: { clientId, month } });
  return data.find(({ currency, active }) => currency === 'MXN' && active)?.id ?? '';
};

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  await portal.pki.lenderSealer();
});
beforeEach(async () => {
  const { client, user } = await aSellerOfJanuary(portal);
  ({ clientId } = client);
  ({ email } = user);
  await on('2026-02-05T17:00:00Z');
  january = await cut('2026-01');
  await on('2026-03-02T17:00:00Z');
  february = await cut('2026-02');
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const documentIds = data.filter(({ currency }) => currency === 'MXN').map(({ documentId }) => documentId);
  await collectAsTwo(portal, operator, aPayment({ documentIds }, { amount: '232000.00', valueDate: '2026-03-02' }));
  await on('2026-03-03T17:00:00Z');
  await run('complement-payments');
});
afterAll(() => portal.close());

const all = async () => {
  const search = { startDate: '2026-02-01', endDate: '2026-03-31' };
  const { data } = await session.call(routes.listInterestInvoices, { body: { search } });
  return data.filter(({ currency }) => currency === 'MXN');
};
const cfdi = async (id: string) => {
  const found = (await all()).find((one) => one.id === id);
  if (!found) throw new Error('no such CFDI');
  return found;
};
const complementsOf = async (id: string) => (await cfdi(id)).complements.map((one) => one.folio);
const steps = async (motive?: '01' | '02') => {
  const query = motive ? { motive } : {};
  const answer = await operator.call(routes.getCfdiCancellation, { params: { invoiceId: january }, query });
  return answer.steps.map(({ kind, state }) => `${kind} ${state}`);
};
const xmlOf = async (id: string) => {
  const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
  return Buffer.from(file.Content, 'base64').toString();
};
const balances = async () => {
  const { rows } = await portal.db.owner.query(
    `select account, currency, sum(debit - credit)::text as balance from ledger_lines join ledger_entries using (client_id, entry_number)
     where client_id = $1 group by account, currency order by account, currency`,
    [clientId],
  );
  return rows;
};
const cancelling = (motive: '01' | '02') => ({ params: { invoiceId: january }, body: { motive } });

it('[LIB-80] one complement of a day pays several CFDI, of each of them all lines as one instalment', async () => {
  const [folio = '', ...more] = await complementsOf(january);
  expect([await complementsOf(february), more]).toEqual([[folio], []]);
  const [of1, of2] = [await cfdi(january), await cfdi(february)];
  const xml = await xmlOf(of1.complements[0]?.id ?? '');
  for (const { uuid, amount } of [of1, of2])
    expect(xml).toMatch(
      new RegExp(
        `IdDocumento="${uuid}" .*?NumParcialidad="1" ImpSaldoAnt="${amount}" ImpPagado="${amount}" ImpSaldoInsoluto="0.00"`,
      ),
    );
  expect(xml.match(/<pago20:Pago /g)).toHaveLength(1);
  expect(xml.match(/<pago20:DoctoRelacionado /g)).toHaveLength(2);
  expect(xml).toContain('FechaPago="2026-03-02T12:00:00" FormaDePagoP="17"');
  expect([of1, of2].map((one) => one.complements[0]?.amount)).toEqual([of1.amount, of2.amount]);
});

it('[LIB-82] a collected CFDI with wrong tax data is substituted, and its complement is issued again with those of its day', async () => {
  const [old = ''] = await complementsOf(january);
  const before = await balances();
  await portal.db.owner.query(`update clients set postal_code = '64010' where client_id = $1`, [clientId]);
  expect(await steps('01')).toEqual([
    'complement planned',
    'substitute planned',
    'invoice planned',
    'new-complement planned',
    'other-complement planned',
  ]);
  expect(await steps('02')).toEqual(['complement planned', 'invoice planned', 'other-complement planned']);
  expect((await operator.call(routes.cancelInterestInvoice, cancelling('01'))).invoice.active).toBe(false);
  expect(await steps()).toEqual([
    'complement done',
    'substitute done',
    'invoice done',
    'new-complement planned',
    'other-complement planned',
  ]);
  expect([await complementsOf(february), await balances()]).toEqual([[], before]);
  await run('complement-payments');
  expect(new Set((await steps()).map((step) => step.split(' ')[1]))).toEqual(new Set(['done']));
  const substitute = (await all()).find((one) => one.active && one.periodo === '2026-01');
  const [made, ...others] = substitute?.complements ?? [];
  expect([others, await complementsOf(february)]).toEqual([[], [made?.folio]]);
  expect(made?.folio).not.toBe(old);
  const xml = await xmlOf(made?.id ?? '');
  for (const part of [`IdDocumento="${substitute?.uuid}"`, 'FechaPago="2026-03-02T', 'DomicilioFiscalReceptor="64010"'])
    expect(xml).toContain(part);
  expect(await balances()).toEqual(before);
});

it('[LIB-82] shows which step waits for the provider or the tax authority or was refused, resumes it, and never stamps a second substitute', async () => {
  const storage = await openStorage(portal.config);
  const embedded = embeddedInvoicing({ dataDir: portal.dataDir, now: portal.clock.now });
  const stamped: string[] = [];
  let answer: InvoicingPort['cancel'] = () => Promise.reject(new InvoicingUnavailable('down'));
  const invoicing: InvoicingPort = {
    ...embedded,
    issue: (order) => {
      stamped.push(order.folio);
      return embedded.issue(order);
    },
    cancel: (order) => answer(order),
  };
  const { db, clock } = portal;
  const deps = { clock, log: logInto([]), invoicing, storage, taxStatus: patientTaxStatus(portal.taxStatus) };
  const { operatorId, email: of } = await anOperator(portal);
  const actor = { kind: 'operator', sessionId: operatorId, operatorId, email: of, roles: new Set<never>() } as const;
  const caller = { actor, requestId: 'test', address: '127.0.0.1', userAgent: 'test', idempotency: null };
  const ask = async () => {
    const outcome = await cancelInvoice({ ...deps, db: db.api }, caller, january, '01');
    return outcome.ok ? 'cancelled' : outcome.code;
  };
  const worker: CancelDeps = { ...deps, db: db.worker };
  const follow = async () => {
    const jobs = interestJobs({ ...worker, mailer: null } as never);
    await jobs.find(({ name }) => name === 'follow-cancellations')?.run(null);
  };
  const uuidOf = async (table: string, key: string) =>
    (await db.owner.query<{ uuid: string }>(`select uuid from ${table} where client_id = $1 and ${key}`, [clientId]))
      .rows[0]?.uuid ?? '';
  const complement = await uuidOf('payment_complements', 'active');
  const { uuid } = await cfdi(january);
  const waits = ['new-complement planned', 'other-complement planned'];

  expect([await ask(), await steps()]).toEqual([
    'SERVICE_UNAVAILABLE',
    ['complement sending', 'substitute planned', 'invoice planned', ...waits],
  ]);
  answer = () => Promise.reject(new InvoicingRefused('El receptor no existe.'));
  expect([await ask(), (await steps())[0]]).toEqual(['CANCELLATION_REJECTED', 'complement refused']);
  answer = () => Promise.resolve('requested');
  expect([await ask(), (await steps())[0]]).toEqual(['CANCELLATION_PENDING', 'complement with-authority']);
  expect(stamped).toEqual([]);
  // Longer than the date of the substitute, which was numbered with the request, allows.
  await on('2026-03-07T17:00:00Z');
  portal.taxStatus.script(complement, 'cancelled');
  await follow();
  expect((await steps()).slice(0, 3)).toEqual(['complement done', 'substitute sending', 'invoice planned']);
  // Others of the day do not wait for the tax authority.
  await complementPayments(worker);
  expect([await complementsOf(february), (await steps()).at(-1)]).toEqual([
    [expect.any(String)],
    'other-complement done',
  ]);
  await follow();
  expect((await steps()).slice(1, 4)).toEqual(['substitute done', 'invoice with-authority', 'new-complement planned']);
  expect(await ask()).toBe('CANCELLATION_PENDING');
  portal.taxStatus.script(uuid, 'cancelled');
  await follow();
  await complementPayments(worker);
  expect(await steps()).toEqual([
    'complement done',
    'substitute done',
    'invoice done',
    'new-complement done',
    'other-complement done',
  ]);
  expect(stamped).toHaveLength(1);
});
