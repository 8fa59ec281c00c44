import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webhooksOver } from './http.ts';

/** A server of the test; returns its address. */
const serving = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
};
const open = webhooksOver({ isPublicOnly: false, deadlineMs: 5000 });
const call = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

describe('an address in a production', () => {
  const strict = (addresses: readonly string[]) =>
    webhooksOver({
      isPublicOnly: true,
      lookup: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });

  it.each([
    ['a private address', ['10.1.2.3']],
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['this machine as an IPv4 address in IPv6', ['::ffff:127.0.0.1']],
    ['the address of a cloud’s secrets', ['169.254.169.254']],
    ['an address shared by a provider', ['100.64.0.1']],
    ['a unique local address', ['fd00::1']],
    ['no address', ['0.0.0.0']],
    ['a public address beside a private one', ['93.184.215.14', '192.168.0.1']],
  ])('[WEB-05] a name that leads to %s is refused', async (_case, addresses) => {
    const answer = await strict(addresses).send(call('https://erp.example.com/avisos'));
    expect(answer).toMatchObject({ status: null, fault: 'TARGET_REFUSED' });
  });

  it.each([
    'http://erp.example.com/avisos',
    'https://user:pass@erp.example.com/',
    'https://127.0.0.1/avisos',
    'https://[::1]/avisos',
    'https://[::ffff:10.0.0.1]/avisos',
    'https://2130706433/avisos',
    'https://0x7f.1/avisos',
    'ftp://erp.example.com/',
    'not an address',
  ])('[WEB-05] %s cannot be kept', (url) => {
    expect(strict([]).mayKeep(url)).toBe(false);
  });

  it('[WEB-05] a public one can', () => {
    expect(strict([]).mayKeep('https://erp.example.com:8443/avisos?x=1')).toBe(true);
  });

  it('[WEB-05] the name is asked for once: what it says afterwards leads nowhere else', async () => {
    const url = await serving((_request, response) => response.end('here'));
    let asked = 0;
    const rebinding = webhooksOver({
      isPublicOnly: false,
      lookup: async () => {
        asked += 1;
        return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    const answer = await rebinding.send(call(url.replace('127.0.0.1', 'rebinding.example')));
    expect([answer.status, answer.text, asked]).toEqual([200, 'here', 1]);
  });
});

describe('an answer', () => {
  it('[WEB-05] a redirect is not followed', async () => {
    let followed = false;
    const target = await serving((_request, response) => {
      followed = true;
      response.end();
    });
    const url = await serving((_request, response) => response.writeHead(302, { location: target }).end());
    expect(await open.send(call(url))).toMatchObject({ status: 302 });
    expect(followed).toBe(false);
  });

  it('[WEB-04] an answer without an end is cut, and its status counts', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', flood);
      };
      flood();
    });
    const answer = await open.send(call(url));
    expect([answer.status, answer.text?.length]).toEqual([200, 1024]);
  });

  it('[WEB-04] an answer that never comes is waited for until the deadline', async () => {
    const url = await serving(() => undefined);
    const hasty = webhooksOver({ isPublicOnly: false, deadlineMs: 50 });
    expect(await hasty.send(call(url))).toMatchObject({ status: null, fault: 'TIMEOUT' });
  });

  it('[WEB-04] a refused connection is no answer', async () => {
    expect(await open.send(call('http://127.0.0.1:1/'))).toMatchObject({ status: null, fault: 'NO_CONNECTION' });
  });
});
