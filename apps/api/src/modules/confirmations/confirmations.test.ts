import { createHash } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { addDays, dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';

let mailPortal: PortalWithMail;
let seller: Seller;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  seller = await aSeller(mailPortal.portal);
  const contact = { contactId: null, email: 'pagos@lumen.example', phone: null, area: 'Cuentas por pagar' };
  for (const body of [
    { ...contact, name: 'Zoe Pagos' },
    { ...contact, name: 'Ana Ventas', email: 'ventas@lumen.example', area: 'Ventas' },
  ])
    await seller.operator.call(routes.saveReceiverContact, { params: { companyId: seller.companyId }, body });
});
afterAll(() => mailPortal.close());

const keyIn = (text: string | undefined): string => /confirmar#k=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
/** The keys in the mails to the receiver's person, oldest first. */
const keys = async (): Promise<string[]> => {
  await mailPortal.deliver();
  return mailPortal.mailsTo('pagos@lumen.example').map(({ text }) => keyIn(text));
};
/** Sessions end meanwhile. */
const passADay = async (): Promise<void> => {
  mailPortal.pass(24 * 60);
  seller = {
    ...seller,
    session: await mailPortal.portal.signIn(seller.user.email),
    operator: await mailPortal.portal.signIn((await anOperator(mailPortal.portal)).email),
  };
};
const askFor = async (documentId: string): Promise<string> => {
  const before = await keys();
  await seller.session.call(routes.askConfirmation, { params: { documentId }, body: {} });
  const after = await keys();
  return after.find((key) => !before.includes(key)) ?? '';
};
const visitor = () => mailPortal.portal.visitor;
const given = { verdict: 'confirmed', person: 'Zoe Pagos', position: 'Tesorera', reason: null, dueOn: null } as const;
const reply = (key: string, over: object = {}) =>
  visitor().send(routes.answerConfirmation, { body: { key, ...given, ...over } });
const open = (key: string) => visitor().send(routes.openConfirmation, { body: { key } });

it('[EFE-24] a receiver confirms one invoice through its link, once, and both sides have the same evidence', async () => {
  const { email: administrator } = await aUser(mailPortal.portal, { client: seller.client, isAdmin: true });
  const [documentId = '', other = ''] = await seller.invoices({ count: 2 });
  const key = await askFor(documentId);
  const { body } = await open(key);
  const { shown } = body as { shown: string };
  expect(shown).toContain('Total: MXN 116,000.00');
  expect(shown.split('\n')).toHaveLength(5);
  // A scanner of mails that opens it, even twice, answers nothing.
  expect((await open(key)).body).toMatchObject({ answered: null });
  expect((await Promise.all([reply(key), reply(key, { person: 'Otra' })])).map(({ code }) => code).toSorted()).toEqual(
    ['CONFIRMATION_ANSWERED', null].toSorted(),
  );
  expect((await reply(key)).code).toBe('CONFIRMATION_ANSWERED');
  // It may have been passed on.
  expect((await open(key)).body).toMatchObject({ answered: 'confirmed', shown: null });
  const ofClient = await seller.session.call(routes.listConfirmations, { params: { documentId } });
  expect(await seller.operator.call(routes.listLenderConfirmations, { params: { documentId } })).toEqual(ofClient);
  const [{ answer } = {}] = ofClient.data;
  expect(answer).toMatchObject({ verdict: 'confirmed', position: 'Tesorera', address: '127.0.0.1' });
  expect(ofClient.data[0]?.asked).toMatch(/ \(.\*\*\*@.+\)$/);
  expect(answer?.evidence).toContain(
    `${shown}\n\nSe preguntó a: ${ofClient.data[0]?.asked}\nRespuesta: Confirma la factura\nNombre: `,
  );
  expect(
    createHash('sha256')
      .update(answer?.evidence ?? '')
      .digest('hex'),
  ).toBe(answer?.sha256);
  expect((await seller.session.call(routes.listConfirmations, { params: { documentId: other } })).data).toEqual([]);
  for (const change of [`update confirmation_answers set person = 'Nadie'`, 'delete from confirmation_answers'])
    await expect(mailPortal.portal.db.owner.query(change)).rejects.toMatchObject({
      constraint: 'confirmation_answers_stay',
    });
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(administrator).at(-1)?.subject).toMatch(/respondió sobre tu factura/);
});

it('[EFE-24] an objection tells the lender, and a new answer needs a new link that ends the one before', async () => {
  const [documentId = ''] = await seller.invoices();
  const first = await askFor(documentId);
  const refused = await seller.session.refusal(routes.askConfirmation, { params: { documentId }, body: {} });
  expect(refused.code).toBe('CONFIRMATION_ASKED');
  await passADay();
  const second = await askFor(documentId);
  expect((await reply(first)).code).toBe('CONFIRMATION_LINK_INVALID');
  expect((await reply(second, { verdict: 'objected' })).code).toBe('INVALID_REQUEST');
  expect((await reply(second, { verdict: 'objected', reason: 'No se entregó' })).status).toBe(200);
  const { data } = await seller.operator.call(routes.listAlerts, { query: { state: 'open' } });
  expect(data.filter(({ kind }) => kind === 'receiver-answer')).toMatchObject([
    { invoice: { documentId }, details: { verdict: 'objected' } },
  ]);
  await passADay();
  const third = await askFor(documentId);
  expect((await reply(third, { verdict: 'due-corrected', dueOn: '2026-05-08' })).status).toBe(200);
  const { data: asked } = await seller.session.call(routes.listConfirmations, { params: { documentId } });
  expect(asked.map(({ state }) => state)).toEqual(['answered', 'answered', 'replaced']);
});

it('[EFE-24] a receiver pays neither in the past nor in a distant future, and the desk reads the day in its alert', async () => {
  const { portal } = mailPortal;
  const today = dateAt(portal.clock.now(), MEXICO_CITY);
  const [documentId = ''] = await seller.invoices({ emittedOn: addDays(today, -10) });
  const key = await askFor(documentId);
  const answered = async (dueOn: string) => (await reply(key, { verdict: 'due-corrected', dueOn })).code;
  const bounds = { earliest: today, latest: addDays(today, 170) };
  expect((await open(key)).body).toMatchObject(bounds);
  for (const dueOn of [addDays(today, -1), addDays(today, -11), addDays(today, 171), addDays(today, 3650)])
    expect(await answered(dueOn)).toBe('CONFIRMATION_DAY_REFUSED');
  expect((await open(key)).body).toMatchObject({ answered: null });
  expect(await answered(bounds.latest)).toBeNull();
  const { data } = await seller.operator.call(routes.listAlerts, { query: { state: 'open' } });
  expect(data.filter(({ invoice }) => invoice?.documentId === documentId)).toMatchObject([
    { kind: 'receiver-answer', details: { dueOn: bounds.latest } },
  ]);
  const { data: asked } = await seller.session.call(routes.listConfirmations, { params: { documentId } });
  const theirs = await seller.operator.call(routes.listLenderConfirmations, { params: { documentId } });
  expect(theirs.data).toEqual(asked);
  expect(asked[0]?.answer?.evidence).toContain(`Día de pago: ${bounds.latest}`);
});

it('[EFE-24] without its key, or once it expired, a link shows nothing and takes no answer', async () => {
  const [documentId = ''] = await seller.invoices();
  const key = await askFor(documentId);
  for (const wrong of ['', 'x', `${key.slice(0, -1)}_`, documentId])
    expect([(await open(wrong)).code, (await reply(wrong)).code]).toEqual([
      'CONFIRMATION_LINK_INVALID',
      'CONFIRMATION_LINK_INVALID',
    ]);
  mailPortal.pass(14 * 24 * 60);
  expect([(await open(key)).code, (await reply(key)).code]).toEqual([
    'CONFIRMATION_LINK_INVALID',
    'CONFIRMATION_LINK_INVALID',
  ]);
  const stranger = await aUser(mailPortal.portal, { client: await aClient(mailPortal.portal) });
  const theirs = await mailPortal.portal.signIn(stranger.email);
  for (const route of [routes.listConfirmations, routes.askConfirmation])
    expect(
      (await theirs.send(route, { params: { documentId }, ...(route.method === 'POST' && { body: {} }) })).code,
    ).toBe('NOT_FOUND');
});

it('[EFE-24] a paid invoice and a receiver without a person are not asked about', async () => {
  const alone = await aSeller(mailPortal.portal);
  const [rejected = ''] = await alone.invoices({ status: 0, motive: 'RECEIVER_REJECTED' });
  const refusal = (documentId: string) =>
    alone.session.refusal(routes.askConfirmation, { params: { documentId }, body: {} });
  expect((await refusal(rejected)).code).toBe('CONFIRMATION_NOT_OPEN');
  await mailPortal.portal.db.owner.query('delete from receiver_contacts');
  const [documentId = ''] = await alone.invoices();
  expect((await refusal(documentId)).code).toBe('CONFIRMATION_NO_CONTACT');
});
