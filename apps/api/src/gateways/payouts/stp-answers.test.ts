import { expect, it } from 'vitest';
import type { TransferState } from './port.ts';
import { pageIn, registrationOf } from './stp-answers.ts';

/** A transfer as the bank lists it. */
const aRow = { idEF: '7', claveRastreo: 'K', estado: 'LQ', fechaOperacion: '20260310', monto: 5 };

it.each([
  ['without an id', { resultado: { descripcionError: 'El campo es obligatorio' } }],
  ['whose id is null', { resultado: { id: null, descripcionError: 'Error interno' } }],
  ['whose id is an empty text', { resultado: { id: '', descripcionError: 'Error interno' } }],
  ['whose id is a list', { resultado: { id: [], descripcionError: 'Error interno' } }],
  ['with an id 0 and no reason', { resultado: { id: 0 } }],
  ...['No se recibió respuesta del servicio', 'Error interno', 'Read timed out', 'El servicio no está disponible'].map(
    (descripcionError): [string, unknown] => [
      `with the id 0 and «${descripcionError}»`,
      { resultado: { id: 0, descripcionError } },
    ],
  ),
  ['that is null', null],
])('an answer to an order %s is unknown', (_, answer) => {
  expect(registrationOf(answer)).toEqual({ kind: 'unknown' });
});

it.each([
  'Error validando la firma',
  'Firma inv\uFFFDlida',
  'Firma invalida para la empresa',
  'El campo conceptoPago es obligatorio',
  'El campo claveRastreo es invÃ¡lido',
])('an id 0 with the text «%s» refuses the order', (descripcionError) => {
  const refused = { kind: 'refused', code: 0, reason: descripcionError };
  expect(registrationOf({ resultado: { id: 0, descripcionError } })).toEqual(refused);
});

it.each([
  [-1, 'unknown'],
  [-2, 'unknown'],
  [-30, 'not-now'],
  [-7, 'refused'],
])('an order with the id %d is %s', (id, kind) => {
  expect(registrationOf({ resultado: { id, descripcionError: 'La cuenta no existe' } }).kind).toBe(kind);
});

const states = {
  LQ: 'paid',
  TLQ: 'paid',
  CCO: 'paid',
  D: 'failed',
  CN: 'failed',
  CR: 'failed',
  CA: 'failed',
  CL: 'failed',
  TCL: 'failed',
  RL: 'failed',
  RA: 'failed',
  RB: 'failed',
  CCR: 'in-flight',
  A: 'in-flight',
  L: 'in-flight',
  XD: 'in-flight',
} as const satisfies Record<string, TransferState>;

it('a transfer is in the state that its code stands for', () => {
  const datos = Object.keys(states).map((estado, idEF) => ({ ...aRow, idEF, estado }));
  const read = pageIn({ estado: 0, total: datos.length, datos }).transfers.map(({ code, state }) => [code, state]);
  expect(Object.fromEntries(read)).toEqual(states);
});

it.each<[object, string | null]>([
  [{ tipoPago: 1, claveRastreoDevolucion: null }, null],
  [{ tipoPago: '12' }, null],
  [{}, null],
  ...[0, 16, 17, 18, 23, 24].map((tipoPago): [object, string] => [{ tipoPago }, 'K']),
  [{ tipoPago: '0', claveRastreoDevolucion: 'OURS' }, 'OURS'],
  [{ tipoPago: 1, claveRastreoDevolucion: 'OURS' }, 'OURS'],
])('a transfer with %j gives back %j', (kind, refundOf) => {
  expect(pageIn({ estado: 0, total: 1, datos: [{ ...aRow, ...kind }] }).transfers).toMatchObject([{ refundOf }]);
});

it('an entry is read whose unneeded fields have another form', () => {
  const odd = { nombreCep: 'PEREZ\u0000 ', causaDevolucion: 'NA', tsLiquidacion: 'ayer', institucionContraparte: {} };
  const entry = {
    estado: 0,
    total: 2,
    datos: [{ ...aRow, ...odd }, { ...aRow, fechaOperacion: 20_261_399 }, null],
  };
  expect(pageIn(entry)).toMatchObject({
    transfers: [{ transferId: '7', operationDay: '2026-03-10', holder: { name: 'PEREZ' }, settledAt: null }],
    unreadable: 1,
  });
});
