import { startLenderServicesServer } from '@anticipa/sandbox/lender-calls-server';
import { type OtlpCollector, startOtlpCollector } from '@anticipa/sandbox/otlp-collector';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lenderServicesOver } from '../../gateways/lender-services/http.ts';
import { exportSpans, placeIn, type Span, traced, tracedWithin, traceFields } from '../trace/trace.ts';
import { type SpanExporter, spanExporter } from './otlp.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it.each([
  [`00-${TRACE}-${PARENT}-01`, true],
  [`00-${TRACE}-${PARENT}-00`, false],
  [`cc-${TRACE}-${PARENT}-01-what the future holds`, true],
])('[VIG-03] continues the trace of %s', (traceparent, isSampled) => {
  expect(placeIn(traceparent)).toEqual({ traceId: TRACE, spanId: PARENT, isSampled });
});

it.each([
  [undefined],
  [''],
  [[`00-${TRACE}-${PARENT}-01`]],
  [`ff-${TRACE}-${PARENT}-01`],
  [`00-${'0'.repeat(32)}-${PARENT}-01`],
  [`00-${TRACE}-${'0'.repeat(16)}-01`],
  [`00-${TRACE.toUpperCase()}-${PARENT}-01`],
  [`00-${TRACE}-${PARENT}-01-more`],
  [`cc-${TRACE}-${PARENT}-01.more`],
  [`00-${TRACE}-${PARENT}-01\n`],
  [` 00-${TRACE}-${PARENT}-01`],
])('[VIG-03] a trace of its own instead of that of %j', (traceparent) => {
  expect(placeIn(traceparent)).toBeNull();
});

let collector: OtlpCollector;
beforeEach(async () => {
  collector = await startOtlpCollector();
  return collector.close;
});

const exporterOf = (options: { readonly deadlineMs?: number } = {}): SpanExporter =>
  spanExporter({
    endpoint: collector.endpoint,
    headers: { 'x-key': 'k' },
    service: 'anticipa-api',
    version: '1.0.0',
    everyMs: 60_000,
    ...options,
  });

const span: Span = {
  traceId: TRACE,
  spanId: PARENT,
  parentId: null,
  kind: 'server',
  name: 'GET /api/home',
  startedAt: 1_773_158_400_000,
  endedAt: 1_773_158_400_025,
  attributes: { 'http.response.status_code': 200 },
  isFailed: false,
};
const add = (exporter: SpanExporter, count: number): void => {
  for (let done = 0; done < count; done += 1) exporter.add(span);
};

describe('[VIG-03] the exporter', () => {
  it('sends what a collector accepts: steps of one trace, each under its parent', async () => {
    const exporter = exporterOf();
    exportSpans(exporter.add);
    onTestFinished(() => exportSpans(null));
    const named = (name: string) => ({
      kind: 'client' as const,
      name,
      attributes: { 'server.address': 'bank.example' },
    });
    await traced(placeIn(`00-${TRACE}-${PARENT}-01`), named('outer'), async () => {
      expect(traceFields().traceId).toBe(TRACE);
      await expect(tracedWithin(named('inner'), () => Promise.reject(new Error('refused')))).rejects.toThrow();
    });
    await traced(placeIn(`00-${TRACE}-${PARENT}-00`), named('not wanted'), async () => undefined);
    await tracedWithin(named('of no trace'), async () => undefined);
    await exporter.close();
    expect(collector.problems()).toEqual([]);
    const [inner, outer, ...more] = collector.spans();
    expect(more).toEqual([]);
    expect(outer).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: 'outer', kind: 3 });
    expect(inner).toMatchObject({ traceId: TRACE, parentSpanId: outer?.spanId, name: 'inner', status: { code: 2 } });
    expect(exporter.counts()).toEqual({ sent: 2, dropped: 0 });
  });

  it.each([
    ['refuse-one', { sent: 9, dropped: 1 }],
    ['error-503', { sent: 0, dropped: 10 }],
    ['hang', { sent: 0, dropped: 10 }],
  ] as const)('counts what a collector does not take: %s', async (behaviour, counts) => {
    const exporter = exporterOf({ deadlineMs: 200 });
    collector.script(behaviour);
    add(exporter, 10);
    await exporter.close();
    expect(exporter.counts()).toEqual(counts);
    expect(collector.received()).toBe(1);
  });

  it('keeps 2,048 spans besides the 512 on their way while a collector hangs, and delays nobody', async () => {
    const exporter = exporterOf({ deadlineMs: 500 });
    collector.script('hang');
    add(exporter, 10_000);
    expect(exporter.counts()).toEqual({ sent: 0, dropped: 10_000 - 2048 - 512 });
    await exporter.close();
  });
});

it('[VIG-03] the lender’s own services get the trace, and nobody else', async () => {
  const server = await startLenderServicesServer();
  onTestFinished(() => server.close());
  const services = lenderServicesOver({ services: { risk: { url: server.url, token: server.token } } });
  const client = { clientId: 'c', rfc: 'PEN990101AA1', userId: 'u' };
  const ask = () => services.ask('risk', { client, method: 'GET', path: '/a', query: {}, body: undefined, key: 'k' });
  server.prepare(200, {});
  await traced(placeIn(`00-${TRACE}-${PARENT}-01`), { kind: 'server', name: 'a', attributes: {} }, ask);
  expect(server.requests().at(-1)?.headers.traceparent).toMatch(
    new RegExp(`^00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-01$`),
  );
});
