/** Lets services of the lender's answer calls of the contract instead of our own modules, in the same shapes. */
import { listCredits } from '@anticipa/contract/credit';
import { pathOf } from '@anticipa/contract/path';
import { createCostCentre, listPayers } from '@anticipa/contract/payers';
import { getInvoiceBalance } from '@anticipa/contract/payments';
import { createCompany, findCompanies, savePaymentHabit } from '@anticipa/contract/receivers';
import { errorResponse, type Route } from '@anticipa/contract/route';
import { balanceStatement, dispersions, mailBalanceStatement } from '@anticipa/contract/statements';
import { getTaxpayer } from '@anticipa/contract/sync';
import { done, type ErrorCode, type Outcome, refuse } from '@anticipa/domain/errors';
import type { LenderService, ServiceCall } from './gateways/lender-services/port.ts';
import type { JobDeps } from './modules/deps.ts';
import { balanceOf } from './modules/invoices/portal/payment-queries.ts';
import { lineOf } from './modules/statements/dispersions.ts';
import type { Call, EdgeDeps } from './platform/http/http.ts';
import type { ClientActor } from './platform/work/caller.ts';
import { runAs } from './platform/work/transaction.ts';
import type { ClientWork } from './platform/work/work.ts';

const services = new Map<Route, LenderService>([
  [findCompanies, 'base-app'],
  [createCompany, 'base-app'],
  [savePaymentHabit, 'base-app'],
  [getInvoiceBalance, 'risk'],
  [getTaxpayer, 'risk'],
  [listCredits, 'credits'],
  [dispersions, 'credits'],
  [listPayers, 'dispersions'],
  [createCostCentre, 'dispersions'],
  [balanceStatement, 'dispersions'],
  [mailBalanceStatement, 'dispersions'],
]);

/** Finds what an address names among the client's own; a service is not asked about anything else. */
const owned = new Map<Route, (work: ClientWork, params: unknown) => Promise<unknown>>([
  [getInvoiceBalance, (work, params) => balanceOf(work, getInvoiceBalance.params.parse(params).id)],
  [dispersions, (work, params) => lineOf(work, dispersions.params.parse(params).creditLineId)],
]);

type Parts = Pick<JobDeps, 'db' | 'clock' | 'log' | 'lenderServices'>;

interface RemoteCall {
  readonly service: LenderService;
  readonly route: Route;
  readonly call: Call<Route>;
  readonly client: ClientActor;
}

/** Asks the lender's service for the calls of clients that a configured one answers. */
export const askLender =
  (parts: Parts): EdgeDeps['answerInstead'] =>
  (route, call) => {
    const service = services.get(route);
    const { actor } = call.caller;
    if (service === undefined || !parts.lenderServices.has(service) || actor?.kind !== 'client') return null;
    return ask(parts, { service, route, call, client: actor });
  };

/** The service's answer, checked against the contract, or its refusal if the contract has it. */
async function ask(parts: Parts, remote: RemoteCall): Promise<Outcome<unknown>> {
  const { service, route, call, client } = remote;
  const find = owned.get(route);
  const opener = { ...call.caller, actor: client, idempotency: null };
  if (find && (await runAs(parts, opener, (work) => find(work, call.params))) === undefined) return refuse('NOT_FOUND');
  const answer = await parts.lenderServices.ask(service, serviceCall(remote));
  const problem = { service, route: route.path };
  if (answer.kind === 'unavailable') {
    parts.log.warn({ ...problem, isUnknown: answer.isUnknown }, 'a service of the lender is unavailable');
    return refuse('SERVICE_UNAVAILABLE');
  }
  const value =
    answer.kind === 'answered' && answer.status === 200 ? route.response?.safeParse(answer.body) : undefined;
  if (value?.success) return done(value.data);
  const code = answer.kind === 'answered' && answer.status !== 200 ? refusalIn(route, answer.body) : null;
  if (code !== null) return refuse(code);
  parts.log.error(problem, 'a service of the lender answered against the contract');
  return refuse('REMOTE_ANSWER_INVALID');
}

/** The code of a refusal that the contract allows for the route. */
function refusalIn(route: Route, body: unknown): ErrorCode | null {
  const code = errorResponse.safeParse(body).data?.error.code;
  return (
    [...(route.errors ?? []), 'NOT_FOUND' as const, 'INVALID_REQUEST' as const].find((known) => known === code) ?? null
  );
}

/** The base app's own paths end in a slash. */
function serviceCall({ service, route, call: { params, query, body, caller }, client }: RemoteCall): ServiceCall {
  return {
    method: route.method,
    path: `${pathOf(route, params)}${service === 'base-app' ? '/' : ''}`,
    query: textsOf(query ?? {}),
    body,
    client: { clientId: client.clientId, rfc: client.rfc, userId: client.userId },
    key: caller.idempotency?.key ?? caller.requestId,
  };
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
