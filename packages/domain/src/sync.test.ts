import { expect, it } from 'vitest';
import { ciecStatus } from './sync.ts';

it('[SAT-06] the CIEC statuses have the numbers of the wire format', () => {
  expect(ciecStatus).toEqual({ PENDING: 10, VALID: 20, INVALID: 30, DEACTIVATED: 40, ERROR: 50 });
});
