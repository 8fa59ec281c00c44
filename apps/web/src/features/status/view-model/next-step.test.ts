import { dateOf } from '@anticipa/domain/calendar';
import { describe, expect, it } from 'vitest';
import { nextStepOf } from './next-step.ts';
import { someFigures } from './test-builders.ts';

const day = { today: dateOf('2026-03-02'), holidays: new Map() };

describe('[EST-01] the next step of a status', () => {
  it('does not exist without invoices', () => {
    expect(nextStepOf(someFigures({ slug: 'credito', count: 0 }), 'BI', day)).toBeNull();
  });

  it('the next step for invoices in credit is as urgent as the next due date', () => {
    const step = (firstDue: string, overdue: number) =>
      nextStepOf(someFigures({ slug: 'credito', firstDue, overdue }), 'BI', day);
    expect(step('2026-03-01', 3)).toMatchObject({ tone: 'bad', who: 'Te toca a ti', when: '3 vencidas.' });
    expect(step('2026-03-05', 0)).toMatchObject({ tone: 'warn', when: 'La primera vence el 05/03/2026 (en 3 días).' });
    expect([step('2026-03-09', 0)?.tone, step('2026-03-10', 0)?.tone]).toEqual(['warn', 'good']);
    expect(step('2026-04-01', 0)).toMatchObject({ tone: 'good', who: 'Le toca al pagador' });
  });

  it('the next step for invoices that can be sold names the last day', () => {
    const step = (firstEmitted: string) => nextStepOf(someFigures({ slug: 'autorizadas', firstEmitted }), 'BI', day);
    expect(step('2026-02-02')).toMatchObject({ tone: 'neutral', when: expect.stringContaining('30/07/2026') });
    expect(step('2025-09-08')).toMatchObject({ tone: 'warn', when: expect.stringContaining('05/03/2026 (en 3 días)') });
    expect(step('2025-08-01')).toMatchObject({ tone: 'warn', when: expect.stringContaining('ya no se pueden vender') });
  });

  it('the next step for invoices that can be sold is urgent in the last seven days', () => {
    const toneAt = (today: string) => {
      const at = { ...day, today: dateOf(today) };
      return nextStepOf(someFigures({ slug: 'autorizadas', firstEmitted: '2026-02-02' }), 'BI', at)?.tone;
    };
    expect([toneAt('2026-07-22'), toneAt('2026-07-23')]).toEqual(['neutral', 'warn']);
  });

  it('the next step for rejected invoices is to read their motives, today still', () => {
    expect(nextStepOf(someFigures({ slug: 'rechazadas' }), 'BI', day)).toMatchObject({
      who: 'Te toca a ti',
      tone: 'neutral',
      when: expect.stringContaining('se venden de nuevo hoy mismo'),
    });
  });

  it('the next step for a sale in validation is the lender’s, within the product’s time', () => {
    expect(nextStepOf(someFigures({ slug: 'validacion' }), 'BI', day)?.when).toContain('menos de 4 horas');
    expect(nextStepOf(someFigures({ slug: 'validacion' }), 'FB', day)?.when).toContain('4 a 6 días hábiles');
  });
});
