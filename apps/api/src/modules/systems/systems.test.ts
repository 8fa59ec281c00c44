import { listSystems } from '@anticipa/contract/systems';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTaxStatus } from '../../gateways/tax-status/http.ts';
import { createOutsideHealth } from '../../lib/outside-health.ts';
import { aClient, anOperator, aUser } from '../../lib/testing/builders.ts';
import { freePort } from '../../lib/testing/free-port.ts';
import { runJobs } from '../../lib/testing/jobs.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { recordSystems } from './queries.ts';

let portal: Portal;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  portal = await startPortal({ metricsPort });
});
afterAll(() => portal.close());

const invoice = (uuid: string) => ({
  uuid,
  issuer: { rfc: 'AAA010101AAA' },
  receiver: { rfc: 'BBB010101BBB' },
  total: '1.00',
  sealTail: '12345678',
});

it('shows how the calls to each system went, in the API and in the worker, and what waits', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const before = (await operator.call(listSystems, {})).data;
  expect(before.map(({ system, program }) => [system, program])).toContainEqual(['tax-status', 'api']);
  expect(before.every(({ lastSuccessAt, circuit }) => lastSuccessAt === null && circuit === 'closed')).toBe(true);

  let at = new Date('2026-03-11T01:00:00Z');
  const health = createOutsideHealth(() => at);
  const taxStatus = openTaxStatus(portal.config, health.circuitOf('tax-status'));
  const record = () =>
    runAs({ db: portal.db.worker, clock: portal.clock }, WORKER, (work) => recordSystems(work, health.all()));
  const [good, bad] = [crypto.randomUUID(), `50505050${crypto.randomUUID().slice(8)}`];
  await taxStatus.check(invoice(good));
  await record();
  at = new Date('2026-03-11T01:10:00Z');
  for (let count = 0; count < 5; count += 1) await taxStatus.check(invoice(bad));
  await record();
  const shown = (await operator.call(listSystems, {})).data.find(({ program }) => program === 'worker');
  expect(shown).toEqual({
    system: 'tax-status',
    program: 'worker',
    lastSuccessAt: '2026-03-11T01:00:00.000Z',
    lastFailureAt: '2026-03-11T01:10:00.000Z',
    lastFailure: 'no valid answer',
    circuit: 'open',
    queue: { waiting: 0, oldestAt: null },
  });
});

it('counts mails that wait for the mail server', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const { email } = await aUser(portal, { client: await aClient(portal) });
  await portal.signIn(email);
  await portal.db.owner.query('update outbox set created_at = $1', [portal.clock.now()]);
  const mail = async () => (await operator.call(listSystems, {})).data.find(({ system }) => system === 'mail')?.queue;
  const waiting = await mail();
  const smtp = await startSmtpCatcher();
  await runJobs(portal, smtp);
  await smtp.close();
  expect([waiting?.oldestAt ?? null, await mail()]).toEqual([
    waiting?.waiting === 0 ? null : portal.clock.now().toISOString(),
    { waiting: 0, oldestAt: null },
  ]);
});

it('measures requests by route pattern, the queue, the pool and the outside calls on a port of its own', async () => {
  await portal.visitor.get('/api/file/0198aaaa-0000-4000-8000-000000000001');
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toMatch(/anticipa_request_seconds_count\{method="GET",route="\/api\/file\/:id",status="401"\} 1/);
  expect(text).not.toContain('0198aaaa');
  expect(text).toMatch(/anticipa_queue_seconds\{since="oldest-due"\} \d/);
  expect(text).toMatch(/anticipa_pool_connections\{use="waiting"\} 0/);
  expect(text).toMatch(/anticipa_outside_calls_total\{system="tax-status",result="failure"\} 0/);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  expect((await portal.visitor.get('/metrics')).bytes.toString()).not.toContain('anticipa_');
});
