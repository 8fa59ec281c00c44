import type { Approval } from '@anticipa/contract/approvals';
import type { Operator } from '@anticipa/contract/operators';
import { routes } from '@anticipa/contract/routes';
import type { OperatorRole } from '@anticipa/domain/operator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, aLine, anOperator } from '../../../testing/builders.ts';
import type { Portal } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import { PASSWORD, type Session } from '../../../testing/session.ts';

let mails: PortalWithMail;
let portal: Portal;
beforeAll(async () => {
  mails = await startPortalWithMail();
  ({ portal } = mails);
});
afterAll(() => mails.close());
beforeEach(async () => {
  // Each test alone, and in a separate minute, so that rate limits do not interfere.
  portal.clock.pass(60_000);
  // Months that an operator has closed are kept even from this.
  await portal.db.owner.query(
    `set session_replication_role = replica; truncate operators cascade; set session_replication_role = origin`,
  );
});

const asOperator = async (roles: readonly OperatorRole[]) => {
  const one = await anOperator(portal, { roles });
  return { ...one, session: await portal.signIn(one.email) };
};
const change = (session: Session, what: object, reason = 'así lo pidió la dirección') =>
  session.send(routes.changeOperator, { body: { reason, change: what } });
const invite = (email: string, roles: readonly OperatorRole[] = ['riesgo']) => ({
  kind: 'invite',
  email,
  name: 'Luz Ñandú',
  roles,
});
const proposed = async (session: Session, what: object): Promise<Approval> => {
  const { proposal } = await session.call(routes.changeOperator, {
    body: { reason: 'así lo pidió la dirección', change: what },
  });
  if (proposal === null) throw new Error('it was applied at once');
  return proposal;
};
const approve = (session: Session, { id, ground }: Approval) =>
  session.send(routes.decideProposal, {
    params: { proposalId: id },
    body: { decision: { kind: 'approve', ground } },
  });
const listed = async (session: Session, wanted: string): Promise<Operator | undefined> =>
  (await session.call(routes.listOperators)).data.find(({ email }) => email === wanted);
const audited = async (action: string) =>
  (await portal.db.owner.query('select subject, details from audit where action = $1', [action])).rows;

describe('a single administrator', () => {
  it('[OPE-01] invites an operator by mail, who sets a password; from the second administrator on by proposal', async () => {
    const { session } = await asOperator(['administrador']);
    expect(await session.call(routes.listOperators)).toMatchObject({ needsSecond: false, data: [{ active: true }] });
    const answer = await change(session, invite(' LUZ@lender.test ', ['administrador', 'riesgo']));
    expect(answer.body).toEqual({ proposal: null });
    await mails.deliver();
    const link = linkIn(mails.mailsTo('luz@lender.test')[0]?.text);
    expect(await listed(session, 'luz@lender.test')).toMatchObject({
      name: 'Luz Ñandú',
      roles: ['riesgo', 'administrador'],
      hasPassword: false,
      hasSecondFactor: false,
    });
    expect((await mails.use(link.key, link)).status).toBe(200);
    expect((await listed(session, 'luz@lender.test'))?.hasPassword).toBe(true);
    expect(await session.call(routes.listOperators)).toMatchObject({ needsSecond: true });
    expect((await change(session, invite('otra@lender.test'))).body).toMatchObject({
      proposal: { state: 'open' },
    });
    expect(await listed(session, 'otra@lender.test')).toBeUndefined();
  });

  it('[OPE-01] mails another invitation, which voids the first, until it is used', async () => {
    const { session } = await asOperator(['administrador']);
    await change(session, invite('dos@lender.test'));
    await mails.deliver();
    const { operatorId } = (await listed(session, 'dos@lender.test')) ?? { operatorId: '' };
    expect((await session.send(routes.inviteOperatorAgain, { params: { operatorId }, body: {} })).status).toBe(200);
    await mails.deliver();
    const [second, first] = mails.mailsTo('dos@lender.test').map(({ text }) => linkIn(text));
    const keys = [first, second].map((link) => link?.key ?? '');
    expect(new Set(keys).size).toBe(2);
    const uses = [];
    for (const key of keys) uses.push((await mails.use(key, { email: 'dos@lender.test' })).code);
    expect(uses.toSorted()).toEqual(['INVALID_KEY', null]);
    const again = await session.send(routes.inviteOperatorAgain, { params: { operatorId }, body: {} });
    expect(again.code).toBe('INVITATION_USED');
  });

  it('[OPE-01] is not left without an administrator', async () => {
    const { session, operatorId } = await asOperator(['administrador', 'riesgo']);
    const disable = await session.send(routes.disableOperator, { params: { operatorId }, body: { reason: 'me voy' } });
    expect(disable.code).toBe('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
    expect((await change(session, { kind: 'roles', operatorId, roles: ['riesgo'] })).code).toBe(
      'AT_LEAST_ONE_ADMIN_IS_REQUIRED',
    );
  });

  it('[OPE-01] refuses an e-mail in use, a wrong one, no change and an unknown operator', async () => {
    const { session, operatorId, email } = await asOperator(['administrador']);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await change(session, invite(email.toUpperCase()))).code).toBe('EMAIL_ALREADY_REGISTERED');
    expect((await change(session, invite('nadie'))).code).toBe('INVALID_EMAIL');
    expect((await change(session, { kind: 'enable', operatorId })).code).toBe('NOTHING_CHANGED');
    expect((await change(session, { kind: 'repair', operatorId })).code).toBe('NOTHING_CHANGED');
    expect((await change(session, { kind: 'enable', operatorId: nobody })).code).toBe('NOT_FOUND');
    for (const route of [routes.disableOperator, routes.endOperatorSessions, routes.inviteOperatorAgain]) {
      const body = route === routes.disableOperator ? { reason: 'no existe' } : {};
      expect((await session.send(route, { params: { operatorId: nobody }, body })).code).toBe('NOT_FOUND');
    }
  });
});

describe('two administrators', () => {
  let first: Awaited<ReturnType<typeof asOperator>>;
  let second: typeof first;
  let risk: typeof first;
  beforeEach(async () => {
    first = await asOperator(['administrador']);
    second = await asOperator(['administrador']);
    risk = await asOperator(['riesgo']);
  });

  it('[OPE-02] two administrators change roles together; a role taken away ends at the next call', async () => {
    await risk.session.call(routes.getTaxpayerList);
    const roles = await proposed(first.session, {
      kind: 'roles',
      operatorId: risk.operatorId,
      roles: ['contabilidad'],
    });
    expect(roles).toMatchObject({
      change: {
        kind: 'operator',
        about: { operatorId: risk.operatorId },
        before: { roles: ['riesgo'] },
        now: { roles: ['riesgo'] },
        proposed: { roles: ['contabilidad'] },
      },
      names: { [risk.operatorId]: 'Oscar Operador' },
      effect: null,
    });
    expect((await approve(first.session, roles)).code).toBe('OWN_PROPOSAL');
    expect((await approve(risk.session, roles)).code).toBe('ROLE_NEEDED');
    expect((await risk.session.send(routes.getTaxpayerList)).status).toBe(200);
    expect((await approve(second.session, roles)).code).toBeNull();
    expect((await risk.session.send(routes.getTaxpayerList)).code).toBe('ROLE_NEEDED');
  });

  it('[OPE-02] two administrators invite together; of two for one e-mail the second has no base', async () => {
    const one = await proposed(first.session, invite('nueva@lender.test'));
    const other = await proposed(first.session, invite('nueva@lender.test', ['auditor']));
    expect(one).toMatchObject({
      change: { before: null, proposed: { name: 'Luz Ñandú', roles: ['riesgo'] } },
    });
    expect((await approve(second.session, one)).body).toMatchObject({ proposal: { state: 'approved' } });
    expect((await approve(second.session, other)).body).toMatchObject({ proposal: { state: 'outdated' } });
    await mails.deliver();
    expect(mails.mailsTo('nueva@lender.test')).toHaveLength(1);
    expect((await listed(first.session, 'nueva@lender.test'))?.roles).toEqual(['riesgo']);
  });

  it('[OPE-02] no administrator decides on the own access, and the table enforces it', async () => {
    const repair = await proposed(first.session, {
      kind: 'roles',
      operatorId: second.operatorId,
      roles: ['administrador', 'riesgo'],
    });
    expect((await approve(second.session, repair)).code).toBe('OWN_ACCESS');
    const forced = portal.db.owner.query(
      `update approvals set state = 'approved', decided_by = operator_id, decided_at = now() where approval_id = $1`,
      [repair.id],
    );
    await expect(forced).rejects.toThrow('approvals_second_person');
    // If the operator concerned proposes it, the other one decides.
    const own = await proposed(second.session, {
      kind: 'roles',
      operatorId: second.operatorId,
      roles: ['riesgo'],
    }).catch((cause: Error) => cause.message);
    expect(own).toContain('PROPOSAL_PENDING');
  });

  it('[OPE-01] two administrators repair a lost second factor: it is enrolled again, sessions end, and the operator gets a mail', async () => {
    await portal.db.owner.query(`update operators set totp_secret = 'x', demo_code = null where operator_id = $1`, [
      risk.operatorId,
    ]);
    await portal.db.owner.query(`insert into operator_recovery_codes values ($1, 'x')`, [risk.operatorId]);
    expect(await listed(first.session, risk.email)).toMatchObject({ hasSecondFactor: true, recoveryCodes: 1 });
    const repair = await proposed(first.session, { kind: 'repair', operatorId: risk.operatorId });
    expect(repair.change).toMatchObject({
      kind: 'second-factor',
      now: { secondFactor: true },
      proposed: { secondFactor: false },
    });
    expect((await approve(second.session, repair)).code).toBeNull();
    expect(await listed(first.session, risk.email)).toMatchObject({
      hasSecondFactor: false,
      recoveryCodes: 0,
      openSessions: 0,
    });
    expect((await risk.session.send(routes.listSessions)).code).toBe('NO_SESSION');
    const body = { username: risk.email, password: PASSWORD };
    expect((await portal.visitor.send(routes.login, { body })).code).toBe('SECOND_FACTOR_MISSING');
    await mails.deliver();
    expect(mails.mailsTo(risk.email).map(({ subject }) => subject)).toEqual(['Se retiró tu segundo factor']);
    expect(await audited('second-factor.cleared')).toMatchObject([{ subject: `operator:${risk.operatorId}` }]);
  });

  it('[OPE-01] a disabled operator is out at the next call, and needs two people to come back', async () => {
    const disabled = await first.session.call(routes.disableOperator, {
      params: { operatorId: risk.operatorId },
      body: { reason: 'dejó la empresa' },
    });
    expect(disabled.operator).toMatchObject({ active: false, openSessions: 0 });
    expect((await risk.session.send(routes.listSessions)).code).toBe('NO_SESSION');
    const back = await proposed(first.session, { kind: 'enable', operatorId: risk.operatorId });
    expect((await approve(second.session, back)).code).toBeNull();
    expect((await (await portal.signIn(risk.email)).send(routes.listSessions)).status).toBe(200);
    expect(await audited('operator.changed')).toContainEqual(
      expect.objectContaining({
        details: { before: { active: true }, after: { active: false }, reason: 'dejó la empresa' },
      }),
    );
  });

  it('[OPE-02] an administrator who disables the other one still needs a second person', async () => {
    await first.session.call(routes.disableOperator, {
      params: { operatorId: second.operatorId },
      body: { reason: 'quiero mandar solo' },
    });
    expect((await change(first.session, invite('complice@lender.test'))).body).toMatchObject({
      proposal: { state: 'open' },
    });
  });

  it('[OPE-01] one is left of two administrators who disable each other at once', async () => {
    const disable = (by: typeof first, of: typeof first) =>
      by.session.send(routes.disableOperator, { params: { operatorId: of.operatorId }, body: { reason: 'a la vez' } });
    const answers = await Promise.all([disable(first, second), disable(second, first)]);
    expect(answers.filter(({ code }) => code === null)).toHaveLength(1);
    const { rows } = await portal.db.owner.query(
      `select 1 from operators join operator_roles using (operator_id) where role = 'administrador' and active`,
    );
    expect(rows).toHaveLength(1);
  });

  it('[OPE-01] ends the sessions of an operator, who may sign in again', async () => {
    const params = { operatorId: risk.operatorId };
    expect((await listed(first.session, risk.email))?.openSessions).toBe(1);
    const { operator } = await first.session.call(routes.endOperatorSessions, { params, body: {} });
    expect(operator.openSessions).toBe(0);
    expect((await risk.session.send(routes.listSessions)).code).toBe('NO_SESSION');
    await portal.signIn(risk.email);
  });

  it('[OPE-02] an administrator approves no money', async () => {
    const client = await aClient(portal);
    await aLine(portal, { client });
    const { proposal } = await risk.session.call(routes.propose, {
      body: {
        clientId: client.clientId,
        product: 'BI',
        currency: 'MXN',
        reason: 'sube de ventas',
        change: { kind: 'credit-line', proposed: { limit: '9000000.00' } },
      },
    });
    expect((await approve(first.session, proposal)).code).toBe('ROLE_NEEDED');
    const reject = { decision: { kind: 'reject', motive: 'no me gusta' } };
    const refused = await first.session.send(routes.decideProposal, {
      params: { proposalId: proposal.id },
      body: reject,
    });
    expect(refused.code).toBe('ROLE_NEEDED');
  });
});
