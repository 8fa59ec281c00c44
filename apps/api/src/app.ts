/** Assembles the API: plugins, error handling, modules. */
import { randomUUID } from 'node:crypto';
import { type LoadedTrust, loadTrust } from '@anticipa/cfdi/trust-store';
import { routes } from '@anticipa/contract/routes';
import { type ApiVersion, apiVersions } from '@anticipa/contract/v1/versions';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance } from 'fastify';
import { approvalHandlers } from './approval-handlers.ts';
import type { Outside } from './gateways/outside.ts';
import { askLender } from './lender-calls.ts';
import { alertRoutes } from './modules/alerts/desk/routes.ts';
import { approvalRoutes } from './modules/approvals/routes.ts';
import { bankFilesRoutes } from './modules/bank-files/routes.ts';
import { bookCloseRoutes } from './modules/book-close/routes.ts';
import { serveBrand } from './modules/brand/pages.ts';
import { brandRoutes } from './modules/brand/routes.ts';
import { calendarRoutes } from './modules/calendar/routes.ts';
import { clientRoutes } from './modules/clients/routes.ts';
import { closingRoutes } from './modules/closing/routes.ts';
import { collectionsRoutes } from './modules/collections/routes.ts';
import { companyTaskRoutes } from './modules/company-tasks/routes.ts';
import { confirmationRoutes } from './modules/confirmations/routes.ts';
import { creditRoutes } from './modules/credit/routes.ts';
import type { Deps } from './modules/deps.ts';
import { estimateRoutes } from './modules/estimate/routes.ts';
import { eventRoutes } from './modules/events/routes.ts';
import { exportRoutes } from './modules/exports/routes.ts';
import { filesRoutes } from './modules/files/routes.ts';
import { followUpRoutes } from './modules/follow-up/routes.ts';
import { openMetrics } from './modules/health/metrics.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { homeRoutes } from './modules/home/routes.ts';
import { interestRoutes } from './modules/interest/routes.ts';
import { invoiceMessageRoutes } from './modules/invoice-messages/routes.ts';
import { invoicesRoutes } from './modules/invoices/portal/routes.ts';
import { keyRoutes } from './modules/keys/routes.ts';
import { booksRoutes } from './modules/ledger/routes.ts';
import { lenderCalendarRoutes } from './modules/lender-calendar/routes.ts';
import { logRoutes } from './modules/log/routes.ts';
import { madePaymentsRoutes } from './modules/made-payments/routes.ts';
import { manualEntryRoutes } from './modules/manual-entries/routes.ts';
import { noticeRoutes } from './modules/notices/routes.ts';
import { operatorRoutes } from './modules/operators/routes.ts';
import { outboxRoutes } from './modules/outbox/routes.ts';
import { overviewRoutes } from './modules/overview/routes.ts';
import { packageRoutes } from './modules/packages/routes.ts';
import { payersRoutes } from './modules/payers/routes.ts';
import { payingRoutes } from './modules/paying/routes.ts';
import { paymentFilesRoutes } from './modules/payment-files/routes.ts';
import { portfolioLoadRoutes } from './modules/portfolio-load/routes.ts';
import { portfolioReportRoutes } from './modules/portfolio-reports/routes.ts';
import { receiversRoutes } from './modules/receivers/routes.ts';
import { recoveryRoutes } from './modules/recovery/routes.ts';
import { referencesRoutes } from './modules/references/routes.ts';
import { reminderRoutes } from './modules/reminders/routes.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { reversalsRoutes } from './modules/reversals/routes.ts';
import { lenderRoutes } from './modules/sales/desk/routes.ts';
import { salesRoutes } from './modules/sales/sell/routes.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { admit } from './modules/session/gate.ts';
import { settingsRoutes } from './modules/settings/routes.ts';
import { sessionRoutes } from './modules/sign-in/routes.ts';
import { statementRoutes } from './modules/statements/routes.ts';
import { lenderSurveyRoutes } from './modules/surveys/lender-routes.ts';
import { surveyRoutes } from './modules/surveys/routes.ts';
import { syncRoutes } from './modules/sync/routes.ts';
import { systemsRoutes } from './modules/systems/routes.ts';
import { taxpayerListRoutes } from './modules/taxpayer-list/routes.ts';
import { answerTestKeys } from './modules/test-company/answers.ts';
import { transfersRoutes } from './modules/transfers/routes.ts';
import { userRoutes } from './modules/users/manage/routes.ts';
import { v1Routes } from './modules/v1/routes.ts';
import { viewRoutes } from './modules/views/routes.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import { startCfdiReader } from './platform/cfdi/reader.ts';
import type { Config, RoleConfig } from './platform/config/config.ts';
import { listen } from './platform/db/listen.ts';
import type { Database } from './platform/db/pool.ts';
import { refusalBody, sendRefusal } from './platform/http/answers.ts';
import { registerApiDocument } from './platform/http/api-document.ts';
import { BROTLI, MIN_COMPRESSED } from './platform/http/compression.ts';
import { answerError, Overloaded } from './platform/http/error-handler.ts';
import type { Served } from './platform/http/http.ts';
import { isHealthy } from './platform/http/overload.ts';
import { addProgramEdge } from './platform/http/program-edge.ts';
import { acceptStrictJson, assertAllServed, registerServed } from './platform/http/served-routes.ts';
import { traceCalls, tracedLogger } from './platform/http/tracing.ts';
import { isPageWanted, serveWebApp } from './platform/http/web-app.ts';
import { createEventHub } from './platform/live/event-hub.ts';
import { notify, PORTAL_EVENTS } from './platform/live/events.ts';
import { createRateLimiter } from './platform/load/rate-limit.ts';
import type { Log } from './platform/observe/log.ts';
import { logOptions } from './platform/observe/log.ts';
import type { Clock } from './platform/work/clock.ts';
import { createPasswords, type HashCost } from './platform/work/passwords.ts';
import { commit, version } from './version.ts';

interface AppParts {
  readonly config: RoleConfig;
  readonly db: Database;
  readonly clock: Clock;
  readonly outside: Outside;
  /** Folder of the built web app. */
  readonly webDir: string;
  /** Defaults to the framework's own logger. */
  readonly log?: Log;
  /** Cost of hashing passwords. Defaults to OWASP's parameters. */
  readonly hashCost?: HashCost;
  /** Versions of the calls for programs. Defaults to those of the contract. */
  readonly apiVersions?: readonly ApiVersion[];
}

const served: readonly Served<Deps>[] = [
  ...healthRoutes,
  ...sessionRoutes,
  ...clientRoutes,
  ...closingRoutes,
  ...overviewRoutes,
  ...approvalRoutes(approvalHandlers),
  ...operatorRoutes,
  ...recoveryRoutes,
  ...userRoutes,
  ...keyRoutes,
  ...creditRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...calendarRoutes,
  ...invoicesRoutes,
  ...confirmationRoutes,
  ...invoiceMessageRoutes,
  ...filesRoutes,
  ...salesRoutes,
  ...referencesRoutes,
  ...payersRoutes,
  ...exportRoutes,
  ...interestRoutes,
  ...settingsRoutes,
  ...brandRoutes,
  ...statementRoutes,
  ...packageRoutes,
  ...lenderRoutes,
  ...receiversRoutes,
  ...lenderCalendarRoutes,
  ...logRoutes,
  ...outboxRoutes,
  ...alertRoutes,
  ...taxpayerListRoutes,
  ...systemsRoutes,
  ...collectionsRoutes,
  ...payingRoutes,
  ...bankFilesRoutes,
  ...bookCloseRoutes,
  ...booksRoutes,
  ...estimateRoutes,
  ...manualEntryRoutes,
  ...madePaymentsRoutes,
  ...paymentFilesRoutes,
  ...portfolioLoadRoutes,
  ...reversalsRoutes,
  ...followUpRoutes,
  ...reminderRoutes,
  ...syncRoutes,
  ...transfersRoutes,
  ...eventRoutes,
  ...surveyRoutes,
  ...companyTaskRoutes,
  ...noticeRoutes,
  ...lenderSurveyRoutes,
  ...viewRoutes,
  ...v1Routes,
  ...webhookRoutes,
  ...portfolioReportRoutes,
  ...reportRoutes,
];

/** Headers overflow only with cookies that another port or sub-domain has set: every page is refused until they are deleted. */
const TOO_MANY_COOKIES = `<!doctype html><html lang="es-MX"><meta charset="utf-8"><title>Portal</title>
<h1>No se puede abrir el portal</h1>
<p>Tu navegador guarda demasiadas cookies de este sitio. Bórralas en la configuración del navegador y abre el portal de nuevo.</p>`;

const newApp = (config: Config): FastifyInstance =>
  Fastify({
    logger: logOptions('api', config),
    childLoggerFactory: tracedLogger,
    // Ignore caller-supplied request ids, which could inject into our log.
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    // Streams stay open for hours; the hub ends them at shutdown.
    forceCloseConnections: 'idle',
    // Slow-request guard: the whole request must arrive in time.
    requestTimeout: 60_000,
    // An address that cannot be decoded is no screen either.
    frameworkErrors: (_error, request, reply) =>
      void (isPageWanted(request) ? reply.redirect('/') : sendRefusal(reply, 'INVALID_REQUEST')),
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return;
      const [status, type, body] =
        error.code === 'HPE_HEADER_OVERFLOW'
          ? ['431 Request Header Fields Too Large', 'text/html', TOO_MANY_COOKIES]
          : ['400 Bad Request', 'application/json', JSON.stringify(refusalBody('INVALID_REQUEST', [], randomUUID()))];
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: ${type}; charset=utf-8\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  });

const addPlugins = async (app: FastifyInstance, production: boolean): Promise<void> => {
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // These headers have no effect in the supported browsers.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'deflate', 'identity'],
    brotliOptions: BROTLI,
    threshold: MIN_COMPRESSED,
  });
  await app.register(underPressure, {
    // Its own check treats a second without a sample as an infinite delay.
    healthCheck: isHealthy(),
    healthCheckInterval: 1000,
    pressureHandler: (_request, _reply, type) => {
      throw new Overloaded(type);
    },
  });
};

/** Warns once of a proxy that is not trusted: all its users share one address, and its limits. */
const warnOfUntrustedProxy = (app: FastifyInstance, log: Log): void => {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    // It has a second address if the sender is trusted; a user of the proxy's own machine has the proxy's address.
    const { headers, ip, ips = [] } = request;
    if (isWarned || headers['x-forwarded-for'] === undefined || ips.length > 1) return;
    isWarned = true;
    log.warn({ address: ip }, 'X-Forwarded-For of an address that is not in TRUSTED_PROXIES is ignored');
  });
};

/** Refuses a request with two Host headers (RFC 9112, 3.2): a proxy may have read the other one. */
const refuseSecondHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const isHost = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host';
    if (raw.rawHeaders.filter(isHost).length > 1) return sendRefusal(reply, 'INVALID_REQUEST');
    return undefined;
  });
};

const makeDeps = async (
  { config, db, clock, outside, hashCost }: AppParts,
  { material, hasTaxAuthority }: LoadedTrust,
  log: Log,
): Promise<Deps> => {
  const { production, rehearsalTrustDir } = config;
  if (rehearsalTrustDir !== undefined) log.warn({}, 'this is a rehearsal: a test authority is trusted');
  else if (production && !hasTaxAuthority)
    log.error({}, 'no tax authority is pinned: no invoice can be verified; pin one with `anticipa trust add`');
  const reader = startCfdiReader({ material });
  const answerTests = answerTestKeys({ db, clock, reader });
  const answerAsLender = askLender({ ...outside, db, clock, log });
  return {
    ...outside,
    config,
    build: { version, commit },
    db,
    clock,
    log,
    answerInstead: (route, call) => answerTests(route, call) ?? answerAsLender(route, call),
    reader,
    hasAuthority: material.authorities.length > 0,
    passwords: await createPasswords(hashCost),
    events: createEventHub(),
    limits: createRateLimiter({ db, clock, log }),
  };
};

/** Creates the server of API and web app, for `listen` or `inject`. Closing it closes everything except the database. */
export const createApp = async (given: AppParts): Promise<FastifyInstance> => {
  const { config, webDir } = given;
  const app = newApp(config);
  const log = given.log ?? app.log;
  const trust = await loadTrust(config.dataDir, config.production, config.rehearsalTrustDir);
  const deps = await makeDeps(given, trust, log);
  // During shutdown, do not keep connections alive.
  let isClosing = false;
  app.setErrorHandler(answerError(log));
  app.addHook('onSend', async (request, reply, payload) => {
    void reply.header('x-request-id', request.id);
    // Matches the route, because a URL can be spelled in many ways.
    if (
      /^\/(?:api|api-external|client|invoicing|v1)\//.test(request.routeOptions.url ?? request.url) &&
      !reply.hasHeader('cache-control')
    )
      void reply.header('cache-control', 'no-store');
    if (isClosing) void reply.header('connection', 'close');
    return payload;
  });
  warnOfUntrustedProxy(app, log);
  refuseSecondHost(app);
  acceptStrictJson(app);
  addProgramEdge(app, given.apiVersions ?? apiVersions);
  await addPlugins(app, config.production);

  assertAllServed(Object.values(routes), served);
  const metrics = await openMetrics(deps, trust.material.authorities);
  metrics?.watch(app);
  traceCalls(app);
  for (const one of served) registerServed(app, deps, admit, one);
  registerApiDocument(app, deps);
  await serveWebApp(app, webDir, serveBrand(app, deps, log).factsNow);

  const listening = await listen({
    url: config.directUrl,
    signIn: config.signIn,
    login: 'api',
    channel: PORTAL_EVENTS,
    notify: (payload) => notify(deps.db, payload),
    onUnproven: (err) =>
      log.warn({ err }, 'the database takes no notifications now: whether they arrive is not proven'),
    onNotification: deps.events.receive,
    onReconnect: deps.events.resync,
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    deps.events.close();
  });
  app.addHook('onClose', async () => {
    await Promise.all([deps.limits.flush(), deps.reader.close(), listening.close(), metrics?.close()]);
  });
  return app;
};
