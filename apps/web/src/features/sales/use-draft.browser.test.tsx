import { beforeEach, expect, it, vi } from 'vitest';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { currentDraft, forgetSold, setChosen, setDate, setOrder } from './use-draft.ts';

let userId = '';
const stored = (): unknown => JSON.parse(sessionStorage.getItem(`anticipa.sale-draft.${userId}`) ?? 'null');
const leavePage = (): void => void window.dispatchEvent(new Event('pagehide'));

beforeEach(async () => {
  leavePage();
  userId = crypto.randomUUID();
  await signInAs(aUser({ userId }));
});

it('stores changes that come together once, without waiting in the click', async () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  for (const id of ['a', 'b', 'c']) setChosen(new Set([...currentDraft().chosen, id]));
  expect(write).not.toHaveBeenCalled();
  await expect.poll(stored).toMatchObject({ chosen: ['a', 'b', 'c'] });
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
});

it('stores the last change before the page is left', () => {
  setChosen(new Set(['a']));
  leavePage();
  expect(stored()).toMatchObject({ chosen: ['a'] });
});

it('keeps nothing of a sold invoice, and all of the others', () => {
  setChosen(new Set(['sold', 'kept']));
  for (const id of ['sold', 'kept']) {
    setDate(id, '2026-04-24');
    setOrder(id, 'OC1');
  }
  forgetSold(['sold']);
  expect(currentDraft()).toMatchObject({
    chosen: new Set(['kept']),
    dates: new Map([['kept', '2026-04-24']]),
    orders: new Map([['kept', 'OC1']]),
  });
});

it('stores the last change before another user signs in', async () => {
  setChosen(new Set(['a']));
  const first = userId;
  userId = crypto.randomUUID();
  await signInAs(aUser({ userId }));
  expect(currentDraft().chosen.size).toBe(0);
  userId = first;
  expect(stored()).toMatchObject({ chosen: ['a'] });
});
