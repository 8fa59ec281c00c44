import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { callOutside, type OutsideCall } from './outside-call.ts';

const servers: Server[] = [];
const closeAll = (): void => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
};
afterEach(closeAll);

async function serve(
  listener: RequestListener,
): Promise<Pick<OutsideCall, 'method' | 'url' | 'deadlineMs' | 'maxBytes'>> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { method: 'POST', url: new URL(`http://127.0.0.1:${port}/`), deadlineMs: 60_000, maxBytes: 10 };
}

describe('a call to an outside system', () => {
  it('brings the answer back whatever its status', async () => {
    const call = await serve((_, response) => response.writeHead(409, { 'x-id': '7' }).end('conflict'));
    const answer = await callOutside({ ...call, body: 'hi', isRepeatable: false });
    expect([answer.status, answer.headers['x-id'], answer.body.toString()]).toEqual([409, '7', 'conflict']);
  });

  it.each([
    ['ours', {}, 'invoice-portal/1'],
    ['that of the call', { 'user-agent': 'Mozilla/5.0' }, 'Mozilla/5.0'],
  ])('names its sender: %s', async (_, headers, expected) => {
    const call = await serve((request, response) => response.end(request.headers['user-agent']));
    const answer = await callOutside({ ...call, maxBytes: 100, headers, isRepeatable: false });
    expect(answer.body.toString()).toBe(expected);
  });

  it('is certainly not done when the connection is refused', async () => {
    const call = await serve(() => undefined);
    closeAll();
    await expect(callOutside({ ...call, isRepeatable: false })).rejects.toMatchObject({ isUnknown: false });
  });

  it.each<[string, RequestListener]>([
    ['is longer than allowed', (_, response) => response.end('12345678901')],
    [
      'is cut off',
      (_, response) => {
        response.writeHead(200, { 'content-length': 5 });
        response.write('1', () => response.destroy());
      },
    ],
    ['never comes', ({ socket }) => socket.destroy()],
  ])('is unknown when its answer %s', async (_, listener) => {
    const call = await serve(listener);
    await expect(callOutside({ ...call, isRepeatable: false })).rejects.toMatchObject({ isUnknown: true });
  });

  it('is not sent again after its connection closed, if the system would do it twice', async () => {
    let received = 0;
    const call = await serve((request, response) => {
      received += 1;
      if (received === 1) response.end('ok');
      else request.socket.destroy();
    });
    await callOutside({ ...call, isRepeatable: false });
    await expect(callOutside({ ...call, isRepeatable: false })).rejects.toMatchObject({ isUnknown: true });
    expect(received).toBe(2);
  });
});
