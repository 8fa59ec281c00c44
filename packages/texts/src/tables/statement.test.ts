import { expect, it } from 'vitest';
import { plainText } from '../csv.ts';
import {
  cededColumns,
  complementColumns,
  issuedColumns,
  movementTable,
  receivedColumns,
  transferColumns,
} from './statement.ts';
import type { TableColumn } from './table.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const UUID = '00000000-0000-4000-8000-00000000000A';
const MXN = 'MXN' as const;

/** Heading and text of each cell. */
const written = <Row>(columns: readonly TableColumn<Row>[], row: Row): Record<string, string> =>
  Object.fromEntries(columns.map(({ header, cell }) => [header, plainText(cell(row))]));

it('[MOV-06] each column of the movements has its own value', () => {
  const movement = {
    valueDate: '2026-01-01',
    bookedOn: '2026-01-02',
    concept: 'Su concepto',
    documentId: ID,
    folio: 'A-12',
    cfdi: 'INT-7',
    charge: '1.01',
    credit: '0.00',
    balance: '3.03',
    currency: MXN,
    account: 'yours' as const,
  };
  const sides = { Cargo: '1.01', Abono: '' };
  const charged = {
    Cuenta: 'Tu cuenta',
    'Fecha valor': '01/01/2026',
    Registrado: '02/01/2026',
    Concepto: 'Su concepto',
    Factura: 'A-12',
    CFDI: 'INT-7',
    ...sides,
    Saldo: '3.03',
    Moneda: 'MXN',
  };
  expect(written(movementTable, movement)).toEqual(charged);
  expect(written(movementTable, { ...movement, charge: '0.00', credit: '2.02' })).toEqual({
    ...charged,
    Cargo: '',
    Abono: '2.02',
  });
});

it('[MOV-06] each column of the other blocks of a statement has its own value', () => {
  const ceded = {
    documentId: ID,
    uuid: UUID,
    folio: 'A-12',
    receiverName: 'Comercial Ñandú',
    receiverRFC: 'CNA010101AAA',
    productName: 'Factoraje',
    cededOn: '2026-01-01',
    dueDate: '2026-01-02',
    total: '1.01',
    invoiceIva: '0.14',
    initialDeposit: '2.02',
    comision: '3.03',
    aforo: '4.04',
    collected: '5.05',
    covered: '5.15',
    unpaid: '0.00',
    owed: '6.06',
    daysOverdue: 7,
    currency: MXN,
  };
  expect(written(Object.values(cededColumns), ceded)).toEqual({
    UUID,
    'Serie y folio': 'A-12',
    Deudor: 'Comercial Ñandú',
    'RFC deudor': 'CNA010101AAA',
    Producto: 'Factoraje',
    'Fecha de cesión': '01/01/2026',
    Vencimiento: '02/01/2026',
    Total: '1.01',
    'IVA de la factura': '0.14',
    'Anticipo depositado': '2.02',
    'Interés descontado': '3.03',
    Aforo: '4.04',
    'Cobrado acumulado': '5.05',
    'Cubierto por ti': '5.15',
    'Acreditado o castigado': '0.00',
    'Por cobrar': '6.06',
    'Días vencidos': '7',
  });
  const received = {
    valueDate: '2026-01-01',
    uuid: UUID,
    folio: 'A-12',
    receiverName: 'Comercial Ñandú',
    amount: '1.01',
    containedIva: '0.14',
    source: 'STP',
    trackingKey: 'SPEI1',
    currency: MXN,
  };
  expect(written(Object.values(receivedColumns), received)).toEqual({
    'Fecha de cobro': '01/01/2026',
    UUID,
    Deudor: 'Comercial Ñandú',
    'Importe cobrado': '1.01',
    'IVA contenido': '0.14',
    Forma: 'STP',
    'Clave de rastreo': 'SPEI1',
  });
  const transfer = {
    date: '2026-01-01',
    concept: 'Su concepto',
    clabe: '072580001234567895',
    trackingKey: 'SPEI2',
    amount: '1.01',
    currency: MXN,
  };
  expect(written(Object.values(transferColumns), transfer)).toEqual({
    Fecha: '01/01/2026',
    Concepto: 'Su concepto',
    'CLABE destino': '072580001234567895',
    'Clave de rastreo': 'SPEI2',
    Importe: '1.01',
  });
  const issued = {
    date: '2026-01-01',
    folio: 'INT-7',
    uuid: UUID,
    concept: 'Su concepto',
    subTotal: '1.01',
    iva: '2.02',
    total: '3.03',
    paidOn: '2026-01-02',
    form: '17' as const,
    complements: ['PAG-1', 'PAG-2'],
    currency: MXN,
  };
  expect(written(Object.values(issuedColumns), issued)).toEqual({
    Fecha: '01/01/2026',
    'Serie y folio': 'INT-7',
    UUID,
    Concepto: 'Su concepto',
    Subtotal: '1.01',
    IVA: '2.02',
    Total: '3.03',
    Pagado: '02/01/2026',
    Forma: '17 Compensación',
    REP: 'PAG-1, PAG-2',
  });
  const complement = {
    uuid: UUID,
    folio: 'A-12',
    paidOn: '2026-01-01',
    form: '17' as const,
    instalment: 2,
    before: '1.01',
    paid: '2.02',
    left: '3.03',
    base: '4.04',
    iva: '5.05',
    issueBy: '2026-02-05',
    currency: MXN,
  };
  expect(written(Object.values(complementColumns), complement)).toEqual({
    UUID,
    Factura: 'A-12',
    'Fecha de pago': '01/01/2026',
    Forma: '17 Compensación',
    Parcialidad: '2',
    'Saldo anterior': '1.01',
    Pagado: '2.02',
    'Saldo insoluto': '3.03',
    BaseDR: '4.04',
    ImporteDR: '5.05',
    'Emitir a más tardar': '05/02/2026',
  });
});
