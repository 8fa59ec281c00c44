import type { ErrorCode } from '@anticipa/domain/errors';
import { errorCatalogue } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { fileMotives, rejectionMotives } from '@anticipa/domain/motives';
import { describe, expect, it, test } from 'vitest';
import { depositPromiseTexts } from './deposit-promise.ts';
import { motiveTexts, UNKNOWN_MOTIVE } from './motive-texts.ts';
import { bankAccountMissing, defaultProductNames, statusLabels, unsellableTexts } from './offer-texts.ts';
import { errorTexts } from './texts.ts';

describe('completeness', () => {
  it('[API-03] has a sentence for each code and nothing else', () => {
    expect(Object.keys(errorTexts).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  });

  it('[CAR-02] has a reason and a remedy for each motive and nothing else', () => {
    expect(Object.keys(motiveTexts).toSorted()).toEqual([...new Set([...fileMotives, ...rejectionMotives])].toSorted());
  });

  it('[EST-06] each reply of a payer has a text of its own', () => {
    const replies = rejectionMotives.filter((motive) => motive.startsWith('PAYER_'));
    const reasons = new Set(replies.map((motive) => motiveTexts[motive].reason));
    expect([replies.length, reasons.size]).toEqual([9, 9]);
    for (const reason of reasons) expect(reason).toMatch(/^El (pagador|importe que registró el pagador) /);
  });

  it('[EST-02] each status has a label', () => {
    expect(Object.keys(statusLabels).toSorted()).toEqual(Object.keys(invoiceStatus).toSorted());
  });

  const motives = Object.entries(motiveTexts).flatMap(([code, { reason, remedy }]) => [
    [`${code} reason`, reason],
    [`${code} remedy`, remedy],
  ]);
  const sentences = [errorTexts, unsellableTexts, statusLabels, depositPromiseTexts, defaultProductNames]
    .flatMap((texts) => Object.entries(texts))
    .concat(motives.map(([code = '', text = '']) => [code, text]));
  test.each(sentences)('[API-03] %s has a sentence without stray spaces, placeholders or English', (_code, text) => {
    expect(text).toMatch(/\S{2}/);
    expect(text).toBe(text.trim().replaceAll(/\s+/g, ' '));
    expect(text).not.toMatch(/[{}]|undefined|null|NaN|\b([Tt]he|[Ii]nvoice|[Pp]lease)\b/);
    expect(text).toBe(text.normalize('NFC'));
  });

  it('[CAR-04] gives every motive a distinct reason', () => {
    const reasons = Object.values(motiveTexts).map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it('[CAR-04] never reveals the other client of a financed invoice', () => {
    const { reason, remedy } = motiveTexts.ALREADY_FINANCED;
    expect(`${reason} ${remedy}`).not.toMatch(/otr[ao] (cliente|empresa)|RFC/i);
  });
});

describe('verbatim texts of the specification', () => {
  const literal: readonly [string, ErrorCode, string][] = [
    ['[VTA-03]', 'NO_INVOICE_SELECTED', 'Selecciona las facturas que deseas vender'],
    ['[VTA-04]', 'PAYMENT_DATE_MISSING', 'Verifica fecha para pago'],
    ['[VTA-05]', 'PAYMENT_DATE_NOT_AFTER_TODAY', 'La fecha para pago no puede ser menor o igual al día de hoy'],
    ['[VTA-06]', 'TERM_OVER_180_DAYS', 'La fecha de emisión a la de pago no puede ser mayor a 180 días'],
    ['[VTA-07]', 'PURCHASE_ORDER_MISSING', 'Especifica el folio de la orden de compra'],
    [
      '[VTA-17]',
      'PRODUCT_INACTIVE',
      'Tienes deshabilitada esta función temporalmente. Si tienes dudas, consulta a tu asesor.',
    ],
    ['[SES-10]', 'WRONG_PASSWORD', 'Usuario o contraseña invalida'],
    ['[SES-10]', 'USER_NOT_REGISTERED', 'Usuario no registrado'],
    ['[SES-10]', 'USER_NOT_ACTIVE', 'Usuario deshabilitado, contacta a tu administrador'],
    ['[REC-05]', 'INVALID_KEY', 'El token de recuperación de contraseña ha expirado'],
    ['[CLI-03]', 'RFC_REQUIRED', 'Campo requerido: RFC'],
    ['[CLI-03]', 'RFC_FOREIGN', 'No es posible dar de alta clientes con RFC extranjero'],
    ['[CLI-03]', 'RFC_TOO_SHORT', 'El RFC no puede ser menor de 12 caracteres'],
    ['[CLI-03]', 'RFC_TOO_LONG', 'El RFC no puede ser mayor de 13 caracteres'],
    ['[CLI-04]', 'RAZON_SOCIAL_REQUIRED', 'Campo requerido: RAZÓN SOCIAL'],
    ['[CLI-05]', 'PAYER_REJECTED', 'Cliente rechazado'],
    ['[CLI-06]', 'PAYERS_NOT_ACTIVATED', 'Esta función no está activada'],
    ['[PER-13]', 'EMAIL_ALREADY_REGISTERED', 'El correo ya se encuentra registrado'],
    ['[PER-11]', 'AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'Al menos un usuario debe ser administrador'],
    ['[API-03]', 'CANT_FIND_CLIENT', 'Cliente no encontrado'],
    ['[API-03]', 'INVALID_EMAIL', 'Email invalido'],
    ['[RPG-01]', 'REFERENCE_WITHOUT_INVOICES', 'Ninguna factura seleccionada'],
    [
      '[RPG-01]',
      'REFERENCE_MIXED_CURRENCIES',
      'Selecciona facturas de una sola moneda para poder generar la referencia',
    ],
  ];
  test.each(literal)('%s %s', (_requirement, code, text) => {
    expect(errorTexts[code]).toBe(text);
  });

  const numbered: readonly [ErrorCode, string][] = [
    ['CANT_CREATE_USER', '#USR-1'],
    ['ERROR_GETTING_USER', '#USR-2'],
    ['CANT_UPDATE_USER', '#USR-3'],
    ['RECOVER_PASS_ERROR', '#USR-4'],
  ];
  test.each(numbered)('[PER-13] [REC-07] %s contains its number %s', (code, number) => {
    expect(errorTexts[code]).toContain(number);
  });

  it('[VTA-13] names the currencies without a bank account', () => {
    const text =
      'Las facturas en MXN y USD no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.';
    expect(bankAccountMissing('MXN y USD')).toBe(text);
    expect(errorTexts.BANK_ACCOUNT_MISSING).toBe(text.replace('MXN y USD', 'esta moneda'));
  });

  it('[VTA-17] screen and server use the same sentence for an inactive product', () => {
    expect(unsellableTexts.PRODUCT_INACTIVE).toBe(errorTexts.PRODUCT_INACTIVE);
  });

  it('[EST-02] the titles of the status tables', () => {
    expect(statusLabels).toEqual({
      RECHAZADA: 'Rechazadas',
      REGISTRADO: 'Pendientes',
      AUTORIZADA: 'Autorizadas',
      PREVENTA: 'En Validación',
      CREDITO: 'En crédito',
      LIQUIDADO: 'Liquidadas',
    });
  });

  it('[EST-04] a rejected invoice without a motive', () => {
    expect(UNKNOWN_MOTIVE).toBe('Factura inválida');
  });

  it('[RES-05] each promise contains its figures', () => {
    expect(depositPromiseTexts['under-4-hours']).toContain('menos de 4 horas');
    expect(depositPromiseTexts['under-24-hours']).toContain('menos de 24 horas');
    expect(depositPromiseTexts['next-business-day']).toContain('siguiente día hábil');
    expect(depositPromiseTexts['4-to-6-business-days']).toContain('4 a 6 días hábiles');
    expect(depositPromiseTexts['24-to-72-hours']).toContain('24 a 72 horas');
  });
});
