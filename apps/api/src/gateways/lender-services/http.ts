/**
 * The lender's other services over HTTP, at the paths and in the shapes of our own contract, each with its own token. How they
 * learn which client a call is about is not confirmed: it is sent in the headers below, besides what the payload repeats.
 */

import type { Config } from '../../platform/config/config.ts';
import {
  type CircuitBreaker,
  callOutside,
  circuitBreaker,
  jsonOf,
  NoAnswer,
  type OutsideAnswer,
} from '../../platform/outside/outside-call.ts';
import {
  type LenderService,
  type LenderServicesPort,
  lenderServices,
  type ServiceAnswer,
  type ServiceCall,
} from './port.ts';

const DEADLINE_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface LenderServicesOptions {
  readonly services: Partial<Config['lenderServices']>;
  /** Milliseconds for a complete answer. Defaults to 10,000. */
  readonly deadlineMs?: number;
  /** Called once for each configured service. Defaults to breakers of its own. */
  readonly circuitOf?: (service: LenderService) => CircuitBreaker;
}

export function lenderServicesOver(options: LenderServicesOptions): LenderServicesPort {
  const { services, deadlineMs = DEADLINE_MS, circuitOf = () => circuitBreaker() } = options;
  const circuits = new Map<LenderService, CircuitBreaker>();
  for (const service of lenderServices) if (services[service]) circuits.set(service, circuitOf(service));
  return {
    has: (service) => services[service] !== undefined,
    ask: async (service, call) => {
      const [settings, circuit] = [services[service], circuits.get(service)];
      if (!settings || !circuit?.allows()) return { kind: 'unavailable', isUnknown: false };
      try {
        const answer = await send(settings, call, deadlineMs);
        circuit.record(answer.status < 500, `status ${answer.status}`);
        return read(answer);
      } catch (cause) {
        circuit.record(false, 'no answer');
        return { kind: 'unavailable', isUnknown: cause instanceof NoAnswer && cause.isUnknown };
      }
    },
  };
}

function send(
  { url, token }: NonNullable<Config['lenderServices'][LenderService]>,
  call: ServiceCall,
  deadlineMs: number,
): Promise<OutsideAnswer> {
  const address = new URL(`${url}${call.path}`);
  for (const [name, value] of Object.entries(call.query)) address.searchParams.set(name, value);
  const { client, method, body } = call;
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'x-client-id': client.clientId,
    'x-client-rfc': encodeURIComponent(client.rfc),
    'x-user-id': client.userId,
    ...(method === 'GET' ? {} : { 'idempotency-key': call.key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return callOutside({
    method,
    url: address,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    deadlineMs,
    maxBytes: MAX_ANSWER_BYTES,
    isRepeatable: method === 'GET',
    isTold: true,
  });
}

/** Our own token was refused, or the service is overloaded: not the caller's fault. */
const OURS = new Set([401, 403, 408, 429]);

function read(answer: OutsideAnswer): ServiceAnswer {
  const { status, headers } = answer;
  if (status >= 500 || OURS.has(status)) return { kind: 'unavailable', isUnknown: status >= 500 };
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return { kind: 'invalid' };
  const body = jsonOf(answer);
  return body === undefined ? { kind: 'invalid' } : { kind: 'answered', status, body };
}
