import { type PortalEvent, streamEvents } from '@anticipa/contract/events';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { getSession } from '@anticipa/contract/session';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { openInvoicesQuery } from '../lib/queries.ts';
import { useUser } from '../lib/session.ts';
import { anInvoice } from '../lib/test-builders.ts';
import { openListOf } from '../testing/open-list.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { LiveUpdates } from './live-updates.tsx';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const invoice = (number: number, total = '100.00') => anInvoice({ documentId: idOf(number), total });

let creditReads = 0;

function Reader({ queryKey, onRead }: { queryKey: readonly string[]; onRead: () => void }) {
  useQuery({
    queryKey,
    queryFn: () => {
      onRead();
      return null;
    },
  });
  return null;
}

function Totals() {
  const { data = [] } = useQuery(openInvoicesQuery);
  useQuery({ queryKey: ['credit'], queryFn: () => ++creditReads });
  return <p>{data.map(({ total }) => total).join(' ')}</p>;
}

/**
 * A screen of two invoices, whose reads are answered after `answering`. `streams` are those that it opened; `send`
 * writes to the last one.
 */
async function open(answering = Promise.resolve(), others: ReactNode = null) {
  await signInAs(aUser());
  const streams: ReadableStreamDefaultController<string>[] = [];
  answer(streamEvents).with(() => {
    const body = new ReadableStream<string>({ start: (controller) => void streams.push(controller) });
    return new Response(body.pipeThrough(new TextEncoderStream()));
  });
  const now = { open: [invoice(2, '200.00'), invoice(1, '100.00')] };
  const reads = answer(listOpenInvoices).with(async ({ query: { ids } }) => {
    const list = openListOf(now.open.filter(({ documentId }) => ids?.includes(documentId) ?? true));
    await answering;
    return list;
  });
  const screen = await renderScreen(
    <>
      <LiveUpdates />
      <Totals />
      {others}
    </>,
  );
  await expect.poll(() => streams).toHaveLength(1);
  let position = 0;
  const send = (event: PortalEvent): void => {
    position += 1;
    streams.at(-1)?.enqueue(`id: test.${position}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const asked = () => reads.map(({ query: { ids } }) => ids?.toSorted());
  return { screen, streams, send, now, asked };
}

async function show(others: ReactNode = null) {
  const opened = await open(Promise.resolve(), others);
  await expect.element(opened.screen.getByText('200.00 100.00')).toBeVisible();
  return opened;
}

it('reads only the changed ones of the open invoices, in one call for events that come together', async () => {
  const { screen, send, now, asked } = await show();
  now.open = [invoice(3, '300.00'), invoice(2, '250.00')];
  send({ noun: 'invoices', ids: [idOf(1)] });
  send({ noun: 'invoices', ids: [idOf(2), idOf(3)] });
  await expect.element(screen.getByText('300.00 250.00')).toBeVisible();
  expect(asked()).toEqual([undefined, [idOf(1), idOf(2), idOf(3)]]);
});

it('opens no stream for an operator, who has no invoices', async () => {
  await signInAs(aUser({ kind: 'operator', client: null }));
  const streams = answer(streamEvents).with(() => new Response(''));
  const screen = await renderScreen(
    <>
      <LiveUpdates />
      <p>Operación</p>
    </>,
  );
  await expect.element(screen.getByText('Operación')).toBeVisible();
  expect(streams).toEqual([]);
});

it('reads the whole list after an event without ids', async () => {
  const { screen, send, now, asked } = await show();
  now.open = [invoice(2, '250.00')];
  send({ noun: 'invoices', ids: [idOf(1)] });
  send({ noun: 'invoices', ids: [] });
  send({ noun: 'invoices', ids: [idOf(2)] });
  await expect.element(screen.getByText('250.00')).toBeVisible();
  expect(asked()).toEqual([undefined, undefined]);
});

it('reads the whole list after more changes than are cheaper to ask for', async () => {
  const { screen, send, now, asked } = await show();
  now.open = [];
  send({ noun: 'invoices', ids: Array.from({ length: 601 }, (_, index) => idOf(index)) });
  await expect.element(screen.getByText('200.00 100.00')).not.toBeInTheDocument();
  expect(asked()).toEqual([undefined, undefined]);
});

it('reads no list again when the stream returns, and what changes afterwards', async () => {
  const { screen, streams, send, now, asked } = await show();
  streams[0]?.close();
  await expect.poll(() => streams, { timeout: 5_000 }).toHaveLength(2);
  now.open = [invoice(2, '250.00')];
  send({ noun: 'invoices', ids: [idOf(1), idOf(2)] });
  await expect.element(screen.getByText('250.00')).toBeVisible();
  expect(asked()).toEqual([undefined, [idOf(1), idOf(2)]]);
});

it('reads a list again whose first answer is from before an event', async () => {
  const { promise: answering, resolve: answerReads } = Promise.withResolvers<void>();
  const { screen, send, now, asked } = await open(answering);
  await expect.poll(asked).toEqual([undefined]);
  const before = creditReads;
  now.open = [invoice(2, '250.00')];
  send({ noun: 'invoices', ids: [] });
  send({ noun: 'credit', ids: [] });
  await expect.poll(() => creditReads).toBe(before + 1);
  answerReads();
  await expect.element(screen.getByText('250.00')).toBeVisible();
  expect(asked()).toEqual([undefined, undefined]);
});

it('[TAB-12] reads the answers of home and the figures of the nouns again after events, and no others', async () => {
  const reads: string[] = [];
  const keys = [['home'], ['credit', 'information'], ['sales', 'sent'], ['references', 'all'], ['invoices', 'counts']];
  const others = keys.map((queryKey) => (
    <Reader key={String(queryKey)} queryKey={queryKey} onRead={() => void reads.push(String(queryKey))} />
  ));
  const { screen, send } = await show(others);
  await expect.poll(() => reads.length).toBe(keys.length);
  reads.length = 0;
  send({ noun: 'sales', ids: ['12'] });
  send({ noun: 'invoices', ids: [idOf(1)] });
  await expect.poll(() => reads.toSorted()).toEqual(['home', 'invoices,counts', 'sales,sent']);
  await expect.element(screen.getByText('200.00 100.00')).toBeVisible();
});

it('shares one stream with the other pages of the user; when its page is left, the next one continues', async () => {
  const { screen, streams, send } = await show();
  const reads: string[] = [];
  await renderScreen(
    <>
      <LiveUpdates />
      <Reader queryKey={['sales', 'sent']} onRead={() => void reads.push('sales')} />
    </>,
  );
  await expect.poll(() => reads).toHaveLength(1);
  send({ noun: 'sales', ids: ['12'] });
  await expect.poll(() => reads).toHaveLength(2);
  expect(streams).toHaveLength(1);
  await screen.unmount();
  await expect.poll(() => streams).toHaveLength(2);
  send({ noun: 'sales', ids: ['13'] });
  await expect.poll(() => reads).toHaveLength(3);
});

function Download() {
  return <p>{useUser().SATdownloading ? 'Descargando' : 'Descargado'}</p>;
}

it('[SAT-04] reads the lists and the user again when a download has ended', async () => {
  const { screen, send, now } = await show(<Download />);
  answer(getSession).with(() => ({ isLoggedIn: true, user: aUser({ SATdownloading: true }), token: null }));
  send({ noun: 'session', ids: [] });
  await expect.element(screen.getByText('Descargando')).toBeVisible();
  now.open = [invoice(3, '300.00'), ...now.open];
  answer(getSession).with(() => ({ isLoggedIn: true, user: aUser(), token: null }));
  send({ noun: 'invoices', ids: [idOf(3)] });
  send({ noun: 'session', ids: [] });
  await expect.element(screen.getByText('300.00 200.00 100.00')).toBeVisible();
  await expect.element(screen.getByText('Descargado')).toBeVisible();
});
