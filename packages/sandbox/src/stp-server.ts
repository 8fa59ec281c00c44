/**
 * Stand-in for STP on loopback: `speiws/rest` for orders and `efws/API` for queries, in one server. It verifies the signature of
 * each call with the public key and the form of each field, answers errors as STP does (HTTP 200 for orders, 400 for queries),
 * calls back in both of its shapes, each call twice, and has scripted faults. Programs script it through `POST /script`.
 */
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { breakOff, cutOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import {
  accountAnswer,
  depositCall,
  type Fields,
  listAnswer,
  orderAnswer,
  orderProblem,
  queryAnswer,
  resultOf,
  type StpAnswer,
  stateCall,
  transferOf,
} from './stp-answers.ts';
import { outcomeByCents, type StpOutcome, StpRecords, type StpTransfer, stpOutcomes } from './stp-records.ts';

const faults = [
  'hang',
  'error-500',
  'html',
  'cut-off',
  'empty-object',
  'redirect',
  'no-response',
  'query-limit',
  'forbidden',
  'accepted-then-lost',
  'accepted-then-error',
] as const;
/**
 * 'no-response' and 'query-limit' are STP's own errors; 'forbidden' is what its gate answers to addresses that it does not know. The last two carry the
 * call out: one closes the connection, one answers the id 0 of a refusal, with a text that names no field.
 */
export type StpFault = (typeof faults)[number];

export interface StpServer {
  readonly url: string;
  readonly queryUrl: string;
  readonly records: StpRecords;
  readonly script: FaultScript<StpFault>['script'];
  /** Decides the fate of the following orders. */
  decide(outcome: StpOutcome): void;
  /** A transfer that arrives on one of the lender's CLABEs, and its call to the portal. */
  deposit(fields: StpDeposit): Promise<StpTransfer>;
  /** Calls the portal about a transfer; returns its status, 0 without a portal. */
  callBack(transfer: StpTransfer, shape: 'new' | 'old'): Promise<number>;
  /** Number of calls received on a path. */
  calls(path: string): number;
  close(): Promise<void>;
}

export type StpDeposit = Pick<StpTransfer, 'claveRastreo' | 'monto' | 'cuentaBeneficiario'> & Partial<StpTransfer>;

export interface StpServerOptions {
  /** Belongs to the key that signs the calls. */
  readonly publicKey: KeyObject;
  readonly company: string;
  /** The portal's addresses; null for none. */
  readonly callbacks?: { readonly state: string | null; readonly deposit: string | null };
  /** Whether the cents of an amount decide what becomes of it. */
  readonly isByCents?: boolean;
  /** Milliseconds until an order is settled. Defaults to 0. */
  readonly workMs?: number;
  readonly now?: () => Date;
}

const ORDERS = '/speiws/rest';
const QUERIES = '/efws/API';

export async function startStpServer(options: StpServerOptions): Promise<StpServer> {
  const { workMs = 0, callbacks = { state: null, deposit: null }, now = () => new Date() } = options;
  const records = new StpRecords(now);
  const { script, take } = faultScript<StpFault>();
  const paths: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let decided: StpOutcome | null = null;

  const later = (work: () => void): void => {
    if (workMs === 0) work();
    else timers.add(setTimeout(work, workMs));
  };
  const callBack: StpServer['callBack'] = (transfer, shape) =>
    post(callbacks.state, stateCall(transfer, options.company, shape));
  const outcomeOf = (amount: number): StpOutcome => decided ?? (options.isByCents ? outcomeByCents(amount) : 'paid');
  const answerTo = answersOf(options, { records, later, callBack, outcomeOf });
  const decide: StpServer['decide'] = (outcome) => {
    decided = outcome;
  };
  const deposit: StpServer['deposit'] = async (fields) => {
    const transfer = records.add({ direction: 'R', nombreOrdenante: 'PAGADOR DE PRUEBA', ...fields });
    records.settle(transfer, 'LQ');
    await post(callbacks.deposit, depositCall(transfer, options.company));
    return transfer;
  };

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    if (path === '/script') return handleScript({ script, decide, deposit }, body, response);
    paths.push(path);
    const fault = take(request.method, path);
    if (breakOff(fault, response)) return;
    const ownFault = ownFaults[fault ?? ''];
    if (ownFault !== undefined) return ownFault(response);
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    const answer = isJson ? answerTo(path, body) : { status: 415, body: {} };
    if (fault === 'accepted-then-error') return send(response, { status: 200, body: resultOf(0, 'Read timed out') });
    if (fault === 'accepted-then-lost' || answer === null) return void response.destroy();
    send(response, answer);
  });
  return {
    url: `${origin}${ORDERS}`,
    queryUrl: `${origin}${QUERIES}`,
    records,
    script,
    decide,
    deposit,
    callBack,
    calls: (path) => paths.filter((one) => one.includes(path)).length,
    close: () => {
      timers.forEach(clearTimeout);
      return close();
    },
  };
}

interface StpWork {
  readonly records: StpRecords;
  readonly later: (work: () => void) => void;
  readonly callBack: StpServer['callBack'];
  readonly outcomeOf: (amount: number) => StpOutcome;
}

/** Carries a call out; null for one that gets no answer. */
function answersOf(
  options: StpServerOptions,
  { records, later, callBack, outcomeOf }: StpWork,
): (path: string, body: Fields) => StpAnswer | null {
  const settle = (transfer: StpTransfer, outcome: StpOutcome): void => {
    const name = outcome === 'other-name' ? 'OTRO TITULAR' : transfer.nombreBeneficiario;
    records.settle(transfer, outcome === 'cancelled' ? 'CN' : 'LQ', name);
    // Each call comes twice, in either shape.
    for (const shape of ['new', 'old'] as const) void callBack(transfer, shape).catch(() => undefined);
  };
  const order = (body: Fields): Fields | null => {
    const problem = orderProblem(body, options);
    if (problem !== null) return resultOf(problem[0], problem[1]);
    const outcome = outcomeOf(Number(body.monto));
    if (outcome === 'refused') return resultOf(-200, 'Se rechaza por PLD');
    if (outcome === 'query-mode') return resultOf(-30, 'Servicio en modo consulta');
    const used = resultOf(-1, `La clave de rastreo {${String(body.claveRastreo)}} ya fue utilizada`);
    if (records.isUsed(String(body.claveRastreo))) return used;
    const transfer = records.add(transferOf(body));
    transfer.isHidden = outcome === 'lost';
    if (outcome !== 'lost' && outcome !== 'in-flight') later(() => settle(transfer, outcome));
    if (outcome === 'returned') later(() => records.settle(transfer, 'D'));
    if (outcome === 'unanswered') return null;
    return outcome === 'used' ? used : { resultado: { id: transfer.idEF } };
  };
  return (path, body) => {
    if (path === `${ORDERS}/ordenPago/registra`) {
      const answered = order(body);
      return answered && { status: 200, body: answered };
    }
    if (path === `${QUERIES}/consultaOrden`)
      return queryAnswer(body, options, () => orderAnswer(records, body, options));
    if (path === `${QUERIES}/V2/conciliacion`) return queryAnswer(body, options, () => listAnswer(records, body));
    if (path === `${ORDERS}/cuentaModule/moral`) return accountAnswer('moral', body, options, records);
    if (path === `${ORDERS}/cuentaModule/fisica`) return accountAnswer('fisica', body, options, records);
    return { status: 404, body: {} };
  };
}

async function post(url: string | null, body: Fields): Promise<number> {
  if (url === null) return 0;
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(15_000);
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })).status;
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const body = await text(request);
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function send(response: ServerResponse, { status, body }: StpAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const ownFaults: Readonly<Record<string, ((response: ServerResponse) => void) | undefined>> = {
  'empty-object': (response) => send(response, { status: 200, body: {} }),
  'no-response': (response) =>
    send(response, { status: 200, body: resultOf(0, 'No se recibió respuesta del servicio') }),
  'query-limit': (response) =>
    send(response, { status: 400, body: { estado: 3, mensaje: 'Límite de consultas excedido' } }),
  forbidden: (response) =>
    response.writeHead(403, { 'content-type': 'text/html' }).end('<html><h1>403 Forbidden</h1></html>'),
  'cut-off': (response) => cutOff(response, '{"resultado":{"id":93'),
};

/** `{ "outcome" }`, `{ "fault", "path", "times" }`, or `{ "claveRastreo", "monto", "cuentaBeneficiario" }` of a transfer that arrives. */
async function handleScript(
  { script, decide, deposit }: Pick<StpServer, 'script' | 'decide' | 'deposit'>,
  body: Fields,
  response: ServerResponse,
): Promise<void> {
  const outcome = stpOutcomes.find((one) => one === body.outcome);
  const fault = faults.find((one) => one === body.fault);
  const { claveRastreo, monto, cuentaBeneficiario } = body;
  if (outcome !== undefined) decide(outcome);
  else if (fault !== undefined) script(fault, String(body.path ?? '/'), Number(body.times ?? 1));
  else if (typeof claveRastreo === 'string' && typeof monto === 'number' && typeof cuentaBeneficiario === 'string')
    await deposit({ claveRastreo, monto, cuentaBeneficiario });
  else return void response.writeHead(400).end();
  response.writeHead(204).end();
}
