import { expect, it } from 'vitest';
import {
  choiceInForce,
  choiceOf,
  chosenEvents,
  defaultChoice,
  isLocked,
  noticeEvents,
  readersOf,
} from './notice-event.ts';

const off = { portal: false, mail: 'none', whatsapp: false, push: false } as const;

it('[AVI-01] [EFE-06] before a choice everything but the package of a month is in the portal, and mail goes to those whom the event asks to act', () => {
  for (const event of chosenEvents) {
    expect(defaultChoice(event, true).portal).toBe(event !== 'month-package');
    expect(defaultChoice(event, false).portal).toBe(event !== 'month-package');
  }
  const mailed = (isAdmin: boolean) => chosenEvents.filter((event) => defaultChoice(event, isAdmin).mail === 'at-once');
  expect(mailed(true)).toEqual(
    chosenEvents.filter((event) => !['cfdi-issued', 'contract-kept', 'month-package'].includes(event)),
  );
  expect(mailed(false)).toEqual([
    'sale-to-accept',
    'sale-authorised',
    'sale-rejected',
    'sale-returned',
    'sale-deposited',
    'sync-lost',
    'account-asked',
    'request-answered',
    'access-changed',
    'new-device',
    'factor-changed',
  ]);
});

it('[AVI-01] a stored choice holds, but what concerns the security of the user stays in the portal and in the mail', () => {
  for (const event of chosenEvents)
    expect(choiceInForce(event, off, true)).toEqual(
      ['new-device', 'factor-changed', 'account-asked', 'access-changed'].includes(event)
        ? { ...off, portal: true, mail: 'at-once' }
        : off,
    );
  const locked = chosenEvents.flatMap((event) =>
    (['portal', 'mail', 'whatsapp', 'push'] as const)
      .filter((channel) => isLocked(event, channel))
      .map((channel) => [event, channel]),
  );
  expect(locked).toEqual([
    ['account-asked', 'portal'],
    ['account-asked', 'mail'],
    ['access-changed', 'portal'],
    ['access-changed', 'mail'],
    ['new-device', 'portal'],
    ['new-device', 'mail'],
    ['factor-changed', 'portal'],
    ['factor-changed', 'mail'],
  ]);
});

it('[AVI-01] a deposit or a prepared sale that came back follows the choice of its event; each other event has its own', () => {
  expect(noticeEvents.filter((event) => choiceOf(event) !== event)).toEqual([
    'prepared-returned',
    'prepared-accepted',
    'prepared-withdrawn',
    'prepared-expired',
    'prepared-sold',
    'deposit-returned',
    'part-paid',
    'payment-reversed',
  ]);
  expect(choiceOf('prepared-returned')).toBe('sale-to-accept');
  expect(choiceOf('deposit-returned')).toBe('sale-deposited');
  expect([choiceOf('part-paid'), choiceOf('payment-reversed')]).toEqual(['paid', 'paid']);
  expect(readersOf('deposit-returned')).toBe('everybody');
  expect(readersOf('new-device')).toBe('named');
});
