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

it('[AVI-01] before a choice everything is in the portal, and mail goes to those whom the event asks to act', () => {
  for (const event of chosenEvents) {
    expect(defaultChoice(event, true).portal).toBe(true);
    expect(defaultChoice(event, false).portal).toBe(true);
  }
  const mailed = (isAdmin: boolean) => chosenEvents.filter((event) => defaultChoice(event, isAdmin).mail === 'at-once');
  expect(mailed(true)).toEqual(chosenEvents.filter((event) => event !== 'cfdi-issued' && event !== 'contract-kept'));
  expect(mailed(false)).toEqual([
    'sale-to-accept',
    'sale-authorised',
    'sale-rejected',
    'sale-returned',
    'sale-deposited',
    'sync-lost',
    'new-device',
    'factor-changed',
  ]);
});

it('[AVI-01] a stored choice holds, but what concerns the security of the user stays in the portal and in the mail', () => {
  for (const event of chosenEvents)
    expect(choiceInForce(event, off, true)).toEqual(
      event === 'new-device' || event === 'factor-changed' ? { ...off, portal: true, mail: 'at-once' } : off,
    );
  const locked = chosenEvents.flatMap((event) =>
    (['portal', 'mail', 'whatsapp', 'push'] as const)
      .filter((channel) => isLocked(event, channel))
      .map((channel) => [event, channel]),
  );
  expect(locked).toEqual([
    ['new-device', 'portal'],
    ['new-device', 'mail'],
    ['factor-changed', 'portal'],
    ['factor-changed', 'mail'],
  ]);
});

it('[AVI-01] a deposit or a prepared sale that came back follows the choice of its event; each other event has its own', () => {
  expect(noticeEvents.filter((event) => choiceOf(event) !== event)).toEqual(['prepared-returned', 'deposit-returned']);
  expect(choiceOf('prepared-returned')).toBe('sale-to-accept');
  expect(choiceOf('deposit-returned')).toBe('sale-deposited');
  expect(readersOf('deposit-returned')).toBe('everybody');
  expect(readersOf('new-device')).toBe('named');
});
