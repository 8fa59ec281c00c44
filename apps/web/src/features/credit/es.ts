/** Texts of the credit panels. */
import type { FinancedCurrency } from '@anticipa/domain/money';

export const es = {
  title: 'CRÉDITO DISPONIBLE',
  blocked: 'Carga de facturas bloqueada',
  blockedRemedy: 'Si tienes dudas, consulta a tu asesor.',
  noLine: 'Este producto todavía no tiene una línea de crédito.',
  line: (product: string, currency: FinancedCurrency) =>
    `Línea de ${product} en ${currency === 'MXN' ? 'pesos' : 'dólares'}`,
  of: (limit: string) => `de ${limit}`,
  until: (date: string) => `Vigente hasta el ${date}`,
  ended: (date: string) => `La vigencia terminó el ${date}`,
  endedRemedy: 'No entran ventas nuevas; las que ya tienes siguen igual. Consulta a tu asesor.',
  equivalent: (amount: string) => `Equivale a ${amount}`,
  rate: (rate: string) => `Tipo de cambio ${rate}.`,
  rateOf: (date: string, source: string) => `Publicado el ${date}.${source ? ` Fuente: ${source}.` : ''}`,
  referenceRate: 'De referencia',
  referenceMeaning:
    'Hoy no hay tipo de cambio publicado. El de referencia sirve solo para comparar; no se vende con él.',
  breakdown: {
    title: 'Cómo se calcula tu crédito disponible',
    limit: 'Límite de crédito',
    used: 'Anticipos por cobrar',
    held: 'Apartado en ventas en validación',
    result: 'Crédito disponible',
  },
  failed: 'No se pudo leer tu crédito',
  minus: '−',
} as const;
