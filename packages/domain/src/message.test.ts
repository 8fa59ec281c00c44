import { expect, it } from 'vitest';
import { repeatProblem } from './message.ts';

it.each([
  ['new-device', 'sent', null],
  ['notice', 'bounced', null],
  ['statement', 'given-up', null],
  ['statement', 'retrying', 'MESSAGE_NOT_ENDED'],
  ['statement', 'dropped', 'MESSAGE_NOT_ENDED'],
  ['recovery-link', 'bounced', 'MESSAGE_HAS_LINK'],
  ['whatsapp', 'sent', 'MESSAGE_TO_PHONE'],
  ['whatsapp', 'refused', 'MESSAGE_TO_PHONE'],
  ['push', 'given-up', 'MESSAGE_TO_PHONE'],
])('[AVI-23] sending again: %s that is %s is %s', (kind, state, problem) => {
  expect(repeatProblem({ kind, state })).toBe(problem);
});
