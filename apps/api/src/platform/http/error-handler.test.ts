import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerError } from './error-handler.ts';

it('[API-03] a caller that leaves before the end of the answer is not logged as our error', async () => {
  const logged: string[] = [];
  const keep = (_fields: object, message: string): void => void logged.push(message);
  const app = fastify();
  app.setErrorHandler(answerError({ info: keep, warn: keep, error: keep }));
  app.get('/left', () => {
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  await app.inject('/left');
  expect(logged).toEqual([]);
  await app.inject('/broken');
  expect(logged).toEqual(['request failed unexpectedly']);
});
