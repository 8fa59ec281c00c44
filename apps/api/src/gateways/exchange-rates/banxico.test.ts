import { dateOf } from '@anticipa/domain/calendar';
import { type SieServer, startSieServer } from '@anticipa/sandbox/sie-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { banxicoOver } from './banxico.ts';

let server: SieServer;
beforeAll(async () => {
  server = await startSieServer();
});
afterAll(() => server.close());

const day = dateOf('2026-03-10');
const over = (token: string | null = server.token, deadlineMs?: number) =>
  banxicoOver({
    address: async () => server.url,
    token: async () => token,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

describe('[OPE-07] Banxico’s rate of a day', () => {
  it('is read with its source', async () => {
    expect(await over().fetch(day)).toEqual({
      kind: 'found',
      tipoCambio: '18.4370',
      source: 'Banxico, serie SF60653',
    });
    expect(server.answered()).toBe(1);
  });

  it.each(['no-data', 'not-available', 'other-day'] as const)('is not published yet: %s', async (fault) => {
    server.script(fault);
    expect(await over().fetch(day)).toEqual({ kind: 'not-yet' });
  });

  it.each(['other-series', 'error-500', 'html', 'cut-off', 'reset', 'redirect'] as const)(
    'is unavailable without a valid answer: %s',
    async (fault) => {
      server.script(fault);
      expect(await over().fetch(day)).toEqual({ kind: 'unavailable' });
    },
  );

  it('is unavailable with a wrong token, without one, and without an answer in time', async () => {
    expect(await over('wrong').fetch(day)).toEqual({ kind: 'unavailable' });
    expect(await over(null).fetch(day)).toEqual({ kind: 'unavailable' });
    server.script('hang');
    expect(await over(server.token, 50).fetch(day)).toEqual({ kind: 'unavailable' });
  });

  it('is not asked for while the circuit is open', async () => {
    const circuit = circuitBreaker(() => 0);
    const port = banxicoOver({ address: async () => server.url, token: async () => 'wrong', circuit });
    for (let count = 0; count < 5; count += 1) await port.fetch(day);
    expect(circuit.isOpen()).toBe(true);
    const before = server.answered();
    const sound = banxicoOver({ address: async () => server.url, token: async () => server.token, circuit });
    expect(await sound.fetch(day)).toEqual({ kind: 'unavailable' });
    expect(server.answered()).toBe(before);
  });
});
