/** Tests that play each event once and check who gets its notice, in the portal and by mail. */
import { randomInt } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import type { Sale } from '@anticipa/contract/sales';
import type { ChosenEvent, NoticeChoice } from '@anticipa/domain/notice-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator, aUser, type TestUser } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import {
  answerTo,
  aPayment,
  aPreparedSale,
  approveAsOther,
  authoriseSale,
  collect,
  referenceFor,
  requestOneSale,
  sellAndDeposit,
  transferDevoluciones,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { PASSWORD, type Session } from '../../../testing/session.ts';
import { aSyncingClient } from '../../../testing/syncing-client.ts';

let mails: PortalWithMail;
let seller: Seller;
let operator: Session;
let administrator: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
  await mails.portal.pki.lenderSealer();
  seller = await aSeller(mails.portal);
  await mails.portal.db.owner.query('update credit_lines set credit_limit = 90000000');
  administrator = await aUser(mails.portal, { client: seller.client, isAdmin: true });
  colleague = await aUser(mails.portal, { client: seller.client });
});
afterAll(() => mails.close());

const signIn = ({ email }: { readonly email: string }) => mails.portal.signIn(email);
const cron = async (name: string): Promise<void> => {
  expect(await runCron(mails.portal, mails.mail, name)).toEqual([]);
};
/** Everybody signs in again at nine in the morning of a day. */
const on = async (day: string): Promise<void> => {
  mails.portal.clock.set(new Date(`${day}T09:00:00-06:00`));
  operator = await signIn(await anOperator(mails.portal));
};
const noticesOf = async (user: TestUser, query: { event?: string; unread?: 'true'; after?: string } = {}) =>
  (await signIn(user)).call(routes.listNotices, { query: query as never });

beforeEach(async () => {
  await on('2026-03-11');
  await mails.deliver();
  await mails.portal.db.owner.query('delete from notices');
});

const aSale = async (count = 1): Promise<Sale> =>
  requestOneSale(await signIn(seller.user), await seller.invoices({ count }));
const reject = async ({ saleId, items }: Sale) => {
  const motive = 'LENDER_PAYER_DECLINED' as const;
  const decisions = items.map(({ documentId }) => ({ documentId, authorised: false, motive }));
  await operator.call(routes.answerSale, await answerTo(operator, saleId, decisions));
};
const deposited = async (dueDate?: string): Promise<string> => {
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit({ session: await signIn(seller.user), operator }, [documentId], dueDate);
  return documentId;
};
const aKey = (): string => `AVISO${randomInt(1_000_000_000)}`;

/** A run of the reminders, with the lender's switch of their mails. */
const remind = async (isOn: boolean): Promise<void> => {
  const change = { kind: 'switch', reader: 'client', isOn };
  await operator.send(routes.changeReminders, { body: { change, reason: 'lo acordamos' } });
  await cron('send-reminders');
};

interface Play {
  readonly event: string;
  readonly play: () => Promise<unknown>;
  readonly told: object;
  /** Null if the administrator gets no mail before a choice. */
  readonly subject: RegExp | null;
  /** Whether the seller, and a colleague who is no administrator, are told in the portal. */
  readonly others: readonly [seller: boolean, colleague: boolean];
}

const plays: readonly Play[] = [
  {
    event: 'sale-to-accept',
    play: async () => {
      const preparer = await aUser(mails.portal, { client: seller.client, saleRight: 'prepare' });
      await aPreparedSale(await signIn(preparer), await seller.invoices({ count: 2 }));
    },
    told: { object: 'prepared-sale', label: 'Ana Prueba', count: 2, amount: '232000.00', currency: 'MXN' },
    subject: /^Venta por aceptar: MXN 232,000.00$/,
    others: [true, true],
  },
  {
    event: 'prepared-returned',
    play: async () => {
      const preparedId = await aPreparedSale(await signIn(administrator), await seller.invoices());
      const session = await signIn(seller.user);
      await session.call(routes.returnPreparedSale, { params: { preparedId }, body: { reason: 'Falta la orden' } });
    },
    told: { object: 'prepared-sale', label: 'Ana Prueba', count: 1, amount: '116000.00' },
    subject: /^Te regresaron una venta: MXN 116,000.00$/,
    others: [false, false],
  },
  {
    event: 'sale-sent',
    play: async () => aSale(2),
    told: { object: 'sale', label: 'Ana Prueba', count: 2, amount: '201994.66', currency: 'MXN' },
    subject: /^Ana Prueba vendió facturas: recibes MXN 201,994.66$/,
    others: [false, false],
  },
  {
    event: 'sale-authorised',
    play: async () => authoriseSale(operator, await aSale(2)),
    told: { object: 'sale', count: 2, amount: '201994.66', currency: 'MXN' },
    subject: /^Autorizamos tu venta \d+$/,
    others: [true, false],
  },
  {
    event: 'sale-rejected',
    play: async () => reject(await aSale()),
    told: { object: 'sale', count: 1, amount: '116000.00' },
    subject: /^No compramos 1 factura de tu venta \d+$/,
    others: [true, false],
  },
  {
    event: 'sale-returned',
    play: async () => {
      const { saleId } = await aSale();
      const { seen } = await operator.call(routes.getLenderSale, { params: { saleId } });
      const body = { version: seen.version, message: 'Falta la orden de compra', documentIds: [] };
      await operator.call(routes.returnSale, { params: { saleId }, body });
    },
    told: { object: 'sale', amount: '100997.33' },
    subject: /^Corrige tu venta \d+$/,
    others: [true, false],
  },
  {
    event: 'sale-deposited',
    play: async () => {
      const sale = await aSale();
      await authoriseSale(operator, sale);
      await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'RASTREO7' } });
    },
    told: { object: 'sale', amount: '100997.33', trackingKey: 'RASTREO7' },
    subject: /^Depósito de MXN 100,997.33/,
    others: [true, true],
  },
  {
    event: 'paid',
    play: async () => collect(operator, aPayment({ documentIds: [await deposited()] }, { valueDate: '2026-03-11' })),
    told: { object: 'invoice', count: 1, amount: '116000.00' },
    subject: /^La factura A-\d+ quedó pagada$/,
    others: [true, true],
  },
  {
    event: 'payout',
    play: async () => {
      await transferDevoluciones(operator, seller.client.clientId, aKey());
    },
    told: { object: 'settled', currency: 'MXN', trackingKey: expect.stringMatching(/^AVISO/) },
    subject: /^Transferimos tu devolución de MXN /,
    others: [true, true],
  },
  {
    event: 'contract-kept',
    play: async () => {
      await aSale();
      await cron('conserve-contracts');
    },
    told: { object: 'sale' },
    subject: null,
    others: [true, true],
  },
  {
    event: 'reference-expiring',
    play: async () => {
      const documentId = await deposited();
      await referenceFor(await signIn(seller.user), [documentId]);
      await on('2026-04-21');
      await cron('tell-of-references');
      await cron('tell-of-references');
    },
    told: { object: 'references', amount: '116000.00', dueOn: '2026-04-24', step: -3, count: 1 },
    subject: /^La referencia \S+ vence en 3 días$/,
    others: [true, true],
  },
  {
    event: 'statement',
    play: async () => {
      await on('2026-04-06');
      await cron('mail-monthly-statements');
    },
    told: { object: 'statement', objectId: '2026-03' },
    subject: /^Estado de cuenta del 01\/03\/2026/,
    others: [true, true],
  },
  {
    event: 'month-package',
    play: async () => {
      await on('2026-04-06');
      await deposited('2026-06-26');
      const session = await signIn(administrator);
      const { data } = await session.call(routes.getNoticeChoices);
      const off = {
        event: 'month-package' as const,
        portal: false,
        mail: 'none' as const,
        whatsapp: false,
        push: false,
      };
      expect(data).toContainEqual({ ...off, isLocked: false });
      const choices = [{ ...off, portal: true, mail: 'at-once' as const }];
      await session.call(routes.changeNoticeChoices, { body: { choices } });
      // The first of May is a holiday, and a Friday.
      for (const day of ['2026-05-01', '2026-05-03']) {
        await on(day);
        await cron('tell-of-packages');
      }
      expect((await noticesOf(administrator, { event: 'month-package' })).data).toEqual([]);
      for (const day of ['2026-05-04', '2026-05-05', '2026-05-11']) {
        await on(day);
        await cron('tell-of-packages');
      }
    },
    told: { object: 'statement', objectId: '2026-04' },
    subject: /^El paquete de abril 2026 está listo para tu contador$/,
    others: [false, false],
  },
  {
    event: 'due',
    play: async () => {
      const dueDate = '2026-05-29';
      await deposited(dueDate);
      await deposited(dueDate);
      await on('2026-05-22');
      await remind(true);
      await remind(true);
    },
    told: { object: 'collections', count: 2, amount: '232000.00', dueOn: '2026-05-29', step: -7 },
    subject: /^2 facturas por vencer: MXN 232,000.00$/,
    others: [true, true],
  },
  {
    event: 'overdue',
    play: async () => {
      await on('2026-06-01');
      await remind(false);
    },
    told: { object: 'collections', count: 2, dueOn: '2026-05-29', step: 3 },
    // The lender has switched the mails off.
    subject: null,
    others: [true, true],
  },
  {
    event: 'cfdi-issued',
    play: async () => {
      await on('2026-05-02');
      await operator.call(routes.cutMonth, { body: { clientId: seller.client.clientId, month: '2026-04' } });
    },
    told: { object: 'interest-invoices', currency: 'MXN', label: expect.stringMatching(/^INT-/) },
    subject: null,
    others: [true, true],
  },
];

it.each(plays)('[AVI-02] [EFE-06] $event: told once to those who want it, and mailed as it says', async (play) => {
  const before = mails.mailsTo(administrator.email).length;
  await play.play();
  await mails.deliver();
  const { data } = await noticesOf(administrator, { event: play.event });
  expect(data).toContainEqual(expect.objectContaining({ event: play.event, readAt: null, ...play.told }));
  const all = mails.mailsTo(administrator.email);
  const own = all.slice(0, all.length - before).filter(({ subject }) => play.subject?.test(subject));
  expect(own).toHaveLength(play.subject === null ? 0 : 1);
  const counts = [seller.user, colleague].map(
    async (user) => (await noticesOf(user, { event: play.event })).data.length,
  );
  expect(await Promise.all(counts)).toEqual(play.others.map((isTold) => (isTold ? data.length : 0)));
});

it('[AVI-02] deposit-returned: told to those who want to know of deposits', async () => {
  const { user, session, invoices } = await aSeller(mails.portal);
  const sale = await requestOneSale(session, await invoices());
  await authoriseSale(operator, sale);
  await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'RASTREO8' } });
  const back = { outcome: 'returned', reference: 'VUELTA8', reason: 'La cuenta no existe' };
  const body = { purpose: 'deposit', id: sale.saleId, trackingKey: 'RASTREO8', ...back };
  await approveAsOther(mails.portal, (await operator.call(routes.proposeReturn, { body })).proposal);
  await mails.deliver();
  const lost = { object: 'sale', amount: '100997.33', trackingKey: 'RASTREO8', label: String(sale.numberOfSale) };
  expect((await noticesOf(user, { event: 'deposit-returned' })).data).toMatchObject([lost]);
  expect(mails.mailsTo(user.email).map(({ subject }) => subject)).toContain(
    `No llegó el depósito de tu venta ${sale.numberOfSale}`,
  );
});

it('[AVI-02] sync-lost and new-device: only those whom they are about', async () => {
  const syncing = await aSyncingClient(mails);
  const other = await aUser(mails.portal, { client: syncing.client });
  await syncing.connect();
  await mails.deliver();
  mails.portal.syntage.records.breakCredentials(syncing.client.rfc, 'invalid');
  await syncing.webhook(JSON.stringify(mails.portal.syntage.records.events.at(-1)));
  await mails.deliver();
  expect((await noticesOf(syncing.user, { event: 'sync-lost' })).data).toMatchObject([{ object: 'sync' }]);
  expect((await noticesOf(other, { event: 'sync-lost' })).data).toEqual([]);
  const session = await signIn(syncing.user);
  await mails.portal.db.owner.query('delete from notices');
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0' };
  await mails.portal.visitor.call(routes.login, {
    body: { username: syncing.user.email, password: PASSWORD },
    headers,
  });
  const told = { event: 'new-device', object: 'sessions', label: 'Chrome en Android' };
  expect(await session.call(routes.listNotices, { query: {} })).toMatchObject({ data: [told], unread: 1 });
});

it('[AVI-03] a person sees and reads only their own notices, and never those of another client', async () => {
  await deposited();
  const session = await signIn(administrator);
  const { data, unread } = await session.call(routes.listNotices, { query: {} });
  const [newest] = data;
  expect(unread).toBe(data.length);
  const stranger = await signIn(colleague);
  const noticeIds = [newest?.noticeId ?? ''];
  const before = (await noticesOf(colleague)).unread;
  expect(await stranger.call(routes.readNotices, { body: { noticeIds } })).toEqual({ unread: before });
  expect(await session.call(routes.readNotices, { body: { noticeIds } })).toEqual({ unread: unread - 1 });
  const left = await session.call(routes.listNotices, { query: { unread: 'true' } });
  expect(left.data.map(({ noticeId }) => noticeId)).not.toContain(newest?.noticeId);
  expect(await session.call(routes.readNotices, { body: { noticeIds: null } })).toEqual({ unread: 0 });
  const query = { after: data.at(-1)?.noticeId ?? '' };
  expect((await session.call(routes.listNotices, { query })).data).toEqual([]);
  const { session: abroad } = await aSeller(mails.portal);
  expect((await abroad.call(routes.listNotices, { query: {} })).data).toEqual([]);
});

it('[AVI-04] the choices of a person hold, and the switches of a user are cells of them', async () => {
  const person = await aUser(mails.portal, { client: seller.client });
  const session = await signIn(person);
  const off = { portal: false, mail: 'none', whatsapp: false, push: false } as const;
  const change = (event: ChosenEvent, choice: NoticeChoice) =>
    session.send(routes.changeNoticeChoices, { body: { choices: [{ event, ...choice }] } });
  expect((await change('new-device', off)).code).toBe('NOTICE_LOCKED');
  expect((await change('sale-deposited', off)).status).toBe(200);
  const { user } = await session.call(routes.getSession);
  expect(user).toMatchObject({ notifications: { initialDeposit: false, desyncSAT: true } });
  await deposited();
  await mails.deliver();
  expect((await noticesOf(person, { event: 'sale-deposited' })).data).toEqual([]);
  expect(mails.mailsTo(person.email).filter(({ subject }) => subject.startsWith('Depósito'))).toEqual([]);
  const details = { firstName: 'Sol', lastName: 'Ríos', notifications: { initialDeposit: true } };
  await session.call(routes.updateUser, { params: { userId: person.userId }, body: details });
  const { data } = await session.call(routes.getNoticeChoices);
  expect(data.find(({ event }) => event === 'sale-deposited')).toMatchObject({ ...off, mail: 'at-once' });
  expect(data.map(({ event }) => event)).not.toContain('sync-lost');
});

it('[AVI-05] a mail of the day has the notices of the day, and one of nothing is not sent', async () => {
  const person = await aUser(mails.portal, { client: seller.client });
  const session = await signIn(person);
  const daily = { portal: true, mail: 'daily', whatsapp: false, push: false } as const;
  const choices = (['sale-deposited', 'paid'] as const).map((event) => ({ event, ...daily }));
  await session.call(routes.changeNoticeChoices, { body: { choices } });
  const documentId = await deposited();
  mails.pass(1);
  await collect(operator, aPayment({ documentIds: [documentId] }, { valueDate: '2026-03-11' }));
  await mails.deliver();
  const digests = () => mails.mailsTo(person.email).filter(({ subject }) => subject.startsWith('Tu día'));
  expect(mails.mailsTo(person.email).filter(({ subject }) => /^Depósito|quedó pagada/.test(subject))).toEqual([]);
  for (let night = 0; night < 2; night += 1) {
    await cron('mail-digests');
    await mails.deliver();
  }
  expect(digests().map(({ subject }) => subject)).toEqual(['Tu día en el portal: 2 avisos']);
  expect(digests()[0]?.text).toMatch(/Depositamos MXN 100,9\d\d\.\d\d.*quedó pagada/s);
});

it('[AVI-06] notices end after a year, but not those that still wait for their mail', async () => {
  await deposited();
  await mails.portal.db.owner.query(
    `update notices set created_at = created_at - interval '366 days', in_digest = event = 'sale-deposited'`,
  );
  await cron('purge-notices');
  const { rows } = await mails.portal.db.owner.query('select distinct event from notices');
  expect(rows).toEqual([{ event: 'sale-deposited' }]);
});
