import { startWhatsAppServer, type WhatsAppServer } from '@anticipa/sandbox/whatsapp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { metaOver, sentOf } from './meta.ts';
import { isSigned, newsIn } from './webhook.ts';

let server: WhatsAppServer;
beforeAll(async () => {
  server = await startWhatsAppServer();
});
afterAll(() => server.close());

const always = (value: string | null) => async () => value;
const meta = (over: { template?: string; token?: string; phoneId?: string; url?: string } = {}) =>
  metaOver({
    address: always(over.url ?? server.url),
    token: always(over.token ?? server.token),
    phoneId: always(over.phoneId ?? server.phoneId),
    number: always(server.number),
    template: over.template ?? 'aviso_portal',
    deadlineMs: 500,
    circuit: circuitBreaker(),
  });
const message = { id: 'a', to: '5218187654321', title: 'Uno\ndos', body: 'tres      cuatro', address: '' };

it('[AVI-11] a text with line breaks and runs of spaces is sent in the form of a placeholder', async () => {
  expect(await meta().send(message)).toMatchObject({ kind: 'accepted', providerId: expect.stringMatching(/^wamid\./) });
  expect(server.accepted().at(-1)).toMatchObject({ body: ['Uno dos', 'tres cuatro'], button: '.', callbackData: 'a' });
});

it.each([
  [{ template: 'otra' }, { kind: 'refused', reason: 'error 132001' }],
  [{ token: 'other' }, { kind: 'refused', reason: 'error 190' }],
  [{ phoneId: '999999999' }, { kind: 'refused', reason: 'error 33' }],
  [{ url: 'http://127.0.0.1:1' }, { kind: 'not-now', reason: 'WhatsApp cannot be reached' }],
] as const)('[AVI-11] with %o the outcome is %o', async (over, outcome) => {
  expect(await meta(over).send(message)).toEqual(outcome);
});

it.each([
  ['rate-limit', 'not-now'],
  ['busy', 'not-now'],
  ['paused-template', 'refused'],
  ['error-500', 'unknown'],
  ['html', 'unknown'],
  ['reset', 'unknown'],
  ['hang', 'unknown'],
  ['accepted-then-lost', 'unknown'],
] as const)('[AVI-11] %s is %s', async (fault, kind) => {
  server.script(fault);
  expect(await meta().send(message)).toMatchObject({ kind });
});

it.each([4, 80007, 130429, 131016, 131048, 131056, 131057])(
  '[AVI-11] error %s is for now, whatever its status',
  async (code) => {
    const answer = { status: 400, headers: {}, body: Buffer.from(JSON.stringify({ error: { code } })) };
    expect(sentOf(answer)).toEqual({ kind: 'not-now', reason: `error ${code}` });
  },
);

it('[AVI-11] a system that keeps failing is not called', async () => {
  const failing = meta({ url: 'http://127.0.0.1:1' });
  for (let call = 0; call < 20; call += 1) await failing.send(message);
  expect(await failing.send(message)).toEqual({ kind: 'not-now', reason: 'WhatsApp keeps failing' });
});

it('[AVI-11] reads states and texts of a call, and leaves out what it does not know', () => {
  const sent = { id: 'wamid.1', to: '5218187654321', template: 't', body: [], button: null, callbackData: 'mine' };
  const call = server.stateOf(sent, 'failed', 131047);
  const { headers, body } = call;
  expect(isSigned(server.appSecret, headers['x-hub-signature-256'], Buffer.from(body))).toBe(true);
  expect(isSigned('other', headers['x-hub-signature-256'], Buffer.from(body))).toBe(false);
  expect(isSigned(server.appSecret, 'sha256=00', Buffer.from(body))).toBe(false);
  expect(newsIn(JSON.parse(body))).toEqual({
    states: [{ providerId: 'wamid.1', id: 'mine', state: 'failed', code: 131047 }],
    texts: [],
  });
  const other = JSON.parse(body.replace('"failed"', '"warning"'));
  expect(newsIn(other)).toEqual({ states: [], texts: [] });
  expect(newsIn({ object: 'page' })).toEqual({ states: [], texts: [] });
  expect(newsIn(JSON.parse(server.textFrom('5218187654321', 'BAJA').body)).texts).toEqual([
    { from: '5218187654321', text: 'BAJA', id: expect.stringMatching(/^wamid\./) },
  ]);
});

it('[AVI-28] answers a phone in words of its own for a day after its text', async () => {
  const phone = '5218187650000';
  expect(await meta().answer(phone, 'Hola')).toEqual({ kind: 'refused', reason: 'error 131047' });
  server.textFrom(phone, '12345678');
  expect(await meta().answer(phone, 'Hola')).toMatchObject({ kind: 'accepted' });
  expect(server.answers()).toEqual([{ to: phone, text: 'Hola' }]);
});
