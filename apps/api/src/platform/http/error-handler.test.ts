import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
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

it.each([
  ['declared', 'content-length: 5000', `${'x'.repeat(5000)}`],
  ['found', 'transfer-encoding: chunked', `1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`],
])('[API-03] the connection outlives the refusal of a body whose excess is %s', async (_known, header, body) => {
  const app = fastify({ bodyLimit: 1000 });
  app.setErrorHandler(answerError({ info: () => undefined, warn: () => undefined, error: () => undefined }));
  app.post('/', () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(async () => {
    socket.destroy();
    await app.close();
  });
  await once(socket, 'connect');
  let answers = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    answers += piece;
  });
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n';
  socket.write(`${head}${header}\r\n\r\n${body}${head}content-length: 1\r\n\r\nx`);
  await expect.poll(() => answers).toContain('taken');
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});
