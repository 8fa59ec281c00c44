import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import type { Settings } from '@anticipa/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { requestSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let world: PortalWithMail;
let administrator: Session;
let maker: Session;
let checker: Session;

beforeAll(async () => {
  world = await startPortalWithMail();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.pass(1);
  administrator = await world.portal.signIn((await anOperator(world.portal, { roles: ['administrador'] })).email);
  maker = await world.portal.signIn((await anOperator(world.portal)).email);
  checker = await world.portal.signIn((await anOperator(world.portal)).email);
});

const change = async (what: object): Promise<Settings> =>
  (await administrator.call(routes.changeSetting, { body: { reason: 'lo pidió dirección', change: what } })).settings;
const refusal = async (what: object) =>
  administrator.refusal(routes.changeSetting, { body: { reason: 'lo pidió dirección', change: what } });

describe('[OPE-07] a setting', () => {
  it('changes the name of a product for all clients, and logs the previous one', async () => {
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

  it('sets the adviser’s phone of a branch, which clients without access read', async () => {
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

  it('sets the lender’s tax data, with an RFC in its form', async () => {
    const data = { name: 'OTRA FINANCIERA', fiscalRegime: '601', postalCode: '06000' };
    expect(await refusal({ kind: 'lender', rfc: 'X', ...data })).toMatchObject({ code: 'RFC_INVALID' });
    const ofPerson = { kind: 'lender', rfc: 'OFI180517AB3', ...data, fiscalRegime: '612' };
    expect(await refusal(ofPerson)).toMatchObject({ code: 'FISCAL_REGIME_INVALID' });
    const { lender } = await change({ kind: 'lender', rfc: 'ofi180517ab3', ...data });
    expect(lender).toEqual({ rfc: 'OFI180517AB3', ...data });
  });
});

describe('[OPE-07] a setting that moves money', () => {
  const reason = 'cambio de banco';
  const propose = async (what: object, by = maker): Promise<Approval> => {
    const { proposal } = await by.call(routes.proposeSetting, { body: { reason, change: what } });
    if (!proposal) throw new Error('applied without a second person');
    return proposal;
  };
  const refusalOf = (what: object) => maker.refusal(routes.proposeSetting, { body: { reason, change: what } });
  const approve = (session: Session, { id, ground }: Approval) =>
    session.send(routes.decideProposal, {
      params: { proposalId: id },
      body: { decision: { kind: 'approve', ground } },
    });
  const settings = async (): Promise<Settings> => (await checker.call(routes.getSettings)).settings;

  const account = (clabe: string) => ({
    kind: 'lender-account',
    currency: 'MXN',
    proposed: { beneficiary: 'Aurora', clabe, account: '0123456789', swift: '' },
  });

  it('an account changes when another person approves it', async () => {
    expect(await refusalOf(account('012180001234567890'))).toMatchObject({ code: 'CLABE_INVALID' });
    const { proposed, ...change } = account('012180001234567899');
    // The bank is that of the CLABE: a typed one could contradict it.
    expect(await refusalOf({ ...change, proposed: { ...proposed, bank: 'Banorte' } })).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    const proposal = await propose(account('0121 80001234567899'));
    expect(proposal.change).toMatchObject({
      kind: 'lender-account',
      about: { currency: 'MXN' },
      now: { bank: 'Banco de Prueba', clabe: '012180001234567891', swift: null },
      proposed: { bank: 'BBVA', clabe: '012180001234567899', swift: null },
    });
    expect(await refusalOf(account('012180001234567899'))).toMatchObject({ code: 'PROPOSAL_PENDING' });
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await approve(administrator, proposal)).code).toBe('ROLE_NEEDED');
    expect((await settings()).accounts[0]?.bank).toBe('Banco de Prueba');
    expect((await approve(checker, proposal)).code).toBe(null);
    expect((await settings()).accounts[0]).toMatchObject({ currency: 'MXN', bank: 'BBVA' });
  });

  it('refuses an approval amount of 10^12 or more, and a tolerance above 100 %', async () => {
    const none = { perDay: null, perPayment: null, paymentsPerDay: null, surplusPercent: '1.00' };
    const proposed = { perSale: '1000000000000000.00', ...none };
    const refused = await refusalOf({ kind: 'approval-amounts', currency: 'MXN', proposed });
    expect(refused).toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: 'change.proposed.perSale' }] });
    const above = {
      kind: 'approval-amounts',
      currency: 'MXN',
      proposed: { ...none, perSale: null, surplusPercent: '100.01' },
    };
    expect(await refusalOf(above)).toMatchObject({ details: [{ path: 'change.proposed.surplusPercent' }] });
  });

  it('sets a CLABE range, of one company', async () => {
    await approve(checker, await propose({ kind: 'clabe-range', company: 'NUEVA', proposed: { prefix: '646180' } }));
    const taken = { kind: 'clabe-range', company: 'OTRA', proposed: { prefix: '646180' } };
    expect(await refusalOf(taken)).toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await settings()).clabeRanges).toContainEqual({ company: 'NUEVA', prefix: '646180' });
  });

  it('[LIB-46] gives an account its number in the lender’s chart, which no other account has', async () => {
    const own = (account: string, number: string) => ({ kind: 'own-account', account, proposed: { number } });
    const proposal = await propose(own('CARTERA', '106-01'));
    expect((await settings()).ownAccounts).toEqual([]);
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await approve(administrator, proposal)).code).toBe('ROLE_NEEDED');
    expect((await approve(checker, proposal)).code).toBe(null);
    expect((await settings()).ownAccounts).toEqual([{ account: 'CARTERA', number: '106-01' }]);
    for (const taken of [own('BANCOS', '106.01'), own('BANCOS', '106-'), own('BANCOS', 'ñ')])
      expect(await refusalOf(taken)).toMatchObject({
        code: 'INVALID_REQUEST',
        details: [{ path: 'change.proposed.number' }],
      });
    expect(await refusalOf(own('CARTERA', '106-01'))).toMatchObject({ code: 'NOTHING_CHANGED' });
    await approve(checker, await propose(own('CARTERA', '106-02')));
    expect((await settings()).ownAccounts).toEqual([{ account: 'CARTERA', number: '106-02' }]);
  });

  it('[LIB-46] sets the form of numbers of accounts in a program', async () => {
    const format = (levels: string) => ({
      kind: 'account-format',
      program: 'coi',
      proposed: { levels, separator: '-' },
    });
    expect(await refusalOf(format(''))).toMatchObject({ code: 'NOTHING_CHANGED' });
    expect(await refusalOf(format('4-'))).toMatchObject({ code: 'INVALID_REQUEST' });
    await approve(checker, await propose(format('4-3-3')));
    expect((await settings()).accountFormats).toEqual([{ program: 'coi', levels: '4-3-3', separator: '-' }]);
  });

  it('[LIB-131] sets the stages of the estimate from a day, which rise, by two people of accounting or risk', async () => {
    const usual = { stage2From: 31, stage3From: 90, percent1: '0.50', percent2: '20.00', percent3: '60.00' };
    const stages = (from: string, changed: object) => ({
      kind: 'estimate-terms',
      from,
      proposed: { ...usual, ...changed },
    });
    const today = world.portal.clock.today();
    expect((await settings()).estimateTerms).toEqual([]);
    expect(await refusalOf(stages(today, {}))).toMatchObject({ code: 'NOTHING_CHANGED' });
    expect(await refusalOf(stages('2026-01-01', { percent3: '70' }))).toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'change.from' }],
    });
    for (const wrong of [{ stage3From: 31 }, { stage2From: 0 }, { percent1: '21' }, { percent3: '100.01' }])
      expect(await refusalOf(stages(today, wrong))).toMatchObject({ code: 'INVALID_REQUEST' });
    const proposal = await propose(stages('2026-12-01', { percent3: '70' }));
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await approve(administrator, proposal)).code).toBe('ROLE_NEEDED');
    expect((await approve(checker, proposal)).code).toBe(null);
    await approve(checker, await propose(stages(today, { stage3From: '91' })));
    expect((await settings()).estimateTerms).toEqual([
      { ...usual, from: '2026-12-01', percent3: '70.00', inForce: false },
      { ...usual, from: today, stage3From: 91, inForce: true },
    ]);
  });

  it('sets a text of the terms, in force from its date on; sales before it keep theirs', async () => {
    const [first] = (await settings()).terms;
    const body = `${first?.body}\n\n${'Cláusula nueva. '.repeat(10)}`.trim();
    const today = world.portal.clock.today();
    const terms = (inForceFrom: string, version = '2') => ({ kind: 'terms', version, proposed: { body, inForceFrom } });
    expect(await refusalOf(terms(today))).toMatchObject({ code: 'TERMS_NOT_NEW' });
    expect(await refusalOf(terms('2026-03-20', '1'))).toMatchObject({ code: 'TERMS_NOT_NEW' });
    const proposal = await propose(terms('2026-03-12'));
    expect(proposal.change).toMatchObject({ before: { body: first?.body }, proposed: { body } });
    const seller = await aSeller(world.portal);
    const versionOf = async (saleId = ''): Promise<string | undefined> =>
      (await checker.call(routes.getLenderSale, { params: { saleId } })).acceptance?.version;
    const [before] = await requestSale(seller.session, await seller.invoices({ count: 1 }));
    expect((await approve(checker, proposal)).code).toBe(null);
    expect((await settings()).terms).toMatchObject([
      { version: '2', inForce: false, body, publishedAt: '2026-03-12T06:00:00.000Z' },
      { version: '1', inForce: true },
    ]);
    const [entry] = (await maker.call(routes.listLog, { query: { action: 'proposal.made' } })).data;
    expect(entry?.changes).toContainEqual({
      field: 'Texto',
      before: first?.hash,
      after: (await settings()).terms[0]?.hash,
    });
    world.portal.clock.set(new Date('2026-03-12T16:00:00Z'));
    checker = await world.portal.signIn((await anOperator(world.portal)).email);
    expect((await settings()).terms.map(({ inForce }) => inForce)).toEqual([true, false]);
    const later = await world.portal.signIn(seller.user.email);
    const [after] = await requestSale(later, await seller.invoices({ count: 1 }), '2026-04-24');
    expect([await versionOf(before?.saleId), await versionOf(after?.saleId)]).toEqual(['1', '2']);
  });

  it('terms are not approved once other terms came in between', async () => {
    const body = 'Otro texto de los términos. '.repeat(10).trim();
    const terms = (version: string, inForceFrom: string) => ({
      kind: 'terms',
      version,
      proposed: { body: `${body} ${version}`, inForceFrom },
    });
    const [one, other] = [await propose(terms('3', '2026-03-20')), await propose(terms('4', '2026-03-25'))];
    expect((await approve(checker, one)).code).toBe(null);
    expect((await approve(checker, other)).code).toBe('GROUND_CHANGED');
  });

  it('[OPE-02] an approval amount is changed by a single administrator at once, and by two by proposal', async () => {
    const amounts = (perSale: string | null, perDay: string | null) => ({
      kind: 'approval-amounts',
      currency: 'USD',
      proposed: { perSale, perDay, perPayment: null, paymentsPerDay: '70000.00', surplusPercent: '0.50' },
    });
    const paid = { currency: 'USD', perPayment: null, paymentsPerDay: '70000.00', surplusPercent: '0.50' };
    const first = await propose(amounts('50000.00', null), administrator);
    expect(first.change).toMatchObject({
      now: { perSale: null, perDay: null, surplusPercent: '1.00' },
      proposed: { perSale: '50000.00', perDay: null },
    });
    expect((await approve(administrator, first)).code).toBe('OWN_PROPOSAL');
    const risk = await world.portal.signIn((await anOperator(world.portal, { roles: ['riesgo'] })).email);
    expect((await approve(risk, first)).code).toBe('ROLE_NEEDED');
    const second = await world.portal.signIn((await anOperator(world.portal, { roles: ['administrador'] })).email);
    expect((await settings()).approvalAmounts).toEqual([]);
    expect((await approve(second, first)).code).toBe(null);
    expect((await settings()).approvalAmounts).toEqual([{ ...paid, perSale: '50000.00', perDay: null }]);

    await world.portal.db.owner.query(`delete from operator_roles where role = 'administrador' and operator_id <> $1`, [
      (await administrator.call(routes.getSession)).user?.userId,
    ]);
    const body = { reason, change: amounts('50000.00', '90000.00') };
    expect(await administrator.call(routes.proposeSetting, { body })).toEqual({ proposal: null });
    expect((await settings()).approvalAmounts).toEqual([{ ...paid, perSale: '50000.00', perDay: '90000.00' }]);
    const [entry] = (await administrator.call(routes.listLog, { query: { action: 'setting.changed' } })).data;
    expect(entry).toMatchObject({
      subject: 'setting:approval-amounts-USD',
      changes: [
        { field: 'propuesta', before: null, after: 'Segunda persona en USD' },
        { field: 'Por cliente y operador en un día', before: 'Sin segunda persona', after: 'USD 90,000.00' },
      ],
      reason,
    });
  });
});
