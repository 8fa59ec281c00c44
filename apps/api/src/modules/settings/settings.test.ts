import { routes } from '@anticipa/contract/routes';
import type { Settings } from '@anticipa/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../lib/testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../lib/testing/portal-with-mail.ts';
import type { Session } from '../../lib/testing/session.ts';

let world: PortalWithMail;
let administrator: Session;

beforeAll(async () => {
  world = await startPortalWithMail();
  administrator = await world.portal.signIn((await anOperator(world.portal, { roles: ['administrador'] })).email);
});
afterAll(() => world.close());
beforeEach(() => world.pass(1));

const change = async (what: object): Promise<Settings> =>
  (await administrator.call(routes.changeSetting, { body: { reason: 'lo pidió dirección', change: what } })).settings;
const refusal = async (what: object) =>
  administrator.refusal(routes.changeSetting, { body: { reason: 'lo pidió dirección', change: what } });

describe('[OPE-07] a setting', () => {
  it('names a product for every client, and is in the log with the name before', async () => {
    const settings = await change({ kind: 'product', code: 'BI', displayName: 'Anticipo Rápido' });
    expect(settings.products).toContainEqual({ code: 'BI', displayName: 'Anticipo Rápido' });
    const user = await world.portal.signIn((await aUser(world.portal, { client: await aClient(world.portal) })).email);
    const { data } = await user.call(routes.products);
    expect(data).toContainEqual(expect.objectContaining({ code: 'BI', displayName: 'Anticipo Rápido' }));
    const [entry] = (await administrator.call(routes.listLog, { query: { action: 'setting.changed' } })).data;
    expect(entry).toMatchObject({
      subject: 'setting:BI',
      changes: [{ field: 'displayName', before: 'Anticipo Índice', after: 'Anticipo Rápido' }],
      reason: 'lo pidió dirección',
    });
    expect(await refusal({ kind: 'product', code: 'BI', displayName: 'Anticipo Rápido' })).toMatchObject({
      code: 'NOTHING_CHANGED',
    });
  });

  it('is the adviser’s phone of a branch, which clients without access read', async () => {
    await change({ kind: 'branch', branch: 'MTY', promoterPhone: '81 5555 0199' });
    const { branches } = await change({ kind: 'branch', branch: 'León', promoterPhone: '477 555 0123' });
    expect(branches).toMatchObject([
      { branch: 'León', promoterPhone: '477 555 0123', clients: 0 },
      { branch: 'MTY', promoterPhone: '81 5555 0199' },
    ]);
    const user = await world.portal.signIn((await aUser(world.portal, { client: await aClient(world.portal) })).email);
    const { user: own } = await user.call(routes.getSession);
    expect(own?.client?.promoterPhone).toBe('81 5555 0199');
  });

  it('is the lender’s tax data, with an RFC in its form', async () => {
    const data = { name: 'OTRA FINANCIERA', fiscalRegime: '601', postalCode: '06000' };
    expect(await refusal({ kind: 'lender', rfc: 'X', ...data })).toMatchObject({ code: 'RFC_INVALID' });
    const { lender } = await change({ kind: 'lender', rfc: 'ofi180517ab3', ...data });
    expect(lender).toEqual({ rfc: 'OFI180517AB3', ...data });
  });

  it('is the sender of e-mails', async () => {
    const { email } = await aUser(world.portal, { client: await aClient(world.portal) });
    await world.ask(email);
    expect(world.mailsTo(email).at(-1)?.from).toContain('avisos@portal.anticipa.mx');
    expect(await refusal({ kind: 'mail-sender', name: 'Norte', address: 'avisos' })).toMatchObject({
      code: 'INVALID_EMAIL',
    });
    await change({ kind: 'mail-sender', name: 'Financiera Norte', address: 'Avisos@norte.example' });
    world.pass(60);
    await world.ask(email);
    expect(world.mailsTo(email).map(({ from }) => from)).toContainEqual(
      expect.stringMatching(/Financiera Norte.*avisos@norte\.example/),
    );
  });
});
