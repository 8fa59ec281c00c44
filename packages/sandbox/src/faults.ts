/** Faults that a stand-in answers with, by script. */
import type { ServerResponse } from 'node:http';

export interface FaultScript<Fault> {
  /** Behaviour of the next `times` calls whose path, or line `METHOD path`, begins with `at`. Defaults to one call, anywhere. */
  script(fault: Fault, at?: string, times?: number): void;
  /** The fault of a call, which counts as answered. */
  take(method: string | undefined, path: string): Fault | null;
}

/** A script without faults. */
export function faultScript<Fault>(): FaultScript<Fault> {
  const scripted: { fault: Fault; at: string; left: number }[] = [];
  return {
    script: (fault, at = '', times = 1) => void scripted.push({ fault, at, left: times }),
    take: (method, path) => {
      const lines = [path, `${method} ${path}`];
      const found = scripted.find(({ at, left }) => left > 0 && lines.some((line) => line.startsWith(at)));
      if (found === undefined) return null;
      found.left -= 1;
      return found.fault;
    },
  };
}

/** Ends a call without doing its work. False for faults of another kind, and without a fault. */
export function breakOff(fault: string | null, response: ServerResponse): boolean {
  if (fault === 'hang') return true;
  if (fault === 'reset') response.socket?.destroy();
  else if (fault === 'error-500') response.writeHead(500).end('Internal Server Error');
  else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Mantenimiento</h1>');
  else if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else return false;
  return true;
}

/** Sends the beginning of an answer and closes the connection. */
export function cutOff(response: ServerResponse, beginning: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 });
  response.write(beginning);
  setImmediate(() => response.destroy());
}

/** 'other-password' and 'refused' are proper answers of an invoicing provider; the last two carry the call out first. */
export type ProviderFault =
  | 'hang'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'redirect'
  | 'reset'
  | 'other-password'
  | 'refused'
  | 'accepted-then-lost'
  | 'accepted-then-500';

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a call to an invoicing provider, spoilt by a fault. `carryOut` does the call's work. */
export async function answerWith(
  fault: ProviderFault | null,
  response: ServerResponse,
  answers: Record<'unauthorized' | 'refused', Answered>,
  carryOut: () => Answered | Promise<Answered>,
): Promise<void> {
  if (breakOff(fault, response)) return;
  if (fault === 'other-password') return send(response, answers.unauthorized);
  if (fault === 'refused') return send(response, answers.refused);
  const answer = await carryOut();
  if (fault === 'accepted-then-lost') return void response.destroy();
  if (fault === 'accepted-then-500') return void response.writeHead(500).end('Error interno');
  if (fault === null) return send(response, answer);
  cutOff(response, '{"Id":"');
}

const send = (response: ServerResponse, { status, body }: Answered): void =>
  void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
