import type { Statement } from '@anticipa/contract/statements';
import { extractText } from 'unpdf';
import { beforeAll, expect, it } from 'vitest';
import { statementPdf } from './pdf.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const uuidWith = (end: string): string => `00000000-0000-4000-8000-00000000000${end}`;
const currency = 'MXN' as const;

const movement = {
  valueDate: '2026-04-02',
  bookedOn: '2026-04-03',
  concept: 'Concepto',
  documentId: ID,
  folio: 'A-1',
  cfdi: null,
  charge: '0.00',
  credit: '0.00',
  currency,
};

/** Every figure is different, so that no line can show another one's. */
const statement: Statement = {
  from: '2026-04-01',
  to: '2026-04-30',
  knownAt: '2026-05-05T01:30:00.000Z',
  entityName: 'Peña & Acuña',
  rfc: 'PEA150401AB9',
  fiscalRegime: '612',
  postalCode: '91700',
  lender: { rfc: 'AFI180517AB3', name: 'FINANCIERA', fiscalRegime: '601', postalCode: '64000' },
  currencies: [
    {
      currency,
      cost: { interest: '1000.01', iva: '200.02', recargos: '30.03', ivaRecargos: '4.04' },
      recargosToCome: '55.05',
      accounts: [
        {
          account: 'invoices',
          opening: '5000.05',
          movements: [{ ...movement, account: 'invoices', charge: '600.06', balance: '5600.11' }],
          closing: '5600.12',
        },
        {
          account: 'aforo',
          opening: '7000.07',
          movements: [{ ...movement, account: 'aforo', credit: '80.08', balance: '7080.15' }],
          closing: '7080.16',
        },
        { account: 'yours', opening: '9000.09', movements: [], closing: '9000.10' },
      ],
      invoices: [
        {
          documentId: ID,
          uuid: uuidWith('A'),
          folio: 'B-2',
          receiverName: 'Deudor Uno',
          receiverRFC: 'DUN010101AAA',
          productName: 'Anticipo Índice',
          cededOn: '2026-03-10',
          dueDate: '2026-04-24',
          total: '11000.11',
          invoiceIva: '1517.17',
          initialDeposit: '0.00',
          comision: '0.00',
          aforo: '0.00',
          collected: '12000.12',
          covered: '12500.13',
          unpaid: '0.00',
          owed: '13000.13',
          daysOverdue: 14,
          currency,
        },
      ],
      collections: [
        {
          valueDate: '2026-04-15',
          uuid: uuidWith('B'),
          folio: 'B-2',
          receiverName: 'Deudor Dos',
          amount: '15000.15',
          containedIva: '2068.99',
          source: 'STP',
          trackingKey: 'CLAVE1',
          currency,
        },
      ],
      transfers: [
        {
          date: '2026-04-16',
          concept: 'Transferencia',
          clabe: '072580001234567895',
          trackingKey: 'CLAVE2',
          amount: '16000.16',
          currency,
        },
      ],
      interestInvoices: [
        {
          date: '2026-04-17',
          folio: 'INT-7',
          uuid: uuidWith('C'),
          concept: 'Interés',
          subTotal: '17000.17',
          iva: '180.18',
          total: '17180.35',
          paidOn: '2026-04-18',
          form: '17',
          complements: ['PAG-1', 'PAG-2'],
          currency,
        },
      ],
      complements: [
        {
          uuid: uuidWith('D'),
          folio: 'B-2',
          paidOn: '2026-04-19',
          form: '17',
          instalment: 3,
          before: '19000.19',
          paid: '200.20',
          left: '18799.99',
          base: '172.59',
          iva: '27.61',
          issueBy: '2026-05-05',
          currency,
        },
      ],
    },
  ],
};

/** White space is left out, because it depends on where a cell breaks. */
let raw: string;
let text: string;
const written = (line: string): string => line.replaceAll(/\s+/g, '');

beforeAll(async () => {
  const pdf = await statementPdf(statement, { name: 'Aurora', legalName: '', colour: '#0b6e4f', logo: null });
  raw = (await extractText(new Uint8Array(pdf), { mergePages: true })).text;
  text = written(raw);
});

it.each([
  'Cliente Peña & Acuña · RFC PEA150401AB9 · Régimen 612 · C.P. 91700',
  'Financiera FINANCIERA · RFC AFI180517AB3 · Régimen 601 · C.P. 64000',
  'Periodo Del 01/04/2026 al 30/04/2026',
  'Información hasta el 04-may-2026 7:30 pm',
  'Interés del periodo MXN 1,000.01',
  'IVA del interés MXN 200.02',
  'Recargos MXN 30.03',
  'IVA de los recargos MXN 4.04',
  'Costo del periodo MXN 1,234.10 Recargos por cobrar al cierre, más IVA MXN 55.05',
  'Facturas financiadas · MXN Saldo inicial MXN 5,000.05',
  'Fecha valor Registrado Concepto Factura Cargo Abono Saldo 02/04/2026 03/04/2026 Concepto A-1 600.06 5,600.11',
  'Saldo final MXN 5,600.12',
  'Aforo · MXN Saldo inicial MXN 7,000.07',
  '02/04/2026 03/04/2026 Concepto A-1 80.08 7,080.15 Saldo final MXN 7,080.16',
  'Tu cuenta · MXN Saldo inicial MXN 9,000.09 Saldo final MXN 9,000.10',
  'B-2 Deudor Uno 10/03/2026 24/04/2026 11,000.11 1,517.17 12,000.12 12,500.13 13,000.13 14',
  'Deudor Dos 15,000.15 2,068.99 CLAVE1',
  '16/04/2026 Transferencia 072580001234567895 CLAVE2 16,000.16',
  'Interés 17,000.17 180.18 17,180.35 18/04/2026 PAG-1, PAG-2',
  '19/04/2026 17 Compensación 3 19,000.19 200.20 18,799.99 172.59 27.61',
  'Emite tu complemento de pago a nombre de FINANCIERA, RFC AFI180517AB3, a más tardar el día 5 del mes siguiente.',
])('[MOV-03] [MOV-06] the printed statement has "%s"', (line) => {
  expect(text).toContain(written(line));
});

it.each(['Vencimiento', '10/03/2026', '24/04/2026', '11,000.11', '072580001234567895', '18/04/2026'])(
  '[MOV-06] the printed statement does not break "%s"',
  (word) => {
    expect(raw.split(/\s/)).toContain(word);
  },
);
