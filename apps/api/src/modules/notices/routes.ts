import { createHash, timingSafeEqual } from 'node:crypto';
import {
  addPushBrowser,
  changeNoticeChoices,
  confirmWhatsApp,
  endWhatsApp as endWhatsAppRoute,
  getNoticeChoices,
  listNotices,
  readNotices,
  removePushBrowser,
  verifyWhatsAppWebhook,
  whatsAppWebhook,
} from '@anticipa/contract/notices';
import { done, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { isPushService } from '../../gateways/push/endpoint.ts';
import { isSigned, newsIn } from '../../gateways/whatsapp/webhook.ts';
import { settingOf } from '../../platform/config/sandbox-settings.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { read, type Served, serve, serveRaw, write } from '../../platform/http/http.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { type Channels, choicesOf } from './choice-queries.ts';
import { changeChoices, markRead } from './commands.ts';
import { addBrowser, removeBrowser } from './push.ts';
import { noticesOf } from './queries.ts';
import { askForCode, CODE_MS, endWhatsApp } from './whatsapp.ts';

export const noticeRoutes: readonly Served<Deps>[] = [
  read(listNotices, async (work, { query }) => done(await noticesOf(work, query))),
  write(readNotices, async (work, { body }) => done(await markRead(work, body.noticeIds))),
  serve(getNoticeChoices, async (deps, { caller }) => {
    const channels = await channelsOf(deps);
    return done(await runAs(deps, caller, (work) => choicesOf(work, channels)));
  }),
  serve(changeNoticeChoices, async (deps, { caller, body }) => {
    const channels = await channelsOf(deps);
    return attemptAs(deps, caller, (work) => changeChoices(work, body, channels));
  }),
  serve(confirmWhatsApp, async (deps, { caller }) => {
    const number = await deps.whatsapp.number();
    if (number === null) return refuse('WHATSAPP_OFF');
    const code = await runAs(deps, caller, askForCode);
    // In the demo the person writes on the page of its mails.
    const chat = (await settingOf(deps.config, 'whatsappChatUrl')()) ?? `https://wa.me/${number}`;
    return done({ code, chat, until: new Date(deps.clock.now().getTime() + CODE_MS).toISOString() });
  }),
  write(endWhatsAppRoute, async (work) => {
    await endWhatsApp(work);
    return done({ status: 'success' as const });
  }),
  serve(addPushBrowser, async (deps, { caller, body }) => {
    if ((await deps.push.key()) === null) return refuse('PUSH_OFF');
    const sandbox = await settingOf(deps.config, 'pushUrl')();
    if (!isPushService(body.endpoint, sandbox)) return refuse('PUSH_OFF');
    await runAs(deps, caller, (work) => addBrowser(work, body));
    return done({ status: 'success' as const });
  }),
  write(removePushBrowser, async (work, { body }) => {
    await removeBrowser(work, body.endpoint);
    return done({ status: 'success' as const });
  }),
  serveRaw(verifyWhatsAppWebhook, async (deps, { query }, reply) => {
    const token = await settingOf(deps.config, 'whatsappVerifyToken')();
    if (token === null || !isSame(token, query['hub.verify_token'])) return sendRefusal(reply, 'INVALID_REQUEST');
    return reply.type('text/plain').send(query['hub.challenge']);
  }),
  serveRaw(whatsAppWebhook, async (deps, { bytes, caller }, reply) => {
    const secret = await settingOf(deps.config, 'whatsappAppSecret')();
    const header = String(reply.request.headers['x-hub-signature-256'] ?? '');
    if (secret === null || !isSigned(secret, header, bytes)) return sendRefusal(reply, 'INVALID_REQUEST');
    const news = newsIn(jsonIn(bytes));
    if (news.states.length + news.texts.length > 0)
      await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, ({ db }) =>
        sql`select enqueue_job('hear-whatsapp', ${JSON.stringify(news)}::json)`.execute(db),
      );
    return reply.status(200).send();
  }),
];

const channelsOf = async ({ whatsapp, push }: Deps): Promise<Channels> => ({
  hasWhatsApp: (await whatsapp.number()) !== null,
  pushKey: await push.key(),
});

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
