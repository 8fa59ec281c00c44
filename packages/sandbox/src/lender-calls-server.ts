/**
 * Stand-in for the lender's other services: answers what a test has prepared, to callers with the token and the identity of a
 * client, and has scripted faults.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
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
  /** Fails the following calls; null ends that. */
  fail(fault: ServiceFault | null): void;
  requests(): readonly ServiceRequest[];
  close(): Promise<void>;
}

export async function startLenderServicesServer(): Promise<LenderServicesServer> {
  const token = 'lender-services-token';
  let fault: ServiceFault | null = null;
  let prepared = { status: 404, body: '{}' };
  const requests: ServiceRequest[] = [];
  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: await text(request) });
    const isKnown = headers.authorization === `Bearer ${token}` && headers['x-client-id'] !== undefined;
    if (fault !== null) fail(fault, prepared.body, response);
    else if (!isKnown) json(response, 401, '{}');
    else json(response, prepared.status, prepared.body);
  });
  return {
    url: origin,
    token,
    prepare: (status, body) => {
      prepared = { status, body: JSON.stringify(body) };
    },
    fail: (wanted) => {
      fault = wanted;
    },
    requests: () => requests,
    close,
  };
}

const json = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

function fail(fault: ServiceFault, body: string, response: ServerResponse): void {
  if (fault === 'error-500') json(response, 500, '{}');
  else if (fault === 'other-token') json(response, 401, '{}');
  else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
  else if (fault === 'cut-off') json(response, 200, body.slice(0, -3));
  else if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (fault === 'reset') response.socket?.destroy();
  // 'hang' never answers.
}
