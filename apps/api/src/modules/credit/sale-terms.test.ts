/** Terms of sales that two people decide from a day: of all clients, and of one. */
import { routes } from '@anticipa/contract/routes';
import type { SaleTerms } from '@anticipa/contract/sale-terms';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { approvalOf, approveAsOther, requestOneSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let company: Seller;
let person: Seller;
let operator: Session;

const today = '2026-03-10';
const terms: SaleTerms = {
  ...{ ivaRegime: 'exento', ivaRate: '16', earlyRebate: false },
  ...{ ivaOnCollection: true, collectedBy: 'lender', withRecourse: true },
  ...{ openingRate: '0', openingMXN: '0.00', openingUSD: '0.00' },
};

beforeAll(async () => {
  portal = await startPortal();
  await portal.pki.lenderSealer();
  portal.clock.set(new Date(`${today}T19:45:00-06:00`));
  company = await aSeller(portal);
  person = await aSeller(portal);
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

const propose = (clientId: string | null, proposed: Partial<SaleTerms> & { readonly from: string }) => ({
  body: { clientId, proposed: { ...terms, ...proposed }, reason: 'opinión del contador' },
});
const refusal = async (...asked: Parameters<typeof propose>) =>
  (await operator.refusal(routes.proposeSaleTerms, propose(...asked))).code;
const decide = async (...asked: Parameters<typeof propose>) => {
  const { proposal } = await operator.call(routes.proposeSaleTerms, propose(...asked));
  await approveAsOther(portal, proposal);
};
const quoted = async ({ user, invoices }: Seller) => {
  const session = await portal.signIn(user.email);
  const [documentId = ''] = await invoices();
  const body = { documents: [{ documentId, dueDate: '2026-04-24' }] };
  const { items } = (await session.call(routes.presell, { body })).data;
  return { documentId, iva: items[0]?.iva, earlyRebate: items[0]?.earlyRebate };
};

it('[LIB-93] only another person decides the terms of sales, from today to a year ahead, and what stands is not proposed', async () => {
  const support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
  expect((await support.refusal(routes.proposeSaleTerms, propose(null, { from: today }))).code).toBe('ROLE_NEEDED');
  expect(await refusal(null, { from: '2026-03-09' })).toBe('SALE_TERMS_TOO_FAR');
  expect(await refusal(null, { from: '2027-04-01' })).toBe('SALE_TERMS_TOO_FAR');
  expect((await quoted(company)).iva).toBe('556.80');
  const { proposal } = await operator.call(routes.proposeSaleTerms, propose(null, { from: today }));
  expect(proposal).toMatchObject({ state: 'open', change: { kind: 'sale-terms', before: null } });
  expect(await refusal(null, { from: today })).toBe('PROPOSAL_PENDING');
  const own = await operator.refusal(routes.decideProposal, approvalOf(proposal));
  expect(own.code).toBe('OWN_PROPOSAL');
  expect((await quoted(company)).iva).toBe('556.80');
  await approveAsOther(portal, proposal);
  expect((await quoted(company)).iva).toBe('0.00');
  expect(await refusal(null, { from: today })).toBe('NOTHING_CHANGED');
});

it('[LIB-93] a client has terms of its own where the law tells persons apart, and a sale keeps those of its day', async () => {
  await decide(person.client.clientId, {
    from: today,
    ivaRegime: 'devengado',
    ivaRate: '8',
    earlyRebate: true,
  });
  await decide(null, { from: '2026-03-20', ivaRegime: 'flujo' });
  expect(await quoted(person)).toMatchObject({ iva: '278.40', earlyRebate: true });
  const session = await portal.signIn(company.user.email);
  const before = await quoted(company);
  expect(before.iva).toBe('0.00');
  await sellAndDeposit({ session, operator }, [before.documentId]);
  portal.clock.set(new Date('2026-03-20T12:00:00-06:00'));
  operator = await portal.signIn((await anOperator(portal)).email);
  const after = await quoted(company);
  expect(after.iva).not.toBe('0.00');
  await sellAndDeposit({ session: await portal.signIn(company.user.email), operator }, [after.documentId]);
  expect((await quoted(person)).earlyRebate).toBe(true);
  const { rows } = await portal.db.owner.query(
    `select document_id, iva_regime, trim_scale(iva_rate)::text as rate from sale_items where document_id = any($1) order by emitted_on, iva_regime`,
    [[before.documentId, after.documentId]],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { document_id: before.documentId, iva_regime: 'exento', rate: '0' },
      { document_id: after.documentId, iva_regime: 'flujo', rate: '16' },
    ]),
  );
  const history = await operator.call(routes.getSaleTerms, { query: { clientId: person.client.clientId } });
  expect(history).toMatchObject({
    today: '2026-03-20',
    lender: [
      { from: '2026-03-20', until: null, ivaRegime: 'flujo' },
      { from: today, until: '2026-03-19', ivaRegime: 'exento' },
    ],
    own: [{ from: today, until: null, ivaRegime: 'devengado', ivaRate: '8' }],
    clientsWithOwn: 1,
  });
});

it('[LIB-94] the contract and the statement say how interest is taxed, who uses the option of LIVA 1-C, who collects, and with recourse or without', async () => {
  const session = await portal.signIn(company.user.email);
  const [documentId = ''] = await company.invoices();
  const sale = await requestOneSale(session, [documentId]);
  expect(sale.terms).toEqual({ ivaRegime: 'flujo', ivaOnCollection: true, collectedBy: 'lender', withRecourse: true });
  const { rows } = await portal.db.owner.query(`select contract_text from sales where sale_id = $1`, [sale.saleId]);
  const said =
    'El interés causa IVA; el cedente eligió pagar el IVA de las facturas cedidas cuando se cobran (artículo 1-C de la LIVA); la cobranza está a cargo de la financiera; la cesión es con recurso.';
  expect(rows[0]?.contract_text).toContain(said);
  const period = { startDate: '2026-03-01', endDate: '2026-03-20' };
  const { data } = await session.call(routes.getStatement, { query: period });
  expect(data.terms).toEqual(sale.terms);
  const { base64 } = await session.call(routes.balanceStatement, { body: period });
  const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(said);
  // An earlier period has the terms of its own days.
  const earlier = { startDate: '2026-03-01', endDate: '2026-03-15' };
  expect((await session.call(routes.getStatement, { query: earlier })).data.terms?.ivaRegime).toBe('exento');
});

it('[LIB-93] terms that are approved after their first day apply from the day of the approval', async () => {
  const { clientId } = company.client;
  const { proposal } = await operator.call(routes.proposeSaleTerms, propose(clientId, { from: '2026-03-20' }));
  portal.clock.set(new Date('2026-03-23T12:00:00-06:00'));
  operator = await portal.signIn((await anOperator(portal)).email);
  await approveAsOther(portal, proposal);
  const { own } = await operator.call(routes.getSaleTerms, { query: { clientId } });
  expect(own).toMatchObject([{ from: '2026-03-23', until: null, ivaRegime: 'exento' }]);
  expect((await quoted(company)).iva).toBe('0.00');
});
