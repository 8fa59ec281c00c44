import { describe, expect, it } from 'vitest';
import { ApiRefusal, ServerUnreachable } from './api-client.ts';
import { saysNothing } from './session.ts';

const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { code: 'UNEXPECTED', message: '', details: [], requestId: '' });

describe('a session check that failed', () => {
  it.each([429, 502, 503, 504])('[SES-06] says nothing about the user when nobody was asked (%s)', (status) => {
    expect(saysNothing(refusal(status))).toBe(true);
  });

  it('[SES-06] says nothing about the user without a network', () => {
    expect(saysNothing(new ServerUnreachable('no network'))).toBe(true);
  });

  it.each([400, 401, 403, 404, 500])('[SES-06] logs the user out when the server answered %s', (status) => {
    expect(saysNothing(refusal(status))).toBe(false);
  });

  it('[SES-06] logs the user out when the answer cannot be read', () => {
    expect(saysNothing(new SyntaxError('Unexpected token'))).toBe(false);
  });
});
