/** Downloads the list of article 69-B. It has no version but its Last-Modified header, and the address has changed before. */
import { callOutside, circuitBreaker, type OutsideOptions } from '../../platform/outside/outside-call.ts';
import type { TaxpayerListPort } from './port.ts';

export interface TaxpayerListOptions extends OutsideOptions {
  readonly address: () => Promise<string | null>;
}

const DEADLINE_MS = 120_000;
/** The real file has about 4.5 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

export function taxpayerListOver(options: TaxpayerListOptions): TaxpayerListPort {
  const { address, deadlineMs = DEADLINE_MS, circuit = circuitBreaker() } = options;
  return {
    fetch: async (lastModified) => {
      try {
        const url = await address();
        if (url === null || !circuit.allows()) return { kind: 'unavailable' };
        const answer = await callOutside({
          method: 'GET',
          url: new URL(url),
          headers: lastModified === null ? {} : { 'if-modified-since': lastModified },
          deadlineMs,
          maxBytes: MAX_BYTES,
          isRepeatable: true,
        });
        circuit.record(answer.status < 400, `status ${answer.status}`);
        if (answer.status === 304) return { kind: 'unchanged' };
        if (answer.status !== 200) return { kind: 'unavailable' };
        return { kind: 'changed', bytes: answer.body, lastModified: answer.headers['last-modified'] ?? null };
      } catch {
        circuit.record(false, 'no answer');
        return { kind: 'unavailable' };
      }
    },
  };
}
