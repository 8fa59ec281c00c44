import { reportNames } from '@anticipa/contract/portfolio-reports';
import { routes } from '@anticipa/contract/routes';
import type { CurrencyStatement } from '@anticipa/contract/statements';
import { ivaRegimes } from '@anticipa/domain/iva-regime';
import { strFromU8, unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filedBalance, numberAccounts } from '../../../testing/filed-balance.ts';
import { bookedMonths, goldenBalances } from '../../../testing/golden-balances.ts';
import { variantsIn } from '../../../testing/golden-regimes.ts';
import { forwardedOf, paymentsOf, standingSteps, type Variant } from '../../../testing/golden-variants.ts';
import { runCron } from '../../../testing/jobs.ts';
import { playVariants } from '../../../testing/play-variants.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import {
  dollarReports,
  expectRowsToAddUp,
  expectTheBooksBalances,
  expectTheSameFromCarried,
  figuresOf,
  pesosReports,
  reportDays,
} from '../../../testing/variant-reports.ts';

describe.each(ivaRegimes)('%s', (regime) => {
  const variants = variantsIn[regime];
  const wholeIva = regime === 'exento' ? '0.00' : '556.80';
  /** Late charges of ten days, with their IVA. */
  const lateTotal = regime === 'exento' ? '1546.67' : '1794.14';
  let portal: Portal;
  let clientId: string;
  let session: Session;
  let operator: Session;
  let sold: ReadonlyMap<Variant, string>;

  beforeAll(async () => {
    portal = await startPortal();
    ({ clientId, session, operator, sold } = await playVariants(portal, regime));
  });
  afterAll(() => portal.close());

  /** Balances of an invoice that are not zero: debits, or credits of the credit accounts. */
  const balances = async (documentId: string): Promise<Record<string, string>> => {
    const { rows } = await portal.db.owner.query<{ account: string; balance: string }>(
      // Money that was identified is in the bank of the lender's own journal.
      `select account, abs(sum(debit - credit))::text as balance from (
       select replace(account, 'ENTRE_DIARIOS', 'BANCOS') as account, debit, credit from ledger_lines
       where client_id = $1 and document_id = $2
     ) lines group by account having sum(debit - credit) <> 0`,
      [clientId, documentId],
    );
    return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
  };

  const inCents = (amount: string): number => Math.round(Number(amount) * 100);
  const inText = (cents: number): string => (cents / 100).toFixed(2);

  const sumOf = (amounts: readonly string[]): string =>
    inText(amounts.reduce((sum, amount) => sum + inCents(amount), 0));
  it.each(variants)(
    '[PRE-04] [INT-03] [LIB-92] [DIN-47] [DIN-60] [DIN-61] [DIN-62] [DIN-63] [DIN-64] [DIN-94] $name: every account to the cent',
    async (variant) => {
      const { recargos = ['0.00', '0.00'], returned, bank, left = {}, used, invoiced = ['259.84', '296.96'] } = variant;
      const { commission = ['0.00', '0.00'] } = variant;
      const documentId = sold.get(variant) ?? '';
      const {
        INGRESO_INTERES,
        RECARGOS = '0.00',
        COMISIONES = '0.00',
        IVA_COBRADO = '0.00',
        BANCOS,
        ...others
      } = await balances(documentId);
      expect({ INGRESO_INTERES, RECARGOS, COMISIONES, BANCOS }).toEqual({
        INGRESO_INTERES: variant.earned ?? (variant.currency === 'USD' ? '300.00' : '3480.00'),
        RECARGOS: recargos[0],
        COMISIONES: commission[0],
        BANCOS: bank.replace('-', ''),
      });
      const [uncollected = 0, owing = 0, lost = 0] = [left.IVA_NO_COBRADO, left.CLIENTE, left.GASTO_ESTIMACION].map(
        (amount = '0') => inCents(amount),
      );
      expect(IVA_COBRADO).toBe(
        inText(
          inCents(sumOf([...invoiced, recargos[1], commission[1]])) - uncollected - inCents(variant.lostIva ?? '0'),
        ),
      );
      expect(others).toEqual(left);
      const income = [INGRESO_INTERES, RECARGOS, COMISIONES, IVA_COBRADO].reduce(
        (sum, amount = '0') => sum + inCents(amount),
        0,
      );
      if (used === undefined) expect(inText(income + uncollected - owing - lost)).toBe(bank);
      const { rows } = await portal.db.owner.query(
        `select invoice.final_deposit, hold.amount::text as used, hold.state from invoices invoice
     join credit_holds hold using (client_id, sale_id, document_id) where document_id = $1`,
        [documentId],
      );
      const isOpen = used !== undefined;
      expect(rows[0]).toMatchObject({ final_deposit: isOpen ? null : returned, state: isOpen ? 'posted' : 'repaid' });
      if (isOpen) expect(rows[0]?.used).toBe(used);
      const { data } = await session.call(routes.listInvoices, { query: { status: isOpen ? '30' : '40' } });
      const row = data.find((each) => each.documentId === documentId);
      if (isOpen) return;
      const payments = paymentsOf(variant);
      expect(row).toMatchObject({
        finalDeposit: returned,
        recargos: recargos[0],
        ivaRecargos: recargos[1],
        rebate:
          variant.earned === undefined
            ? '0.00'
            : sumOf(['3480.00', wholeIva, `-${variant.earned}`, `-${sumOf(invoiced)}`]),
        paidAmount: sumOf([...payments.map(([amount]) => amount), ...forwardedOf(variant)]),
        paymentDate: (payments.at(-1) ?? variant.steps.at(-1))?.[1],
      });
    },
  );

  it.each(bookedMonths)('[LIB-95] the balances of %s are filed to the cent, at each level', async (month) => {
    await numberAccounts(portal.db);
    expect(await filedBalance(operator, month)).toEqual(goldenBalances(regime, month));
  });

  it('[INT-01] [HFI-01] the interest detail and the interest invoices bill what the journal earned', async () => {
    const body = { startDate: '2026-03-01', endDate: '2026-06-30' };
    const { credits } = (await session.call(routes.listInterest, { body })).data;
    for (const variant of variants) {
      const own = credits.filter((row) => row.documentId === sold.get(variant));
      const [march, april] = variant.invoiced ?? ['259.84', '296.96'];
      expect(own.map(({ periodo, iva }) => [periodo, iva])).toEqual([
        ['2026-03', march],
        ['2026-04', april],
      ]);
      expect(own.every(({ invoiceFolio }) => invoiceFolio !== null)).toBe(true);
    }
  });

  describe.each(['MXN', 'USD'] as const)('the statement in %s', (currency) => {
    const own = variants.filter((variant) => (variant.currency ?? 'MXN') === currency);
    const query = { from: '2026-03-01', to: '2026-06-03' };
    const statement = async (): Promise<CurrencyStatement> => {
      const asked = { startDate: query.from, endDate: query.to };
      const { currencies } = (await session.call(routes.getStatement, { query: asked })).data;
      const found = currencies.find((each) => each.currency === currency);
      if (!found) throw new Error(`nothing in ${currency}`);
      return found;
    };
    const movementsOf = ({ accounts }: CurrencyStatement) => accounts.flatMap(({ movements }) => movements);

    it('[PRE-04] [MOV-04] has the figures of every variant', async () => {
      const { accounts, collections, complements, invoices } = await statement();
      const { data } = await session.call(routes.listInvoices, { query: { status: '30,40' } });
      for (const variant of own) {
        const {
          name,
          left = {},
          returned,
          recargos = ['0.00', '0.00'],
          total = '116000.00',
          unpaid = '0.00',
        } = variant;
        const invoice = data.find(({ documentId }) => documentId === sold.get(variant));
        const moved = accounts.map(({ movements }) => movements.filter(({ folio }) => folio === `A-${invoice?.folio}`));
        const sides = (concept: RegExp) => {
          const rows = moved.flat().filter((row) => concept.test(row.concept));
          return [sumOf(rows.map(({ charge }) => charge)), sumOf(rows.map(({ credit }) => credit))];
        };
        const net = moved.map((rows) => sumOf(rows.flatMap(({ charge, credit }) => [charge, `-${credit}`])));
        expect({ name, net }).toEqual({ name, net: [left.CARTERA ?? '0.00', '0.00', left.CLIENTE ?? '0.00'] });
        expect(sides(/^(Prórroga y recargos|Recargos) por/)).toEqual([sumOf(recargos), '0.00']);
        const rebate = variant.earned === undefined ? '0.00' : sumOf(['3480.00', `-${variant.earned}`]);
        expect(sides(/^Bonificación/)).toEqual(['0.00', rebate]);
        const received = collections.filter(({ uuid }) => uuid === invoice?.uuid);
        const payments = standingSteps(variant).flatMap(([kind, , third]) => {
          if (kind === 'paid-to-client' || kind === 'forward') return third ?? [];
          return /^\d/.test(kind) && third !== 'client' ? kind : [];
        });
        expect(sumOf(received.map(({ amount }) => amount))).toBe(sumOf(payments));
        const iva = (amount: string) => Math.round((Math.min(inCents(amount), inCents(total)) * 16) / 116);
        expect(sumOf(received.map(({ containedIva }) => containedIva ?? ''))).toBe(inText(iva(sumOf(payments))));
        const collected = inText(Math.min(inCents(sumOf(payments)), inCents(total)));
        const owed = left.CARTERA ?? '0.00';
        const covered = sumOf([total, `-${collected}`, `-${unpaid}`, `-${owed}`]);
        const ceded = invoices.find(({ documentId }) => documentId === sold.get(variant));
        expect({ name, ...ceded }).toMatchObject({ name, collected, covered, unpaid, owed });
        const nodes = complements.filter(({ uuid }) => uuid === invoice?.uuid);
        const [deposit, interest, aforo] =
          currency === 'USD' ? ['8700.00', '300.00', '1000.00'] : ['100920.00', '3480.00', '11600.00'];
        const [kept, byTransfer] = variant.aforoPaid ?? [sumOf([aforo, `-${returned}`]), returned];
        const fees = sumOf(variant.commission ?? []);
        const paid = [
          `03 ${sumOf([deposit, `-${fees}`])}`,
          `17 ${sumOf([interest, fees])}`,
          `17 ${kept}`,
          `03 ${byTransfer}`,
        ];
        expect({ name, paid: nodes.map((node) => `${node.form} ${node.paid}`) }).toEqual({
          name,
          paid: paid.filter((node) => !node.endsWith(' 0.00')),
        });
        expect(nodes.at(-1)?.left).toBe(sumOf([total, ...nodes.map((node) => `-${node.paid}`)]));
      }
    });

    it('[PRE-04] [MOV-06] has the totals of the table as cost and transfers', async () => {
      const { cost, transfers } = await statement();
      const sum = (pick: (variant: Variant) => string) => sumOf(own.map(pick));
      expect(cost).toEqual({
        interest: sum(({ earned }) => earned ?? (currency === 'USD' ? '300.00' : '3480.00')),
        iva: sum(({ invoiced = ['259.84', '296.96'] }) => sumOf(invoiced)),
        recargos: sum(({ recargos }) => recargos?.[0] ?? '0.00'),
        ivaRecargos: sum(({ recargos }) => recargos?.[1] ?? '0.00'),
        ...(currency === 'MXN' && { commission: '2000.00', ivaCommission: '320.00' }),
      });
      const returns = transfers.filter(({ concept }) => concept === 'Devolución de aforo');
      expect(sumOf(returns.map(({ amount }) => amount))).toBe(sum(({ returned }) => returned));
    });

    it('[MOV-06] prints and exports the same figures', async () => {
      const rows = movementsOf(await statement());
      const shown = (amount: string) => (amount === '0.00' ? '' : amount);
      const cells = rows.map(({ charge, credit, balance }) => [shown(charge), shown(credit), balance]);
      const file = async (format: string) =>
        (
          await session.send(routes.exportTable, {
            params: { table: 'movements' },
            query: { ...query, currency, format },
          })
        ).bytes;
      const lines = (await file('csv')).toString('utf8').trim().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',').slice(-4, -1))).toEqual(cells);
      const sheet = strFromU8(unzipSync(await file('xlsx'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      const cell = (at: string) => new RegExp(`<c r="${at}" s="\\d+"><v>([^<]+)</v>`).exec(sheet)?.[1] ?? '';
      expect(rows.map((_, index) => ['G', 'H', 'I'].map((column) => cell(`${column}${index + 2}`)))).toEqual(cells);
      const body = { startDate: query.from, endDate: query.to };
      const { base64 } = await session.call(routes.balanceStatement, { body });
      const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
      const printed = Map.groupBy(text.matchAll(/[\d,]+\.\d{2}/g), ([figure]) => figure.replaceAll(',', ''));
      const figures = Map.groupBy(cells.flat().filter(Boolean), (figure) => figure.replace('-', ''));
      for (const [figure, uses] of figures) {
        expect({ figure, isPrinted: (printed.get(figure)?.length ?? 0) >= uses.length }).toMatchObject({
          isPrinted: true,
        });
      }
    });

    it('[HFI-02] is billed by CFDI whose concepts are the interest, the late charges and their IVA of every variant', async () => {
      const search = { startDate: query.from, endDate: query.to };
      const { data } = await session.call(routes.listInterestInvoices, { body: { search } });
      const billed = new Map<string, [amount: string, iva: string]>();
      for (const { id } of data.filter((each) => each.currency === currency)) {
        const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
        const xml = Buffer.from(file.Content, 'base64').toString('utf8');
        for (const [, folio, text = '', amount = '', tax = ''] of xml.matchAll(
          /NoIdentificacion="([^"]+)".*?Descripcion="(\S+).*? Importe="([^"]+)".*?<cfdi:Traslado ([^>]*)/g,
        )) {
          // A credit note takes back what was invoiced before.
          const [subject, sign] = text === 'Bonificación' ? ['Interés', '-'] : [text, ''];
          const iva = / Importe="([^"]+)"/.exec(tax)?.[1] ?? '0.00';
          expect(tax.includes('Exento')).toBe(regime === 'exento' && text !== 'Comisión');
          const [amountSoFar, ivaSoFar] = billed.get(`${subject} ${folio}`) ?? ['0.00', '0.00'];
          billed.set(`${subject} ${folio}`, [
            sumOf([amountSoFar, `${sign}${amount}`]),
            sumOf([ivaSoFar, `${sign}${iva}`]),
          ]);
        }
      }
      const { data: invoices } = await session.call(routes.listInvoices, { query: { status: '30,40' } });
      for (const variant of own) {
        const { earned, invoiced = ['259.84', '296.96'], recargos, name } = variant;
        const folio = `A-${invoices.find(({ documentId }) => documentId === sold.get(variant))?.folio}`;
        const interest = earned ?? (currency === 'USD' ? '300.00' : '3480.00');
        const { commission } = variant;
        const [of, ...others] = ['Interés', 'Recargos', 'Comisión'].map((subject) => billed.get(`${subject} ${folio}`));
        expect({ name, interest: of, recargos: others[0], commission: others[1] }).toEqual({
          name,
          interest: [interest, sumOf(invoiced)],
          recargos: recargos && [...recargos],
          commission: commission && [...commission],
        });
      }
    });
  });

  it('[HFI-03] late charges are invoiced once, as paid by compensation; one cancelled is invoiced again', async () => {
    const search = { startDate: '2026-06-03', endDate: '2026-06-03' };
    const lateOnes = async (active: boolean) => {
      const { data } = await session.call(routes.listInterestInvoices, { body: { search: { ...search, active } } });
      return data.filter(({ amount }) => amount === lateTotal);
    };
    const [first, ...others] = await lateOnes(true);
    expect([first, ...others]).toMatchObject(
      [1, 2].map(() => ({ invoiceType: true, subTotal: '1546.67', periodo: '2026-05' })),
    );
    const params = { fileType: 'xml', id: first?.id ?? '' };
    const { file } = await session.call(routes.interestInvoiceFile, { params });
    const xml = Buffer.from(file.Content, 'base64').toString('utf8');
    for (const part of ['MetodoPago="PUE"', 'FormaPago="17"', `Total="${lateTotal}"`, 'TipoDeComprobante="I"'])
      expect(xml).toContain(part);
    const run = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'invoice-late-charges');
    const body = { motive: '02' };
    await operator.call(routes.cancelInterestInvoice, { params: { invoiceId: first?.id ?? '' }, body });
    expect([await lateOnes(true), await lateOnes(false)]).toMatchObject([others, [{ id: first?.id }]]);
    expect(await Promise.all([run(), run()])).toEqual([[], []]);
    const again = await lateOnes(true);
    expect(again).toHaveLength(2);
    expect(again.map(({ id }) => id)).not.toContain(first?.id);
    const asked = { startDate: '2026-06-03', endDate: '2026-06-03' };
    const { currencies } = (await session.call(routes.getStatement, { query: asked })).data;
    const issued = currencies.find(({ currency }) => currency === 'MXN')?.interestInvoices ?? [];
    expect(issued.filter(({ total }) => total === lateTotal).map(({ concept }) => concept)).toContain('Recargos');
  });

  it('[PRE-04] nothing is left between the journals, and only money for a client stays in the lender’s own bank', async () => {
    const { rows } = await portal.db.owner.query(
      `select account, sum(amount)::text as balance from (
       select debit as account, amount from lender_entries union all select credit, -amount from lender_entries
       union all select account, debit - credit from ledger_lines where account = 'ENTRE_DIARIOS'
     ) moved group by account having sum(amount) <> 0`,
    );
    // It left from the client's journal, with the devoluciones.
    expect(rows).toEqual(variants.flatMap(forwardedOf).map((balance) => ({ account: 'BANCOS', balance })));
  });

  it('[LIB-21] the trial balance of all variants balances, and has the banks at the sum of the variants', async () => {
    const query = { startDate: '2026-01-01', endDate: portal.clock.today() };
    const { data } = await operator.call(routes.getTrialBalance, { query });
    for (const currency of ['MXN', 'USD'] as const) {
      const rows = data.filter((row) => row.currency === currency && row.bank === null);
      expect(sumOf(rows.map(({ closing }) => closing))).toBe('0.00');
      const closings = Object.fromEntries(rows.map(({ account, closing }) => [account, closing]));
      expect(closings.ENTRE_DIARIOS).toBe('0.00');
      const own = variants.filter((variant) => (variant.currency ?? 'MXN') === currency);
      expect(closings.BANCOS).toBe(sumOf(own.map(({ bank }) => bank)));
    }
  });

  if (regime === 'devengado')
    describe.each([
      ['MXN', pesosReports],
      ['USD', dollarReports],
    ] as const)('the reports of all variants in %s', (currency, expected) => {
      it.each(reportNames)('[LIB-110] %s is what the steps of the variants add up to', async (report) => {
        expect(await figuresOf(operator, report, { currency, ...reportDays })).toMatchObject(expected[report]);
      });

      it('[LIB-111] the rows behind a figure add up to it', () => expectRowsToAddUp(operator, currency));

      it('[LIB-112] balances of past days are those of the books', () => expectTheBooksBalances(operator, currency));
    });

  if (regime === 'devengado')
    it('[LIB-144] the reports of any day are the same from the carried invoices as from the whole journal', () =>
      expectTheSameFromCarried(portal, operator));

  it('[INT-03] a repeated run of the day, or of the cut, books nothing', async () => {
    const count = async () =>
      (await portal.db.owner.query<{ entries: number }>(`select count(*)::integer as entries from ledger_entries`))
        .rows;
    const before = await count();
    for (const job of ['accrue-interest', 'cut-last-month', 'invoice-late-charges'])
      expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, job)).toEqual([]);
    expect(await count()).toEqual(before);
  });

  it('[DIN-29] a second payment in full of a settled invoice waits to be identified, or to go back', async () => {
    const [documentId = ''] = sold.values();
    const body = aPayment({ documentIds: [documentId] }, { valueDate: portal.clock.today() });
    const { collection, unidentified } = await operator.call(routes.registerCollection, { body });
    expect([collection, unidentified]).toMatchObject([null, { reason: 'paid', left: '116000.00' }]);
    const { paymentId = '' } = unidentified ?? {};
    const { data } = await operator.call(routes.listWaitingReceipts);
    expect(data.find((one) => one.paymentId === paymentId)?.proposal).toMatchObject({
      use: 'send-back',
      why: ['paid'],
    });
    await operator.call(routes.sendBackPayment, { params: { paymentId } });
    await operator.call(routes.confirmReturn, { params: { paymentId }, body: { trackingKey: 'SETTLEDBACK' } });
  });

  it('refuses a shortfall without a payment or closed already, and a transfer of another amount', async () => {
    const closed = variants.find(({ used }) => used !== undefined);
    const close = (documentId: string) =>
      operator.refusal(routes.closeShortfall, { body: { documentId, reason: 'Faltante' } });
    expect(await close((closed && sold.get(closed)) ?? '')).toMatchObject({ code: 'SHORTFALL_CLOSED' });
    expect(await close(sold.values().next().value ?? '')).toMatchObject({ code: 'INVOICE_NOT_IN_CREDIT' });
    const body = { clientId, currency: 'MXN', amount: '1.00', trackingKey: 'NOTHINGDUE' };
    expect(await operator.refusal(routes.confirmPayout, { body })).toMatchObject({
      code: 'PAYOUT_AMOUNT_DIFFERS',
      details: [{ path: 'amount', expected: '0.00' }],
    });
    const again = { clientId, currency: 'MXN', amount: '0.01', trackingKey: 'RETURNMXN' };
    expect(await operator.refusal(routes.confirmPayout, { body: again })).toMatchObject({
      code: 'TRACKING_KEY_REUSED',
    });
  });
});
