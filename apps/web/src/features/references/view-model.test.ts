import type { setPaymentReference } from '@anticipa/contract/references';
import type { ErrorCode } from '@anticipa/domain/errors';
import { describe, expect, it } from 'vitest';
import { ApiRefusal, ServerUnreachable } from '../../lib/api-client.ts';
import { pdfOf } from '../../lib/save-file.ts';
import { es } from './es.ts';
import { amountsOf, cardsOf, problemAfter, problemBefore, toneOf, whyNotReferenced } from './view-model.ts';

type Chosen = Parameters<typeof problemBefore>[0][number];

let turn = 0;
/** An invoice in credit, with the fields that references use. */
const anInvoice = (over: Partial<Chosen> = {}): Chosen => {
  turn += 1;
  return {
    documentId: `d${turn}`,
    uuid: `U${turn}`,
    serie: 'A',
    folio: String(turn),
    status: 30,
    currency: 'MXN',
    total: '100.00',
    amountDue: null,
    dueDate: null,
    paymentReference: null,
    paidAutomatically: false,
    ...over,
  };
};
const refusal = (code: string, details: ApiRefusal['details'] = []): ApiRefusal =>
  new ApiRefusal(409, { code, message: 'x', details, requestId: 'r' });

describe('[RPG-01] before a reference is asked for', () => {
  it('shows ‘Ninguna factura seleccionada’', () => {
    expect(problemBefore([])?.text).toBe('Ninguna factura seleccionada');
  });

  it('requires one currency and offers to keep either', () => {
    const [pesos, dollars] = [anInvoice(), anInvoice({ currency: 'USD' })];
    const problem = problemBefore([pesos, dollars]);
    expect(problem?.text).toBe('Selecciona facturas de una sola moneda para poder generar la referencia');
    expect(problem?.remedies.map(({ label, keep }) => [label, keep])).toEqual([
      ['Dejar solo MXN', [pesos]],
      ['Dejar solo USD', [dollars]],
    ]);
  });

  it('finds nothing wrong with invoices of one currency, and stops at a thousand', () => {
    const many = Array.from({ length: 1_001 }, () => anInvoice());
    expect(problemBefore(many.slice(0, 1_000))).toBeNull();
    expect(problemBefore(many)?.remedies[0]?.keep).toHaveLength(1_000);
  });
});

describe('[RPG-03] an invoice that cannot be chosen has a reason', () => {
  it.each([
    [{}, null],
    [{ paymentReference: 'AN110000000197' }, 'La factura ya tiene una referencia de pago.'],
    [{ paidAutomatically: true }, 'La factura se paga automáticamente y no necesita referencia.'],
    [{ status: 25 as const }, 'Solo las facturas en crédito se pueden pagar o tener una referencia de pago.'],
  ])('%j', (over, reason) => {
    expect(whyNotReferenced(anInvoice(over))).toBe(reason);
  });
});

describe('after a reference was refused', () => {
  const [first, second] = [anInvoice({ folio: '7' }), anInvoice({ folio: '8' })];

  it('lists the invoices taken meanwhile and offers the others', () => {
    const details = [{ path: first.documentId, code: 'INVOICE_ALREADY_REFERENCED', message: 'x' }];
    const problem = problemAfter(refusal('INVOICE_ALREADY_REFERENCED', details), [first, second]);
    expect(problem).toMatchObject({
      text: 'La factura ya tiene una referencia de pago.',
      named: ['A-7'],
      canRetry: false,
    });
    expect(problem.remedies).toEqual([{ label: 'Quitar esta factura', keep: [second] }]);
  });

  /** Whether each refusal can end, so that its repetition is offered. */
  const canEnd = {
    REFERENCE_DAY_OUT_OF_RANGE: false,
    REFERENCE_WITHOUT_INVOICES: false,
    REFERENCE_MIXED_CURRENCIES: false,
    INVOICE_NOT_IN_CREDIT: false,
    INVOICE_ALREADY_REFERENCED: false,
    INVOICE_PAID_AUTOMATICALLY: false,
    ERROR_GENERATING_REFERENCE: true,
    REQUEST_IN_PROGRESS: true,
    TOO_MANY_REQUESTS: true,
    NO_SESSION: true,
  } as const satisfies Partial<Record<ErrorCode, boolean>> &
    Record<(typeof setPaymentReference.errors)[number], boolean>;

  it.each(Object.entries(canEnd))('[RPG-04] explains %s, and repeats it if it can end: %s', (code, canRetry) => {
    const problem = problemAfter(refusal(code), [first]);
    expect(problem).toMatchObject({ named: [], canRetry });
    expect(problem.text).not.toBe(es.failed);
  });

  it('[RPG-04] refers any unknown failure to the administrator', () => {
    const text = 'Ha ocurrido un error, contacta al administrador';
    expect(problemAfter(refusal('UNEXPECTED'), [first])).toMatchObject({ text, canRetry: true });
    expect(problemAfter(new TypeError('boom'), [first])).toMatchObject({ text, canRetry: true });
  });

  it('offers to repeat a call whose answer was lost', () => {
    expect(problemAfter(new ServerUnreachable(''), [first])).toMatchObject({ canRetry: true });
  });
});

it('[REF-01] the tone of a reference follows its state', () => {
  expect(toneOf).toEqual({ pending: 'warn', paid: 'good', cancelled: 'neutral', expired: 'bad' });
});

describe('[RPG-02] how a reference is paid', () => {
  const account = { bank: 'Banco', beneficiary: 'Anticipa', clabe: '900180000555002201', account: '1', swift: null };

  it('puts the card of its currency first', () => {
    const instructions = [
      { ...account, currency: 'MXN' as const },
      { ...account, currency: 'USD' as const },
    ];
    expect(cardsOf(instructions, 'USD').map(({ currency, own }) => [currency, own])).toEqual([
      ['USD', true],
      ['MXN', false],
    ]);
    expect(cardsOf(instructions, 'MXN').map(({ currency }) => currency)).toEqual(['MXN', 'USD']);
  });

  it('totals the chosen invoices per currency', () => {
    const amounts = amountsOf([anInvoice(), anInvoice(), anInvoice({ currency: 'USD', amountDue: '0.01' })]);
    expect(amounts.map(({ cents, currency }) => [cents, currency])).toEqual([
      [20_000n, 'MXN'],
      [1n, 'USD'],
    ]);
  });

  it('keeps the bytes and the name of the PDF', async () => {
    const { blob, name } = pdfOf({ base64: btoa('%PDF-1.7 ñ'), fileName: 'AN110000000197.pdf' });
    expect([name, blob.type, blob.size]).toEqual(['AN110000000197.pdf', 'application/pdf', 10]);
  });
});
