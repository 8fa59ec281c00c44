import { describe, expect, it } from 'vitest';
import { ApiRefusal, ServerUnreachable } from './api-client.ts';
import { once } from './once.ts';
import { aStorage } from './test-builders.ts';

const refusal = (status: number, code: string) =>
  new ApiRefusal(status, { code, message: code, details: [], requestId: '' });
const environment = () => {
  const keys = aStorage();
  return { stored: keys.stored, keys, pause: () => Promise.resolve() };
};
const action = { name: 'hold', content: [{ documentId: 'a' }] };

describe('[RES-07] a call that moves money', () => {
  it('repeats with the same key when no answer came', async () => {
    const used: string[] = [];
    const answer = await once(
      action,
      (key) => {
        used.push(key);
        return used.length < 3 ? Promise.reject(new ServerUnreachable()) : Promise.resolve('sold');
      },
      environment(),
    );
    expect([answer, used.length, new Set(used).size]).toEqual(['sold', 3, 1]);
  });

  it('repeats when the answer was garbled', async () => {
    const used = new Set<string>();
    let times = 0;
    const garble = (key: string): Promise<never> => {
      used.add(key);
      times += 1;
      return Promise.reject(new SyntaxError('Unexpected token <'));
    };
    await expect(once(action, garble, environment())).rejects.toBeInstanceOf(SyntaxError);
    expect([times, used.size]).toEqual([3, 1]);
  });

  it('keeps the key while the answer is unknown, and uses it again for the same content only', async () => {
    const kept = environment();
    const used: string[] = [];
    const fail = (key: string): Promise<never> => {
      used.push(key);
      return Promise.reject(new ServerUnreachable());
    };
    await expect(once(action, fail, kept)).rejects.toBeInstanceOf(ServerUnreachable);
    await once(action, (key) => Promise.resolve(used.push(key)), kept);
    await once({ ...action, content: [] }, (key) => Promise.resolve(used.push(key)), kept);
    expect(new Set(used.slice(0, 4)).size).toBe(1);
    expect(used[4]).not.toBe(used[0]);
    expect(kept.stored.size).toBe(0);
  });

  it.each([
    [409, 'QUOTE_CHANGED', 0, 1],
    [422, 'PAYMENT_DATE_MISSING', 0, 1],
    [409, 'REQUEST_IN_PROGRESS', 1, 3],
    [503, 'SERVICE_UNAVAILABLE', 1, 3],
    [401, 'NO_SESSION', 1, 1],
    [429, 'TOO_MANY_REQUESTS', 1, 1],
  ])('after a %d %s keeps %d keys, having asked %d times', async (status, code, keys, asked) => {
    const kept = environment();
    let times = 0;
    const send = (): Promise<never> => {
      times += 1;
      return Promise.reject(refusal(status, code));
    };
    await expect(once(action, send, kept)).rejects.toMatchObject({ code });
    expect([kept.stored.size, times]).toEqual([keys, asked]);
  });
});
