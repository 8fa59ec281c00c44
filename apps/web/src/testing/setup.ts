/** The common start of both documents, and the test's server in place of the network. */
import '../lib/schema-mode.ts';
import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { listPreparedSales } from '@anticipa/contract/to-accept';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import { forgetSession } from '../lib/session.ts';
import { answer, forgetAnswers, receive, unanswered } from './server.ts';

globalThis.fetch = receive;

// A click waits until its target no longer moves.
for (const duration of ['--fast', '--slow']) document.documentElement.style.setProperty(duration, '0ms');

beforeEach(() => {
  forgetAnswers();
  // The shell, the home screen and the sale ask for them; few companies have any.
  answer(listPreparedSales).with(() => ({ data: [], acceptors: [] }));
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(async () => {
  await cleanup();
  expect(unanswered().join(', '), 'calls that the test does not answer').toBe('');
});

// All files run in one page: the next one must not find this one's user and drafts.
afterAll(forgetSession);
