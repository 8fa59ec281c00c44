import { createECDH } from 'node:crypto';
import { type PushServer, startPushServer } from '@anticipa/sandbox/push-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encrypted, publicKeyOf } from './encryption.ts';
import { isPushService } from './endpoint.ts';
import { webPushOver } from './web-push.ts';

let server: PushServer;
beforeAll(async () => {
  server = await startPushServer();
});
afterAll(() => server.close());

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const aKey = (): string => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return ecdh.getPrivateKey().toString('base64url').padStart(43, 'A');
};
const notification = { title: 'Depositamos MXN 1.00', body: 'Venta 12', address: '/sales/12', id: 'a' };
const pushing = (privateKey: string | null) =>
  webPushOver({
    privateKey: async () => privateKey,
    subject: 'https://portal.example',
    sandbox: async () => server.url,
    deadlineMs: 500,
  });

it('[AVI-12] encrypts the example of RFC 8291 as the RFC does', () => {
  const browser = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const given = { key: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') };
  const body = encrypted(browser, Buffer.from('When I grow up, I want to be a watermelon'), given);
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('[AVI-12] a browser reads what was sent by the key that it knows, and nothing by another', async () => {
  const own = aKey();
  const browser = server.browser(publicKeyOf(own));
  expect(await pushing(own).send(browser, notification)).toEqual({ kind: 'sent' });
  expect(browser.received()).toEqual([notification]);
  expect(await pushing(aKey()).send(browser, notification)).toEqual({ kind: 'failed', reason: 'status 403' });
  browser.leave();
  expect(await pushing(own).send(browser, notification)).toEqual({ kind: 'gone' });
  expect(browser.received()).toHaveLength(1);
});

it.each(['hang', 'reset', 'error-500'] as const)('[AVI-12] %s is to be tried again', async (fault) => {
  const own = aKey();
  server.script(fault);
  expect(await pushing(own).send(server.browser(publicKeyOf(own)), notification)).toMatchObject({ kind: 'failed' });
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://wns2-ln2p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/fcm/send/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://fcm.googleapis.com.example/a', false],
  ['https://user@fcm.googleapis.com/a', false],
  ['https://169.254.169.254/latest', false],
  ['http://127.0.0.1:1/a', false],
  ['no address', false],
] as const)('[AVI-12] %s is a push service: %s', (endpoint, isOne) => {
  expect(isPushService(endpoint, null)).toBe(isOne);
});
