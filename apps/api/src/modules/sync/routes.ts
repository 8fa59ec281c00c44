import {
  clientCredentials,
  getTaxpayer,
  satsync,
  syncNow,
  syncWebhook,
  validateCredentials,
} from '@anticipa/contract/sync';
import { done } from '@anticipa/domain/errors';
import { DEFAULT_HISTORY_DAYS } from '@anticipa/domain/sync';
import { syntageEvent } from '../../gateways/invoice-sync/syntage.ts';
import { isSignedWebhook, SIGNATURE_HEADERS } from '../../gateways/invoice-sync/syntage-webhook.ts';
import { settingOf } from '../../platform/config/sandbox-settings.ts';
import { sendRefusal } from '../../platform/http/answers.ts';
import { read, type Served, serve, serveRaw, write } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { enqueueSync } from './change.ts';
import { changeSync, checkCredential, syncAgain } from './commands.ts';
import { clientOfRfc, taxpayerOf } from './queries.ts';

export const syncRoutes: readonly Served<Deps>[] = [
  serve(validateCredentials, (deps, { caller, body }) => checkCredential(deps, caller, body), {
    claims: ({ body: { username, userId, clientId } }) => ({ rfc: username, userId, clientId }),
  }),
  write(clientCredentials, (work, { body }) => changeSync(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
  write(satsync, (work, { body }) => syncAgain(work, { days: body?.days ?? DEFAULT_HISTORY_DAYS }), {
    claims: ({ body }) => ({ clientId: body?.clientId }),
  }),
  write(syncNow, (work) => syncAgain(work, { days: null }), {
    claims: ({ params: { clientId } }) => ({ clientId }),
  }),
  read(getTaxpayer, async (work, { params: { rfc } }) => done({ data: await taxpayerOf(work, rfc) }), {
    claims: ({ params: { rfc } }) => ({ rfc }),
  }),
  serveRaw(syncWebhook, async (deps, { bytes, caller }, reply) => {
    const secret = await settingOf(deps.config, 'syntageWebhookSecret')();
    const isSigned = SIGNATURE_HEADERS.some((name) => {
      const header = String(reply.request.headers[name] ?? '');
      return secret !== null && isSignedWebhook(secret, header, bytes, deps.clock.now());
    });
    if (!isSigned) return sendRefusal(reply, 'INVALID_REQUEST');
    const parsed = syntageEvent.safeParse(jsonIn(bytes));
    await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, async (work) => {
      const clientId = parsed.success ? await clientOfRfc(work, parsed.data.taxpayer) : undefined;
      if (clientId !== undefined) await enqueueSync({ db: work.db, tenant: clientId });
    });
    return reply.status(204).send();
  }),
];

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
