/** Metrics in the text format of Prometheus, on a port of their own: only the operations network should reach it. */
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SystemHealth } from '../outside/outside-health.ts';
import type { Log } from './log.ts';

export interface MetricSources {
  /** Seconds since the oldest due job, and since the last scheduled jobs. */
  readonly queue: () => Promise<{ readonly oldestDue: number; readonly lastScheduled: number | null }>;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  readonly systems: () => readonly SystemHealth[];
}

export interface Metrics {
  /** Counts the app's requests by route pattern, never by address. */
  watch(app: FastifyInstance): void;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server. */
export async function startMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  sources: MetricSources,
  log: Pick<Log, 'warn'>,
): Promise<Metrics> {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'anticipa_request_seconds',
    help: 'Requests by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'anticipa_pool_connections',
    help: 'Connections to the database by use; waiting counts requests for one',
    labelNames: ['use'],
    registers: [registry],
  });
  addSources(registry, sources);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    // Runs before the other sources use a connection themselves.
    const { total, idle, waiting } = sources.pool();
    for (const [use, count] of Object.entries({ busy: total - idle, idle, waiting })) connections.set({ use }, count);
    registry.metrics().then(
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
    watch: (app) =>
      void app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
        requests.observe(labels, reply.elapsedTime / 1000);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addSources(registry: Registry, { queue, systems }: MetricSources): void {
  const registers = [registry];
  new Gauge({
    name: 'anticipa_queue_seconds',
    help: 'Seconds since the oldest due job, and since the last scheduled jobs',
    labelNames: ['since'],
    registers,
    async collect() {
      const { oldestDue, lastScheduled } = await queue();
      this.set({ since: 'oldest-due' }, oldestDue);
      if (lastScheduled !== null) this.set({ since: 'last-scheduled' }, lastScheduled);
    },
  });
  new Counter({
    name: 'anticipa_outside_calls_total',
    help: 'Calls to outside systems by result',
    labelNames: ['system', 'result'],
    registers,
    collect() {
      this.reset();
      for (const { system, successes, failures } of systems()) {
        this.inc({ system, result: 'success' }, successes);
        this.inc({ system, result: 'failure' }, failures);
      }
    },
  });
}
