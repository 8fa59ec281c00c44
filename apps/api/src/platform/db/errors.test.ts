import { describe, expect, it } from 'vitest';
import { isUnavailable } from './errors.ts';

const failure = (code: string): Error => Object.assign(new Error('it failed'), { code });

describe('an unavailable database', () => {
  it.each([
    ['its disk is full', '53100'],
    ['its memory is used up', '53200'],
    ['its disk fails', '58030'],
    ['it only reads, while another one takes over', '25006'],
    ['nothing comes back from its network', 'ETIMEDOUT'],
    ['its network is gone', 'ENETUNREACH'],
    ['its host is gone', 'EHOSTUNREACH'],
    ['its name cannot be looked up now', 'EAI_AGAIN'],
    ['the password was replaced since this program began', '28P01'],
  ])('is at fault when %s', (_case, code) => {
    expect(isUnavailable(failure(code))).toBe(true);
  });

  it.each(['23505', '22003', '42501', 'ERR_INVALID_ARG_TYPE'])('is not at fault for %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(false);
  });
});
