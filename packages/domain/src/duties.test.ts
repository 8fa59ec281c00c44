import { describe, expect, it, test } from 'vitest';
import { dutiesHeld, setsWithoutSecond } from './duties.ts';

describe('[DIN-86] separation of duties', () => {
  test.each([
    [[], []],
    [['riesgo', 'soporte', 'auditor'], []],
    [['riesgo', 'tesoreria'], ['authorise-and-pay']],
    [['cobranza', 'tesoreria'], ['collect-and-pay']],
    [['cobranza', 'contabilidad'], ['collect-and-invoice']],
    [['administrador', 'soporte', 'contabilidad'], []],
    [['administrador', 'riesgo'], ['access-and-money']],
    [
      ['administrador', 'tesoreria', 'cobranza'],
      ['collect-and-pay', 'access-and-money'],
    ],
  ] as const)('%j holds both sides of %j', (roles, held) => {
    expect(dutiesHeld(roles)).toEqual(held);
  });

  it('what needs two people needs two with one of its roles', () => {
    const [risk, treasurer, support] = [
      { roles: ['riesgo'] },
      { roles: ['tesoreria', 'riesgo'] },
      { roles: ['soporte'] },
    ] as const;
    const sets = [['riesgo'], ['soporte', 'tesoreria'], ['administrador'], ['riesgo']] as const;
    expect(setsWithoutSecond([risk, treasurer, support], sets)).toEqual([['administrador']]);
    expect(setsWithoutSecond([risk, support], sets)).toEqual([['riesgo'], ['soporte', 'tesoreria'], ['administrador']]);
  });
});
