/** A client's endpoint for events, and a server that stands in for it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { V1Event } from '@anticipa/contract/v1/events';
import { createWebhook, testWebhook, type Webhook } from '@anticipa/contract/webhooks';
import { expect } from 'vitest';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

/** An endpoint that gets a test event only, and never answers. */
export async function aWebhook(admin: Session): Promise<{ readonly webhookId: string; readonly deliveryId: string }> {
  const body = { url: 'https://127.0.0.1:1/avisos', types: ['webhook.test'] };
  const { webhook } = await admin.call(createWebhook, { body });
  const { webhookId } = webhook;
  const { deliveryId } = await admin.call(testWebhook, { params: { webhookId }, body: {} });
  return { webhookId, deliveryId };
}

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const eventIn = ({ body }: ReceivedEvent): V1Event => JSON.parse(body) as V1Event;

/** As a program checks it, from the published scheme. */
export const isSigned = ({ headers, body }: ReceivedEvent, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const wanted = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
};

/** A program of a client that receives events: it keeps what it got, and answers as `answer` says. */
export async function startReceiver() {
  const received: ReceivedEvent[] = [];
  let answer: (response: ServerResponse, event: ReceivedEvent) => void = (response) => response.end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(event);
      answer(response, event);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`,
    received,
    answerWith: (given: typeof answer): void => {
      answer = given;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Adds an endpoint; returns it with its secret. */
export const anEndpoint = (
  admin: Session,
  url: string,
  types: readonly string[] = [],
): Promise<{ secret: string; webhook: Webhook }> => admin.call(createWebhook, { body: { url, types } });

/** Waits until the feed leaves nothing out: an open transaction may precede its events, and those of other tests are on the same server. */
export const feedIsWhole = (portal: Portal): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rows } = await portal.db.owner.query<{ isWhole: boolean }>(
          `select bool_and(written_by < pg_snapshot_xmin(pg_current_snapshot())) as "isWhole" from client_events`,
        );
        return rows[0]?.isWhole;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
