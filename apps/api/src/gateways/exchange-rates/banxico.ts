/** Banxico's SIE API: the rate with which obligations in dollars are settled on a day, as the official gazette publishes it. */
import { z } from 'zod';
import { callOutside, circuitBreaker, jsonOf, type OutsideOptions } from '../../platform/outside/outside-call.ts';
import type { ExchangeRatePort, FetchedRate } from './port.ts';

const SERIES = 'SF60653';
const SOURCE = `Banxico, serie ${SERIES}`;
const DEADLINE_MS = 10_000;
const MAX_BYTES = 64 * 1024;

const answerShape = z.object({
  bmx: z.object({
    series: z
      .array(
        z.object({
          idSerie: z.literal(SERIES),
          /** Absent if nothing is published. */
          datos: z.array(z.object({ fecha: z.string(), dato: z.string() })).optional(),
        }),
      )
      .length(1),
  }),
});
/** "N/E" stands for a day without a figure. */
const FIGURE = /^\d{1,3}\.\d{1,6}$/;

export interface BanxicoOptions extends OutsideOptions {
  readonly address: () => Promise<string | null>;
  readonly token: () => Promise<string | null>;
}

export function banxicoOver(options: BanxicoOptions): ExchangeRatePort {
  const { address, token, deadlineMs = DEADLINE_MS, circuit = circuitBreaker() } = options;
  return {
    fetch: async (day): Promise<FetchedRate> => {
      try {
        const [url, key] = [await address(), await token()];
        if (url === null || key === null || !circuit.allows()) return { kind: 'unavailable' };
        const answer = await callOutside({
          method: 'GET',
          url: new URL(`${url}/series/${SERIES}/datos/${day}/${day}`),
          headers: { 'bmx-token': key, accept: 'application/json' },
          deadlineMs,
          maxBytes: MAX_BYTES,
          isRepeatable: true,
        });
        const read = answerShape.safeParse(jsonOf(answer));
        const isGood = answer.status === 200 && read.success;
        circuit.record(isGood, answer.status === 200 ? 'no valid answer' : `status ${answer.status}`);
        if (answer.status !== 200 || !read.success) return { kind: 'unavailable' };
        return rateOn(day, read.data.bmx.series[0]?.datos ?? []);
      } catch {
        circuit.record(false, 'no answer');
        return { kind: 'unavailable' };
      }
    },
  };
}

function rateOn(day: string, figures: readonly { readonly fecha: string; readonly dato: string }[]): FetchedRate {
  const wanted = day.split('-').toReversed().join('/');
  const dato = figures.find(({ fecha }) => fecha === wanted)?.dato ?? '';
  return FIGURE.test(dato) && Number(dato) > 0
    ? { kind: 'found', tipoCambio: dato, source: SOURCE }
    : { kind: 'not-yet' };
}
