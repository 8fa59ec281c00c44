/**
 * Stand-in for the lender's other services: answers what a test has prepared, to callers with the token and the identity of a
 * client, and has scripted faults.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { breakOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';

export type ServiceFault = 'error-500' | 'html' | 'cut-off' | 'hang' | 'reset' | 'redirect' | 'other-token';

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LenderServicesServer {
  readonly url: string;
  readonly token: string;
  /** Answers the following calls with this. */
  prepare(status: number, body: unknown): void;
  readonly script: FaultScript<ServiceFault>['script'];
  requests(): readonly ServiceRequest[];
  close(): Promise<void>;
}

export async function startLenderServicesServer(): Promise<LenderServicesServer> {
  const token = 'lender-services-token';
  const { script, take } = faultScript<ServiceFault>();
  let prepared = { status: 404, body: '{}' };
  const requests: ServiceRequest[] = [];
  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: await text(request) });
    const isKnown = headers.authorization === `Bearer ${token}` && headers['x-client-id'] !== undefined;
    const fault = take(method, url);
    if (breakOff(fault, response)) return;
    if (!isKnown || fault === 'other-token') json(response, 401, '{}');
    else if (fault === 'cut-off') json(response, 200, prepared.body.slice(0, -3));
    else json(response, prepared.status, prepared.body);
  });
  return {
    url: origin,
    token,
    prepare: (status, body) => {
      prepared = { status, body: JSON.stringify(body) };
    },
    script,
    requests: () => requests,
    close,
  };
}

const json = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
