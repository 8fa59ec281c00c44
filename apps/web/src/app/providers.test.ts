import { products } from '@anticipa/contract/session';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiRefusal, call, ServerUnreachable } from '../lib/api-client.ts';
import { currentSession, signIn, signOut } from '../lib/session.ts';
import { queryClient } from './providers.tsx';

/** User known to the server by the last sign-in. */
let known: string | null = null;

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (path === '/api/login') known = JSON.parse(body ?? '').username;
    const error = { code: 'NO_SESSION', message: '', details: [], requestId: '' };
    if (path === products.path) return Response.json({ error }, { status: 401 });
    const user = known ? { userId: known, email: known, active: true } : null;
    if (path === '/api/getSession' && !user) return Response.json({ isLoggedIn: false, user: null, token: null });
    return Response.json({ user, token: `token of ${known}`, recoverKey: null, isLoggedIn: true });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const keep = () => queryClient.setQueryData(['invoices', 'open'], 'of ada');
const kept = () => queryClient.getQueryState(['invoices', 'open']);

it('[SES-06] forgets what one user read when another signs in', async () => {
  await signIn('ada', 'p');
  keep();
  await signIn('ada', 'p');
  expect(kept()).toMatchObject({ data: 'of ada', isInvalidated: false });
  await signIn('eva', 'p');
  expect(kept()).toBeUndefined();
});

it('[SES-08] forgets what was read when the user signs out', async () => {
  await signIn('ada', 'p');
  keep();
  await signOut();
  expect(kept()).toBeUndefined();
});

it('[SES-08] asks for nothing again for the screen that is left after signing out', async () => {
  let reads = 0;
  const options = { queryKey: ['invoices', 'open'], queryFn: () => Promise.resolve(++reads) };
  await signIn('ada', 'p');
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => reads).toBe(1);
  await signOut();
  // The next rendering of the screen does the same.
  observer.setOptions({ ...options });
  await queryClient.invalidateQueries();
  expect(reads).toBe(1);
  await signIn('ada', 'p');
  observer.setOptions({ ...options });
  await expect.poll(() => reads).toBe(2);
  stop();
});

it('[SES-06] keeps what is on the screen while the session has ended, and reads it again afterwards', async () => {
  await signIn('ada', 'p');
  keep();
  known = null;
  await expect(call(products, {})).rejects.toMatchObject({ code: 'NO_SESSION' });
  expect(currentSession().status).toBe('ended');
  expect(kept()).toMatchObject({ data: 'of ada', isInvalidated: false });
  await signIn('ada', 'p');
  expect(kept()).toMatchObject({ data: 'of ada', isInvalidated: true });
});

it.each([
  [0, new ServerUnreachable(), true],
  [2, new ServerUnreachable(), true],
  [3, new ServerUnreachable(), false],
  [0, refusal(503), true],
  [2, refusal(503), true],
  [1, refusal(500), true],
  [2, refusal(500), false],
  [0, refusal(404), false],
  [0, refusal(401), false],
])('after %i failures and %s reads again: %s', (failures, error, isRepeated) => {
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  expect(typeof retry === 'function' && retry(failures, error)).toBe(isRepeated);
});

it.each([
  ['1.5 s after an error inside the server', refusal(500), 2, 1500],
  ['7 s after no answer', new ServerUnreachable(), 3, 7000],
  ['7 s after the answer of a server that is away', refusal(503), 3, 7000],
])('gives up %s', (_, error, times, expected) => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  const waits = Array.from({ length: times }, (_each, failures) =>
    typeof retryDelay === 'function' ? retryDelay(failures, error) : Number.NaN,
  );
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(expected);
});

it('sends a change at once and never by itself again', () => {
  expect(queryClient.getDefaultOptions().mutations).toEqual({ retry: false, networkMode: 'always' });
});

function refusal(status: number): ApiRefusal {
  return new ApiRefusal(status, { code: 'UNEXPECTED', message: '', details: [], requestId: '' });
}
