import {
  type ErrorReportBehaviour,
  type ErrorReportServer,
  startErrorReportServer,
} from '@anticipa/sandbox/error-report-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorReporter, errorReporterOver, reportingLog } from './error-reports.ts';

const START = Date.parse('2026-03-10T16:00:00Z');

let server: ErrorReportServer;
let reporter: ErrorReporter;
let now = START;

const reporterTo = (dsn: string, deadlineMs = 60_000): ErrorReporter =>
  errorReporterOver({ dsn, service: 'api', environment: 'production', deadlineMs, now: () => now });

beforeAll(async () => {
  server = await startErrorReportServer();
});
beforeEach(() => {
  now += 3_600_000;
  server.script('accept');
  reporter = reporterTo(server.dsn);
});
afterAll(() => server.close());

const report = async (err: Error, fields: object = {}): Promise<void> => {
  reporter.report({ err, ...fields }, 'request failed unexpectedly');
  await reporter.flush();
};
const differently = (count: number): Error[] =>
  Array.from(
    { length: count },
    (_, at) => new Error(`failed ${'abcdefghij'.charAt(at % 10)}${'klmnopqrst'.charAt(Math.trunc(at / 10))}`),
  );

describe('[API-08] an error', () => {
  it('is sent as an envelope that the service accepts, with type, words, frames, route and request', async () => {
    const requestId = '0198aaaa-0000-4000-8000-000000000001';
    await report(new TypeError('Cannot read the sale'), { route: '/api/sale/:saleId', requestId, rfc: 'ANO150401AB9' });
    expect(server.problems()).toEqual([]);
    const event = server.events().at(-1);
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      environment: 'production',
      logger: 'request failed unexpectedly',
      timestamp: now / 1000,
      tags: { service: 'api', route: '/api/sale/:saleId', request: requestId },
      exception: { values: [{ type: 'TypeError', value: 'Cannot read the sale' }] },
    });
    expect(JSON.stringify(event)).toContain('"filename":"apps/api/src/platform/observe/error-reports.test.ts"');
    expect(JSON.stringify(event)).not.toContain(process.cwd());
  });

  it('leaves everything that is not allow-listed behind', async () => {
    const secrets = [
      'ANO150401AB9',
      '002180700000000013',
      'Aceros',
      'Ñandú',
      'ana@norte.demo',
      'k'.repeat(43),
      '1,160.00',
      'a1b2c3',
    ];
    const err = Object.assign(new Error(`payer ${secrets.join(' ')} was refused`), {
      code: 'E_REFUSED',
      body: secrets,
    });
    err.stack = `${err.stack}\n    at ANO150401AB9 (https://x/?k=${'k'.repeat(43)}:1:1)`;
    await report(err, { body: secrets, route: `/api/x?rfc=${secrets[0]}`, requestId: 'ana@norte.demo' });
    reporter.report(
      {
        report: {
          errorId: secrets[5],
          error: `failed for ${secrets[2]} ${secrets[4]}`,
          component: 'Ana R.',
          path: `/f/${secrets[7]}`,
        },
      },
      'error reported by a browser',
    );
    await reporter.flush();
    expect(server.problems()).toEqual([]);
    const [own, browser] = server.events().slice(-2);
    expect(own).toMatchObject({ exception: { values: [{ value: `payer ${'… '.repeat(8)}was refused (E_REFUSED)` }] } });
    expect(browser).toMatchObject({ platform: 'javascript', exception: { values: [{ value: 'failed for … …' }] } });
    for (const secret of secrets) expect(JSON.stringify([own, browser])).not.toContain(secret);
  });

  it('is sent five times a minute if repeated, and sixty times in all', async () => {
    const before = server.received();
    const again = new Error('the same');
    for (let count = 0; count < 20; count += 1) await report(again);
    expect(server.received() - before).toBe(5);
    for (const err of differently(100)) await report(err);
    expect(server.received() - before).toBe(60);
    now += 60_000;
    await report(again);
    expect(server.received() - before).toBe(61);
  });

  it('is sent after a limit of other categories', async () => {
    const [first = new Error(), second = new Error()] = differently(2);
    server.script('limit-others');
    await report(first);
    server.script('accept');
    const before = server.received();
    await report(second);
    expect(server.received()).toBe(before + 1);
  });

  it('is sent although browsers have used up their fifteen a minute', async () => {
    now += 60_000;
    const before = server.received();
    for (const { message: error } of differently(100)) {
      reporter.report({ report: { error, component: 'App', path: '/' } }, 'error reported by a browser');
      await reporter.flush();
    }
    expect(server.received() - before).toBe(15);
    for (const err of differently(20)) await report(err);
    expect(server.received() - before).toBe(35);
    now += 60_000;
  });

  it.each<[ErrorReportBehaviour, number]>([
    ['limit', 30],
    ['limit-without-time', 60],
    ['limit-errors', 45],
  ])('is dropped after "%s" for %i seconds', async (behaviour, seconds) => {
    const [first = new Error(), second = new Error(), third = new Error()] = differently(3);
    server.script(behaviour);
    await report(first);
    server.script('accept');
    const before = server.received();
    now += seconds * 1000 - 1;
    await report(second);
    expect(server.received()).toBe(before);
    now += 1;
    await report(third);
    expect(server.received()).toBe(before + 1);
  });

  it('is dropped without a word while the service fails or hangs, five at most at once', async () => {
    for (const behaviour of ['error-500', 'reset', 'html'] as const) {
      server.script(behaviour);
      await report(new Error(`failed of ${behaviour}`));
    }
    server.script('hang');
    reporter = reporterTo(server.dsn, 300);
    const before = server.received();
    for (const err of differently(20)) reporter.report({ err }, 'failed');
    await reporter.flush();
    expect(server.received() - before).toBe(5);
  });
});

it('[API-08] what a log has as an error is reported, once', async () => {
  const lines: string[] = [];
  const line = (_: object, message: string): void => void lines.push(message);
  const log = reportingLog({ info: line, warn: line, error: line }, reporter);
  const before = server.received();
  log.warn({}, 'a warning');
  log.info({}, 'a notice');
  log.error({ err: new Error('broken') }, 'an error');
  await reporter.flush();
  expect(lines).toEqual(['a warning', 'a notice', 'an error']);
  expect(server.received() - before).toBe(1);
});
