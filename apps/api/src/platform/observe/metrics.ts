/** Metrics in the text format of Prometheus, on a port of their own: only the operations network should reach it. */
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { SystemHealth } from '../outside/outside-health.ts';
import type { Log } from './log.ts';
import { spanCounts } from './otlp.ts';

/** Values by name of a gauge. Labels never carry a name, an id or an address of a client or a user. */
type Values<Names extends string> = Readonly<
  Record<Names, readonly (readonly [value: number, labels?: Readonly<Record<string, string>>])[]>
>;

/** Gauges that are read together at each scrape: what they mean, and the labels that each has. */
export interface Source<Names extends string = string> {
  readonly gauges: Readonly<Record<Names, readonly [help: string, ...labels: string[]]>>;
  readonly read: () => Promise<Values<Names>>;
}

export const source = <Names extends string>(given: Source<Names>): Source => given;

interface MetricSources {
  readonly build: { readonly version: string; readonly commit: string };
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  readonly systems: () => readonly SystemHealth[];
  readonly sources: readonly Source[];
}

export interface Metrics {
  /** Measures the app's requests by route pattern, never by address. */
  watch(app: FastifyInstance): void;
  /** The same jobs, measured. */
  timed(jobs: Jobs): Jobs;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server. */
export async function startMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  { build, pool, systems, sources }: MetricSources,
  log: Pick<Log, 'warn'>,
): Promise<Metrics> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labels = { ...build, node: process.version };
  const name = 'anticipa_build_info';
  new Gauge({ name, help: 'What runs; always 1', labelNames: Object.keys(labels), registers }).set(labels, 1);
  const connections = new Gauge({
    name: 'anticipa_pool_connections',
    help: 'Connections to the database by use; waiting counts requests for one',
    labelNames: ['use'],
    registers,
  });
  addOutsideCalls(registry, systems);
  addSpans(registry);
  const readSources = sources.map((one) => readerOf(registry, one, log));
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    // Runs before the other sources use a connection themselves.
    const { total, idle, waiting } = pool();
    for (const [use, count] of Object.entries({ busy: total - idle, idle, waiting })) connections.set({ use }, count);
    Promise.all(readSources.map((read) => read()))
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (err: unknown) => {
          log.warn({ err }, 'the metrics cannot be read');
          response.writeHead(503).end();
        },
      );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    watch: (app) => watchRequests(registry, app),
    timed: (jobs) => timedJobs(registry, jobs),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function watchRequests(registry: Registry, app: FastifyInstance): void {
  const requests = new Histogram({
    name: 'anticipa_request_seconds',
    help: 'Requests by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
}

function timedJobs(registry: Registry, jobs: Jobs): Jobs {
  const seconds = new Histogram({
    name: 'anticipa_job_seconds',
    help: 'Jobs by kind and result',
    labelNames: ['kind', 'result'],
    buckets: [0.02, 0.1, 0.5, 2, 10, 60, 300],
    registers: [registry],
  });
  return jobs.map((job): Job => {
    const run = async (payload: unknown): Promise<void> => {
      const end = seconds.startTimer({ kind: job.name });
      let result = 'failure';
      try {
        await job.run(payload);
        result = 'success';
      } finally {
        end({ result });
      }
    };
    return { ...job, run };
  });
}

/** Reads a source into its gauges; one that cannot be read has no values, and the others keep theirs. */
function readerOf(registry: Registry, { gauges, read }: Source, log: Pick<Log, 'warn'>): () => Promise<void> {
  const made = Object.entries(gauges).map(([name, [help, ...labelNames]]) => {
    return [name, new Gauge({ name, help, labelNames, registers: [registry] })] as const;
  });
  return async () => {
    const values = await read().catch((err: unknown): Values<string> => {
      log.warn({ err }, 'some metrics cannot be read');
      return {};
    });
    for (const [name, gauge] of made) {
      gauge.reset();
      // Without labels `reset` has set 0.
      gauge.remove({});
      for (const [value, labels = {}] of values[name] ?? []) gauge.set(labels, value);
    }
  };
}

function addSpans(registry: Registry): void {
  new Counter({
    name: 'anticipa_spans_total',
    help: 'Spans of traces that the collector has taken, and those that were dropped because it was away or slow',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(spanCounts())) this.inc({ result }, count);
    },
  });
}

function addOutsideCalls(registry: Registry, systems: MetricSources['systems']): void {
  new Counter({
    name: 'anticipa_outside_calls_total',
    help: 'Calls to outside systems by result',
    labelNames: ['system', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { system, successes, failures } of systems()) {
        this.inc({ system, result: 'success' }, successes);
        this.inc({ system, result: 'failure' }, failures);
      }
    },
  });
}
