import { motiveTexts } from '@anticipa/texts/motive-texts';
import { describe, expect, it } from 'vitest';
import { es } from '../es.ts';
import { uploadView } from './progress.ts';
import { localRefusal, type SendResult, UploadQueue } from './queue.ts';

const file = (name: string, text = '<x/>'): File => new File([text], name);
const files = (count: number): File[] => Array.from({ length: count }, (_, index) => file(`f${index}.xml`));
const accepted: SendResult = { kind: 'done', state: 'accepted', why: null };
const again: SendResult = { kind: 'again', why: { reason: 'sin red', remedy: '' } };

/** A queue whose sends are answered by hand or by `answer`; `idle` resolves when nothing is in progress. */
function started(answer?: (file: File, attempt: number) => SendResult) {
  const open: { name: string; signal: AbortSignal; settle: (result: SendResult) => void }[] = [];
  const attempts = new Map<string, number>();
  const pauses: number[] = [];
  const queue = new UploadQueue({
    send: (sent, signal) => {
      const attempt = (attempts.get(sent.name) ?? 0) + 1;
      attempts.set(sent.name, attempt);
      if (answer) return Promise.resolve(answer(sent, attempt));
      return new Promise((settle) => open.push({ name: sent.name, signal, settle }));
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
    changed: () => {},
  });
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
  };
  return { queue, open, attempts, pauses, idle, states: () => queue.entries.map(({ state }) => state) };
}

describe('[CAR-01] before sending', () => {
  it.each([
    ['factura.xml', 10, null],
    ['FACTURA.XML', 10, null],
    ['factura.pdf', 10, motiveTexts.FILE_NOT_XML],
    ['factura.xml.zip', 10, motiveTexts.FILE_NOT_XML],
    ['factura.xml', 0, motiveTexts.FILE_EMPTY],
    ['factura.xml', 1_572_864, null],
    ['factura.xml', 1_572_865, motiveTexts.FILE_TOO_LARGE],
    [`${'a'.repeat(4092)}.xml`, 10, null],
    [`${'a'.repeat(4093)}.xml`, 10, es.unsendableName],
    ['fac\0tura.xml', 10, es.unsendableName],
  ])('%s of %d bytes: %s', (name, size, refusal) => {
    expect(localRefusal({ name, size })).toBe(refusal);
  });
});

it('[CAR-01] sends six files at once and starts the next as one ends', async () => {
  const { queue, open, idle, states } = started();
  queue.add(files(8));
  expect(open).toHaveLength(6);
  open[0]?.settle(accepted);
  await idle();
  expect(open).toHaveLength(7);
  expect(states().filter((state) => state === 'sending')).toHaveLength(6);
});

it('[CAR-02] lists what cannot be sent with its motive and keeps the good ones', async () => {
  const { queue, idle } = started(() => accepted);
  queue.add([file('a.xml'), file('b.pdf'), file('c.xml', '')]);
  await idle();
  const view = uploadView(queue.entries);
  expect(view.listed.map(({ name, why }) => [name, why?.reason])).toEqual([
    ['b.pdf', 'El archivo no es XML'],
    ['c.xml', 'El archivo está vacío'],
  ]);
  expect(view.counts.map(({ text }) => text)).toEqual(['1 factura nueva', '2 archivos no válidos']);
});

it('retries after a network failure', async () => {
  const { queue, attempts, idle, states } = started((_, attempt) => (attempt < 3 ? again : accepted));
  queue.add(files(1));
  await idle();
  expect([attempts.get('f0.xml'), states()]).toEqual([3, ['accepted']]);
});

it('gives up after five attempts with a reason, each later than the last, and resends on request', async () => {
  let online = false;
  const { queue, attempts, pauses, idle, states } = started(() => (online ? accepted : again));
  queue.add(files(1));
  await idle();
  expect([attempts.get('f0.xml'), queue.entries[0]?.why?.reason]).toEqual([5, 'sin red']);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
  queue.retry();
  await idle();
  expect(attempts.get('f0.xml')).toBe(10);
  online = true;
  queue.retry();
  await idle();
  expect(states()).toEqual(['accepted']);
});

it('cancels unanswered files and keeps the others', async () => {
  const { queue, open, idle, states } = started();
  queue.add(files(8));
  open[0]?.settle(accepted);
  await idle();
  queue.cancel();
  open[1]?.settle(accepted);
  await idle();
  expect(states()).toEqual(['accepted', ...Array.from({ length: 7 }, () => 'cancelled')]);
  expect(open[2]?.signal.aborted).toBe(true);
});

it('waits for a new session and then continues with the same files', async () => {
  let signedIn = false;
  const { queue, idle, states } = started(() => (signedIn ? accepted : { kind: 'hold' }));
  queue.add(files(3));
  await idle();
  expect(states()).toEqual(['waiting', 'waiting', 'waiting']);
  signedIn = true;
  queue.resume();
  await idle();
  expect(states()).toEqual(['accepted', 'accepted', 'accepted']);
});

it('sends the files of the next user, whatever the last one waited for', async () => {
  let signedIn = false;
  const { queue, idle, states } = started(() => (signedIn ? accepted : { kind: 'hold' }));
  queue.add(files(3));
  await idle();
  queue.clear();
  signedIn = true;
  queue.add(files(2));
  await idle();
  expect(states()).toEqual(['accepted', 'accepted']);
});

it('[VTA-17] stops at once when the product is switched off', async () => {
  const why = { reason: 'Tienes deshabilitada esta función temporalmente.', remedy: '' };
  const { queue, attempts, idle, states } = started(() => ({ kind: 'stop', why }));
  queue.add(files(20));
  await idle();
  expect(attempts.size).toBeLessThanOrEqual(6);
  expect(new Set(states())).toEqual(new Set(['failed']));
});

it('completes a thousand files', async () => {
  const { queue, idle } = started(() => accepted);
  queue.add(files(1000));
  for (let turn = 0; turn < 20; turn += 1) await idle();
  expect(uploadView(queue.entries)).toMatchObject({ total: 1000, settled: 1000, running: false });
});

it('[CAR-06] reports a server error on a file and keeps it for another attempt', async () => {
  const { queue, idle } = started(() => ({ kind: 'again', why: es.failed }));
  queue.add(files(1));
  await idle();
  expect(uploadView(queue.entries)).toMatchObject({ hasServerError: true, isRetriable: true, running: false });
  expect(queue.entries[0]?.why?.reason).toBe(
    'Lo sentimos! Estamos teniendo problemas para procesar tus archivos, por favor intenta mas tarde',
  );
});
