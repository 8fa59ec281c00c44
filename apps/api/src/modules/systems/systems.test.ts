import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { listSystems, retrySystem } from '@anticipa/contract/systems';
import { startErrorReportServer } from '@anticipa/sandbox/error-report-server';
import { startBucketServer } from '@anticipa/sandbox/s3-server';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aClient, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { freePort } from '../../../testing/free-port.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { check } from '../../commands/check.ts';
import { RecipientRefused } from '../../gateways/mail/port.ts';
import { openOutside, openStorage } from '../../gateways/outside.ts';
import { taxStatusOver } from '../../gateways/tax-status/http.ts';
import { settingOf } from '../../platform/config/sandbox-settings.ts';
import { openErrorReporter } from '../../platform/observe/error-reports.ts';
import { createOutsideHealth } from '../../platform/outside/outside-health.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { commit, version } from '../../version.ts';
import { workerJobs } from '../../worker.ts';
import { openWorkMetrics } from '../health/work-metrics.ts';
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

it('[SIS-08] shows how the calls to each system went, in the API and in the worker, and what waits', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const before = (await operator.call(listSystems, {})).data;
  expect(before.map(({ system, program }) => [system, program])).toContainEqual(['tax-status', 'api']);
  expect(before.every(({ lastSuccessAt, circuit }) => lastSuccessAt === null && circuit === 'closed')).toBe(true);

  let at = new Date('2026-03-11T01:00:00Z');
  const health = createOutsideHealth(() => at);
  const address = settingOf(portal.config, 'taxStatusUrl');
  const taxStatus = taxStatusOver({ address, circuit: health.circuitOf('tax-status') });
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
    queue: { waiting: 0, oldestAt: null, lastError: null },
    credentials: null,
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
  onTestFinished(() => smtp.close());
  await runJobs(portal, smtp);
  expect([waiting?.oldestAt ?? null, await mail()]).toEqual([
    waiting?.waiting === 0 ? null : portal.clock.now().toISOString(),
    { waiting: 0, oldestAt: null, lastError: null },
  ]);
});

it('[SIS-08] does not take an address that the mail server refuses for a failure of the server', async () => {
  const smtp = await startSmtpCatcher();
  smtp.bounce('nadie@cliente.example');
  const health = createOutsideHealth();
  const { mailer } = await openOutside({ ...portal.config, smtpUrl: smtp.smtpUrl }, health);
  const from = { name: 'Aurora', address: 'avisos@aurora.example' };
  const mail = { from, subject: 'A', text: 'a', html: '<p>a</p>', messageId: '<a@aurora.example>' };
  await expect(mailer.send({ ...mail, to: 'nadie@cliente.example' })).rejects.toBeInstanceOf(RecipientRefused);
  await smtp.close();
  const shown = () => health.all().filter(({ system }) => system === 'mail');
  expect(shown()).toMatchObject([{ successes: 1, failures: 0 }]);
  await expect(mailer.send({ ...mail, to: 'otro@cliente.example' })).rejects.toThrow();
  expect(shown()).toMatchObject([{ successes: 1, failures: 1, lastFailure: 'not accepted' }]);
});

it('records how the bucket and the error-reporting service were reached', async () => {
  const [bucket, reports] = await Promise.all([startBucketServer(), startErrorReportServer()]);
  const health = createOutsideHealth();
  const storage = await openStorage({ ...portal.config, bucket }, health);
  const reporter = openErrorReporter({ ...portal.config, sentryDsn: reports.dsn }, 'api', health);
  const shown = () => health.all().map(({ system, successes, lastFailure }) => [system, successes > 0, lastFailure]);
  await storage.put(crypto.randomUUID(), Buffer.from('<xml/>'));
  reporter?.report({}, 'a fault');
  await reporter?.flush();
  expect(shown()).toEqual([
    ['error-reports', true, null],
    ['storage', true, null],
  ]);
  await Promise.all([bucket.close(), reports.close()]);
  await expect(storage.put(crypto.randomUUID(), Buffer.from('<xml/>'))).rejects.toThrow();
  reporter?.report({}, 'another fault');
  await reporter?.flush();
  expect(shown()).toEqual([
    ['error-reports', true, 'no answer'],
    ['storage', true, 'no answer'],
  ]);
});

it('[SIS-08] shows why contracts wait for their constancia, and has the failed ones tried again now', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const { clientId } = await aClient(portal);
  const later = new Date(portal.clock.now().getTime() + 3_600_000);
  const [failed, underWay] = ['a'.repeat(64), 'b'.repeat(64)];
  await portal.db.owner.query(
    `insert into constancias (client_id, terms_hash, requested_at, due_at, last_error)
     values ($1, $2, $4, $5, 'did not answer'), ($1, $3, $4, $5, null)`,
    [clientId, failed, underWay, portal.clock.now(), later],
  );
  const queue = async () =>
    (await operator.call(listSystems, {})).data.find(({ system }) => system === 'conservation')?.queue;
  expect(await queue()).toMatchObject({ waiting: 2, lastError: 'did not answer' });
  await operator.call(retrySystem, { params: { system: 'conservation' } });
  await runJobs(portal, { smtpUrl: 'smtp://127.0.0.1:1' });
  expect(portal.mifiel.certified()).toEqual([failed]);
  expect(await queue()).toMatchObject({ waiting: 1, lastError: null });
  await portal.db.owner.query('delete from constancias');
});

it('continues a download that waits after a failure, when it is tried again', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const client = await aClient(portal);
  const { userId } = await aUser(portal, { client });
  const now = portal.clock.now();
  const later = new Date(now.getTime() + 300_000);
  await portal.db.owner.query(
    `with credential as (
       insert into sync_credentials (client_id, provider_id, status, submitted_by, submitted_at) values ($1, 'c', 20, $2, $3)
     )
     insert into sync_runs (client_id, run_id, state, issued_from, requested_at, due_at, last_error)
     values ($1, gen_random_uuid(), 'requested', $3, $3, $4, 'did not answer')`,
    [client.clientId, userId, now, later],
  );
  const due = async () => (await portal.db.owner.query('select due_at from sync_runs')).rows;
  expect(await due()).toEqual([{ due_at: later }]);
  await operator.call(retrySystem, { params: { system: 'invoice-sync' } });
  expect(await due()).toEqual([{ due_at: now }]);
});

it('[SIS-08] shows the first e.firma that expires and the connected clients whose credential is refused', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const shown = async () =>
    (await operator.call(listSystems, {})).data.find(({ system }) => system === 'invoice-sync')?.credentials;
  const connected = async (status: number, expiresAt: string | null, isActive = true) => {
    const client = await aClient(portal);
    const { userId } = await aUser(portal, { client });
    await portal.db.owner.query(
      `with activated as (update clients set sat_sync_active = $5 where client_id = $1)
       insert into sync_credentials (client_id, provider_id, status, submitted_by, submitted_at, expires_at)
       values ($1, 'c', $3, $2, now(), $4)`,
      [client.clientId, userId, status, expiresAt, isActive],
    );
  };
  expect(await shown()).toEqual({ expiry: null, refused: 0 });
  await connected(20, '2026-06-01T18:00:00Z');
  // This is 10 April in Mexico City.
  await connected(20, '2026-04-11T03:00:00Z');
  await connected(30, '2026-03-12T18:00:00Z');
  await connected(40, null);
  await connected(40, null, false);
  await connected(20, '2026-03-11T18:00:00Z', false);
  expect(portal.clock.today()).toBe('2026-03-10');
  expect(await shown()).toEqual({ expiry: { on: '2026-04-10', daysLeft: 31 }, refused: 2 });
});

const scrape = async (port: number): Promise<string> => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of a series; 0 without it. */
const metricOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  );

/** Metrics of a worker on its own port, with its jobs, which find no mail server. */
const measuredWorker = async () => {
  const { config, db, clock } = portal;
  const workerMetricsPort = await freePort();
  const log = logInto([]);
  const outside = await openOutside({ ...config, smtpUrl: 'smtp://127.0.0.1:1' });
  const parts = { config: { ...config, workerMetricsPort }, db: db.worker, clock, log };
  const metrics = await openWorkMetrics({ ...outside, ...parts }, { version, commit });
  if (metrics === null) throw new Error('the worker measures nothing');
  onTestFinished(() => metrics.close());
  return { ...metrics, jobs: metrics.timed(workerJobs({ ...parts, outside })) };
};

/** The file that the check of the books leaves for node_exporter. */
const checkedBooks = async (): Promise<string> => {
  const textfile = join(portal.dataDir, 'books.prom');
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await check({ ...portal.config, ownerUrl: portal.db.ownerUrl }, ['invariants', '--textfile', textfile]);
  written.mockRestore();
  return await readFile(textfile, 'utf8');
};

describe('[VIG-01] metrics', () => {
  it('the API measures its requests by route pattern, the queue, the pool, the outside calls, commits and storage', async () => {
    await portal.visitor.get('/api/file/0198aaaa-0000-4000-8000-000000000001');
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/anticipa_request_seconds_count\{method="GET",route="\/api\/file\/:id",status="401"\} 1/);
    expect(text).not.toContain('0198aaaa');
    expect(text).toMatch(/anticipa_queue_seconds\{since="oldest-due"\} \d/);
    expect(text).toMatch(/anticipa_pool_connections\{use="waiting"\} 0/);
    expect(text).toMatch(/anticipa_outside_calls_total\{system="tax-status",result="failure"\} 0/);
    expect(text).toContain(`anticipa_build_info{version="${version}",commit="${commit}",node="${process.version}"} 1`);
    expect(text).toMatch(/process_resident_memory_bytes \d/);
    expect(text).toMatch(/anticipa_commit_age_seconds 0\.\d/);
    expect(text).toContain('anticipa_accepts_uploads 1');
    expect(text).toMatch(/anticipa_certificate_days\{certificate="tax-authority"\} [1-9]/);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    expect((await portal.visitor.get('/metrics')).bytes.toString()).not.toContain('anticipa_');
  });

  it('a scrape tells that commits fail while the database is away, and has the other values', async () => {
    const { owner, ownerUrl } = portal.db;
    const name = new URL(ownerUrl).pathname.slice(1);
    await owner.query(`alter database ${name} connection limit 0`);
    onTestFinished(async () => void (await owner.query(`alter database ${name} connection limit -1`)));
    await owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = 'anticipa_api'`,
      [name],
    );
    const ages = async () => Number(/^anticipa_commit_age_seconds (\S+)/m.exec(await scrape(metricsPort))?.[1]);
    const first = await ages();
    expect(await ages()).toBeGreaterThan(first);
    const text = await scrape(metricsPort);
    expect(text).not.toContain('anticipa_queue_seconds{');
    expect(text).toContain('anticipa_accepts_uploads 1');
    await owner.query(`alter database ${name} connection limit -1`);
    await expect.poll(() => scrape(metricsPort)).toContain('anticipa_queue_seconds{');
  });

  it('the worker measures its jobs and the work that waits, as counts without names', async () => {
    const metrics = await measuredWorker();
    const job = (name: string) => metrics.jobs.find((one) => one.name === name);
    await job('resume-outbox')?.run({});
    await expect(job('deliver-outbox')?.run({})).rejects.toThrow();
    const client = await aClient(portal);
    const { userId } = await aUser(portal, { client });
    await portal.db.owner.query(
      `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at, given_up_at)
       select $1, id, 'password-changed', $2, id::text, $3, case number when 1 then $3::timestamptz end
       from (select gen_random_uuid() as id, number from generate_series(1, 3) number) mails`,
      [client.clientId, { userId }, portal.clock.now()],
    );
    portal.clock.pass(60_000);
    const text = await scrape(metrics.port);
    expect(text).toContain('anticipa_job_seconds_count{kind="resume-outbox",result="success"} 1');
    expect(text).toContain('anticipa_job_seconds_count{kind="deliver-outbox",result="failure"} 1');
    expect(text).toMatch(/anticipa_jobs_due\{kind="deliver-outbox"\} \d/);
    expect(text).toMatch(/anticipa_mails\{state="waiting"\} [2-9]/);
    expect(text).toMatch(/anticipa_mails\{state="failed"\} 1\n/);
    expect(text).toMatch(/anticipa_mails_oldest_seconds [1-9]\d/);
    expect(text).toContain('anticipa_sales_waiting{queue="payout"} 0');
    expect(text).toContain('anticipa_unidentified_payments 0');
    expect(text).toMatch(/anticipa_certificate_days\{certificate="client-efirma"\} \d/);
    expect(text).toContain('anticipa_build_info{');
    for (const secret of [client.clientId, client.rfc, userId]) expect(text).not.toContain(secret);
  });

  it('the alert rules and the dashboard name only what is measured, by labels that it has', async () => {
    const worker = await measuredWorker();
    const all = [await scrape(metricsPort), await scrape(worker.port), await checkedBooks()].join('\n');
    const exported = new Set(
      [...all.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, kind]) =>
        kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
      ),
    );
    // Prometheus adds the first two to whatever it scrapes.
    const labels = new Set(['job', 'instance', ...[...all.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)]);
    const pairs = new Set(all.match(/\w+="[^"]*"/g));
    for (const file of ['anticipa.rules.yml', 'grafana.json']) {
      const text = await readFile(join(import.meta.dirname, '../../../../../deploy/watching', file), 'utf8');
      const expressions = text.replaceAll('\\"', '"');
      const named = new Set(expressions.match(/\b(?:anticipa|nodejs|process)_[a-z0-9_]+/g));
      expect(named.size).toBeGreaterThan(7);
      expect([...named].filter((name) => !exported.has(name))).toEqual([]);
      const grouped = [...expressions.matchAll(/\bby \(([\w, ]+)\)|\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)];
      const selected = [...expressions.matchAll(/[{,] ?(\w+)(?:=~|!=|!~|=)"/g)];
      const used = [...grouped, ...selected].flatMap(([, some = '', one = '']) => `${some}, ${one}`.split(/, ?/));
      expect(used.filter((label) => label !== '' && !labels.has(label))).toEqual([]);
      const values = [...expressions.matchAll(/anticipa_\w+\{([^{}]*)\}/g)].flatMap(
        ([, selector = '']) => selector.match(/\w+="[^"]*"/g) ?? [],
      );
      expect(values.filter((pair) => !pairs.has(pair))).toEqual([]);
    }
  });

  it('[VIG-02] what the alerts ask for moves when work waits, mails or files are not taken, and books are broken', async () => {
    const { owner } = portal.db;
    const worker = await measuredWorker();
    const before = { api: await scrape(metricsPort), worker: await scrape(worker.port), books: await checkedBooks() };
    const client = await aClient(portal);

    const queue = 'anticipa_queue_seconds{since="oldest-due"}';
    expect(metricOf(before.api, queue)).toBeLessThan(300);
    await owner.query(`select graphile_worker.add_job('nobody', '{}', run_at => now() - interval '10 minutes')`);
    expect(metricOf(await scrape(metricsPort), queue)).toBeGreaterThanOrEqual(600);
    await owner.query(`delete from graphile_worker._private_jobs`);

    const failures = 'anticipa_outside_calls_total{system="mail",result="failure"}';
    const waiting = 'anticipa_mails{state="waiting"}';
    const { userId } = await aUser(portal, { client });
    const { rows } = await owner.query<{ clientId: string; outboxId: string }>(
      `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
       values ($1, gen_random_uuid(), 'password-changed', $2, 'm', $3) returning client_id as "clientId", outbox_id as "outboxId"`,
      [client.clientId, { userId }, portal.clock.now()],
    );
    await expect(worker.jobs.find(({ name }) => name === 'deliver-outbox')?.run(rows[0])).rejects.toThrow();
    const down = await scrape(worker.port);
    expect([failures, waiting].map((series) => metricOf(down, series) - metricOf(before.worker, series))).toEqual([
      1, 1,
    ]);

    expect(metricOf(before.api, 'anticipa_accepts_uploads')).toBe(1);
    const files = join(portal.dataDir, 'files');
    await rename(files, `${files}.away`);
    await expect.poll(() => scrape(metricsPort)).toContain('anticipa_accepts_uploads 0');
    await rename(`${files}.away`, files);

    expect(metricOf(before.books, 'anticipa_invariants_broken')).toBe(0);
    await aLine(portal, { client });
    await owner.query('update credit_lines set held = held + 1');
    expect(metricOf(await checkedBooks(), 'anticipa_invariants_broken')).toBe(1);
    await owner.query('update credit_lines set held = held - 1');

    const days = 'anticipa_certificate_days{certificate="tax-authority"}';
    const left = metricOf(before.api, days);
    portal.clock.pass((left - 20) * 86_400_000);
    expect(metricOf(await scrape(metricsPort), days)).toBeCloseTo(20, 1);
  });
});
