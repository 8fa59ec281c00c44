import { describe, expect, it } from 'vitest';
import { orderString, queryString } from './stp.ts';

describe('the signed string', () => {
  it('signs the string of another production client’s order', () => {
    const fields = {
      ...{ institucionContraparte: 846, empresa: 'empresa', fechaOperacion: 20230516, folioOrigen: 'folioOrigen' },
      ...{ claveRastreo: 'claveRastreo', institucionOperante: 90646, monto: '100.00', tipoPago: 1 },
      ...{ tipoCuentaOrdenante: 3, nombreOrdenante: 'nombreOrdenante', cuentaOrdenante: 'cuentaOrdenante' },
      ...{ rfcCurpOrdenante: 'rfcCurpOrdenante', tipoCuentaBeneficiario: 3, nombreBeneficiario: 'nombreBeneficiario' },
      ...{ cuentaBeneficiario: 'cuentaBeneficiario', rfcCurpBeneficiario: 'rfcCurpBeneficiario' },
      ...{ emailBeneficiario: 'emailBeneficiario', tipoCuentaBeneficiario2: 3 },
      ...{ nombreBeneficiario2: 'nombreBeneficiario2', cuentaBeneficiario2: 'cuentaBeneficiario2' },
      ...{ rfcCurpBeneficiario2: 'rfcCurpBeneficiario2', conceptoPago: 'conceptoPago', conceptoPago2: 'conceptoPago2' },
      ...{
        claveCatUsuario1: 'claveCatalogoUsuario',
        claveCatUsuario2: 'claveCatalogoUsuario2',
        clavePago: 'clavePago',
      },
      ...{ referenciaCobranza: 'referenciaCobranza', referenciaNumerica: 12345, tipoOperacion: 'tipoOperacion' },
      ...{
        topologia: 'topologia',
        usuario: 'usuario',
        medioEntrega: 'medioEntrega',
        prioridad: 'prioridad',
        iva: '0.16',
      },
    };
    expect(orderString(fields)).toBe(
      '||846|empresa|20230516|folioOrigen|claveRastreo|90646|100.00|1|3|nombreOrdenante|cuentaOrdenante|rfcCurpOrdenante|3|' +
        'nombreBeneficiario|cuentaBeneficiario|rfcCurpBeneficiario|emailBeneficiario|3|nombreBeneficiario2|cuentaBeneficiario2|' +
        'rfcCurpBeneficiario2|conceptoPago|conceptoPago2|claveCatalogoUsuario|claveCatalogoUsuario2|clavePago|' +
        'referenciaCobranza|12345|tipoOperacion|topologia|usuario|medioEntrega|prioridad|0.16||',
    );
  });

  it('leaves places empty for missing fields, as in the test of stpmex-python', () => {
    const fields = {
      ...{
        institucionContraparte: '40072',
        empresa: 'TAMIZI',
        claveRastreo: 'CR1564969083',
        institucionOperante: '90646',
      },
      ...{ monto: '1.20', tipoPago: 1, tipoCuentaOrdenante: 40, cuentaOrdenante: '646180110400000007' },
      ...{
        tipoCuentaBeneficiario: 40,
        nombreBeneficiario: 'Ricardo Sanchez',
        cuentaBeneficiario: '072691004495711499',
      },
      ...{ rfcCurpBeneficiario: 'ND', conceptoPago: 'Prueba', referenciaNumerica: 5273144, topologia: 'T' },
      ...{ medioEntrega: 3, prioridad: 0 },
    };
    expect(orderString(fields)).toBe(
      '||40072|TAMIZI|||CR1564969083|90646|1.20|1|40||646180110400000007||40|Ricardo Sanchez|072691004495711499|ND||||||' +
        'Prueba||||||5273144||T||3|0|||',
    );
  });

  it.each([
    [{ claveRastreo: 'CR1', fechaOperacion: '20230517' }, '||EMPRESA|CR1|E|20230517||'],
    [{ claveRastreo: 'CR1' }, '||EMPRESA|CR1|E|||'],
    [{ fechaOperacion: '' }, '||EMPRESA|E|||'],
  ])('signs the query %j as %s', (query, text) => {
    expect(queryString({ empresa: 'EMPRESA', tipoOrden: 'E', ...query })).toBe(text);
  });
});
