/** Faults that a stand-in for an invoicing provider answers with, by script. */
import type { ServerResponse } from 'node:http';

const providerFaults = [
  'hang',
  'error-500',
  'html',
  'cut-off',
  'redirect',
  'reset',
  'other-password',
  'refused',
  'accepted-then-lost',
  'accepted-then-500',
] as const;
/** The last two carry the call out first; 'refused' and 'other-password' are proper answers of the provider. */
export type ProviderFault = (typeof providerFaults)[number];

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export interface FaultScript {
  /** Behaviour of the next `times` calls whose line `METHOD path` begins with `line`. */
  script(fault: ProviderFault, line: string, times?: number): void;
  /** The fault of a call, which counts as answered. */
  take(line: string): ProviderFault | null;
}

export function faultScript(): FaultScript {
  const scripted: { fault: ProviderFault; line: string; left: number }[] = [];
  return {
    script: (fault, line, times = 1) => void scripted.push({ fault, line, left: times }),
    take: (line) => {
      const found = scripted.find((one) => one.left > 0 && line.startsWith(one.line));
      if (found === undefined) return null;
      found.left -= 1;
      return found.fault;
    },
  };
}

/** Answers a call, spoilt by a fault. `carryOut` does the call's work. */
export async function answerWith(
  fault: ProviderFault | null,
  response: ServerResponse,
  answers: Record<'unauthorized' | 'refused', Answered>,
  carryOut: () => Answered | Promise<Answered>,
): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'reset') return void response.socket?.destroy();
  if (fault === 'error-500') return void response.writeHead(500).end('Error interno');
  if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Mantenimiento');
  if (fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (fault === 'other-password') return send(response, answers.unauthorized);
  if (fault === 'refused') return send(response, answers.refused);
  const answer = await carryOut();
  if (fault === 'accepted-then-lost') return void response.destroy();
  if (fault === 'accepted-then-500') return void response.writeHead(500).end('Error interno');
  if (fault === null) return send(response, answer);
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': 100_000 });
  response.write('{"Id":"');
  setImmediate(() => response.destroy());
}

const send = (response: ServerResponse, { status, body }: Answered): void =>
  void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
