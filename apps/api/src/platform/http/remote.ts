/** Answers a call of the contract by another service of the lender's, in the same shapes. */
import { pathOf } from '@anticipa/contract/path';
import { errorResponse, type Route } from '@anticipa/contract/route';
import { done, type ErrorCode, type Outcome, refuse } from '@anticipa/domain/errors';
import type { LenderService, ServiceCall } from '../../gateways/lender-services/port.ts';
import type { ClientActor } from '../work/caller.ts';
import type { Deps } from '../work/deps.ts';
import type { Call } from './http.ts';

interface RemoteCall<R extends Route> {
  readonly route: R;
  readonly call: Call<R>;
  readonly client: ClientActor;
}

/** The service's answer, checked against the contract, or its refusal if the contract has it. */
export async function askRemote<const R extends Route>(
  { lenderServices, log }: Pick<Deps, 'lenderServices' | 'log'>,
  service: LenderService,
  { route, call, client }: RemoteCall<R>,
): Promise<Outcome<unknown>> {
  const answer = await lenderServices.ask(service, serviceCall(service, { route, call, client }));
  const problem = { service, route: route.path };
  if (answer.kind === 'unavailable') {
    log.warn({ ...problem, isUnknown: answer.isUnknown }, 'a service of the lender is unavailable');
    return refuse('SERVICE_UNAVAILABLE');
  }
  const value =
    answer.kind === 'answered' && answer.status === 200 ? route.response?.safeParse(answer.body) : undefined;
  if (value?.success) return done(value.data);
  const code = answer.kind === 'answered' && answer.status !== 200 ? refusalIn(route, answer.body) : null;
  if (code !== null) return refuse(code);
  log.error(problem, 'a service of the lender answered against the contract');
  return refuse('REMOTE_ANSWER_INVALID');
}

/** The code of a refusal that the contract allows for the route. */
function refusalIn(route: Route, body: unknown): ErrorCode | null {
  const code = errorResponse.safeParse(body).data?.error.code;
  return [...route.errors, 'NOT_FOUND' as const, 'INVALID_REQUEST' as const].find((known) => known === code) ?? null;
}

/** The base app's own paths end in a slash. */
function serviceCall<R extends Route>(
  service: LenderService,
  { route, call: { params, query, body, caller }, client }: RemoteCall<R>,
): ServiceCall {
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
