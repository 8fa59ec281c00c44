import { createHash } from 'node:crypto';
import { listTransfers, orderTransfer as orderRoute, saleProof, transferWebhook } from '@anticipa/contract/transfers';
import { done } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import { read, type Served, serve, serveRaw } from '../../lib/http/http.ts';
import { runAs } from '../../lib/transaction.ts';
import { orderTransfer } from './commands.ts';
import { downloadProof } from './proof.ts';
import { ordersOf, toTransfer } from './queries.ts';

/** Of both shapes: the id comes as a number or a text, and only the newer one has our own key. */
const news = z
  .object({ id: z.union([z.number(), z.string()]).nullish(), folioOrigen: z.string().nullish() })
  .transform(({ id, folioOrigen }) => ({ bankId: id == null ? null : String(id), trackingKey: folioOrigen ?? null }));

export const transfersRoutes: readonly Served[] = [
  serve(orderRoute, (deps, { caller, params }) => orderTransfer(deps, caller, params.saleId.toLowerCase())),
  read(listTransfers, async (work, { params }) =>
    done({ data: (await ordersOf(work, params.saleId.toLowerCase())).map(toTransfer) }),
  ),
  serve(saleProof, (deps, { caller, params, body }) =>
    downloadProof(deps, caller, { numberOfSale: params.numberOfSale, format: body.format }),
  ),
  serveRaw(transferWebhook, async (deps, { bytes, caller }, reply) => {
    await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, async ({ db, at }) => {
      const digest = createHash('sha256').update(bytes).digest();
      await db
        .insertInto('bank_calls')
        .values({ digest, body: bytes, received_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const parsed = news.safeParse(jsonIn(bytes));
      if (parsed.success)
        await sql`select enqueue_job('transfer-news', ${JSON.stringify(parsed.data)}::json)`.execute(db);
    });
    return reply.type('application/json').send('{"mensaje":"recibido"}');
  }),
];

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
