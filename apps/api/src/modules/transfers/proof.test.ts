import { getSale } from '@anticipa/contract/sent-sales';
import { lenderSaleProof, saleProof } from '@anticipa/contract/transfers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atLimit } from '../../../testing/at-limit.ts';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { pollOrders } from './advance.ts';

const MINUTE_MS = 60_000;
let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());

describe('the proof of a deposit', () => {
  /** A paid sale, with its number. */
  const aPaidSale = async () => {
    const { saleId, trackingKey } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    const { rows } = await world.portal.db.owner.query('select number_of_sale from sales where sale_id = $1', [saleId]);
    const params = { numberOfSale: String(rows[0].number_of_sale) };
    return {
      saleId,
      trackingKey,
      download: (format: 'pdf' | 'xml') => world.seller.session.send(saleProof, { params, body: { format } }),
      sheet: () => world.seller.session.call(getSale, { params }),
    };
  };
  const textIn = (body: unknown): string => {
    const { base64 } = z.object({ base64: z.string() }).parse(body);
    return Buffer.from(base64, 'base64').toString('latin1');
  };

  it('[SIS-04] is fetched once, for either format, by client or operator, and then kept', async () => {
    const { saleId, trackingKey, download, sheet } = await aPaidSale();
    expect((await sheet()).data.hasProof).toBe(true);
    const before = world.banxico.forms();
    const forLender = { params: { saleId }, body: { format: 'xml' } } as const;
    expect(textIn((await world.seller.operator.send(lenderSaleProof, forLender)).body)).toContain(
      `claveRastreo="${trackingKey}"`,
    );
    expect(textIn((await download('xml')).body)).toContain(`claveRastreo="${trackingKey}"`);
    expect(textIn((await download('pdf')).body)).toMatch(/^%PDF-/);
    expect(world.banxico.forms()).toBe(before + 1);
  });

  it('a proof that Banxico does not have yet can be asked for again after ten minutes', async () => {
    const { download } = await aPaidSale();
    world.banxico.script('not-yet');
    expect((await download('pdf')).code).toBe('PROOF_NOT_READY');
    const asked = world.banxico.forms();
    expect((await download('pdf')).code).toBe('PROOF_NOT_READY');
    expect(world.banxico.forms()).toBe(asked);
    await atLimit(world.portal.clock, 10 * MINUTE_MS, {
      before: async () => expect((await download('pdf')).code).toBe('PROOF_NOT_READY'),
      after: async () => expect((await download('pdf')).status).toBe(200),
    });
  });

  it('is asked for once by itself, half an hour after the deposit', async () => {
    await aPaidSale();
    world.portal.clock.pass(29 * MINUTE_MS);
    for (let run = 0; run < 20; run += 1) await world.run('fetch-payment-proofs');
    world.portal.clock.pass(MINUTE_MS);
    world.banxico.script('limit');
    const before = world.banxico.forms();
    await world.run('fetch-payment-proofs');
    await world.run('fetch-payment-proofs');
    expect(world.banxico.forms()).toBe(before + 1);
    world.portal.clock.pass(-30 * MINUTE_MS);
  });

  it('does not exist of a sale that was not paid through the service, nor of another client', async () => {
    const { saleId } = await world.answeredSale();
    const { rows } = await world.portal.db.owner.query('select number_of_sale from sales where sale_id = $1', [saleId]);
    const body = { format: 'pdf' };
    const session = world.seller.session;
    const proof = (numberOfSale: string) => session.send(saleProof, { params: { numberOfSale }, body });
    expect((await proof(String(rows[0].number_of_sale))).code).toBe('PROOF_NOT_READY');
    expect((await proof('99999')).code).toBe('NOT_FOUND');
  });
});
