import { getSurvey } from '@anticipa/contract/surveys';
import { updateUser } from '@anticipa/contract/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './api-client.ts';
import { watchUserActivity } from './user-activity.ts';

const page = new EventTarget();
let sent: boolean[] = [];
let leave = (): void => {};

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: HeadersInit }) => {
    sent.push(new Headers(headers).has('x-user-idle'));
    return Response.json({ data: null });
  });
  leave = watchUserActivity(page);
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const poll = () => call(getSurvey, { params: { userId: '1' } });

it('marks background reads as idle after a minute without user activity, until there is some', async () => {
  await poll();
  vi.advanceTimersByTime(60_000);
  await poll();
  page.dispatchEvent(new Event('keydown'));
  await poll();
  expect(sent).toEqual([false, true, false]);
});

it('never marks changes as idle', async () => {
  vi.advanceTimersByTime(600_000);
  await call(updateUser, { params: { userId: '1' }, body: { firstName: 'Ada', lastName: 'Luz' } });
  expect(sent).toEqual([false]);
});
