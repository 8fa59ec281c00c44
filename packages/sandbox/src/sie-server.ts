/**
 * Stand-in for Banxico's SIE API on loopback: the series of an interval of days as JSON, for those who send their token. It has
 * scripted faults.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { breakOff, cutOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';

export type SieFault =
  | 'no-data'
  | 'not-available'
  | 'other-day'
  | 'other-series'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'hang'
  | 'reset'
  | 'redirect';

export interface SieServer {
  /** Example: `https://www.banxico.org.mx/SieAPIRest/service/v1`. */
  readonly url: string;
  readonly token: string;
  readonly script: FaultScript<SieFault>['script'];
  /** Number of calls answered with a figure. */
  answered(): number;
  close(): Promise<void>;
}

const TITLE =
  'Tipo de cambio pesos por dólar E.U.A. Tipo de cambio para solventar obligaciones denominadas en moneda extranjera';
const CALL = /^\/service\/v1\/series\/(SF\d+)\/datos\/(\d{4})-(\d{2})-(\d{2})\/(\d{4}-\d{2}-\d{2})$/;

/** Near 18.5, the same for each day. */
const rateOf = (day: string): string => `18.${4000 + ((Number(day) * 37) % 2000)}`;

export async function startSieServer(): Promise<SieServer> {
  const token = randomBytes(32).toString('hex');
  const faults = faultScript<SieFault>();
  let answered = 0;
  const { origin, close } = await serveOnLoopback((request, response) => {
    const [, series = '', year = '', month = '', day = '', last] = CALL.exec(request.url ?? '') ?? [];
    if (request.headers['bmx-token'] !== token)
      return send(response, 401, { error: { mensaje: 'Token inválido', detalle: 'El token enviado no es válido' } });
    if (series === '' || last !== `${year}-${month}-${day}`)
      return send(response, 404, { error: { mensaje: 'No encontrado', detalle: 'La serie o el intervalo no existe' } });
    const fault = faults.take(request.method, request.url ?? '');
    if (breakOff(fault, response)) return;
    const fecha = fault === 'other-day' ? `${day}/${month}/${Number(year) - 1}` : `${day}/${month}/${year}`;
    const dato = fault === 'not-available' ? 'N/E' : rateOf(day);
    const found = {
      idSerie: fault === 'other-series' ? 'SF0' : series,
      titulo: TITLE,
      ...(fault !== 'no-data' && { datos: [{ fecha, dato }] }),
    };
    const body = { bmx: { series: [found] } };
    if (fault === 'cut-off') return cutOff(response, JSON.stringify(body).slice(0, 40));
    if (fault === null) answered += 1;
    return send(response, 200, body);
  });
  return { url: `${origin}/service/v1`, token, script: faults.script, answered: () => answered, close };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}
