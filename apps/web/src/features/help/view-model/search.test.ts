import { describe, expect, it } from 'vitest';
import { paths } from '../../../lib/paths.ts';
import { screens } from '../../../lib/screens.ts';
import { guides } from './guides.ts';
import { faqsFor, searchFaqs, searchGuides, videoOf } from './search.ts';

const all = faqsFor(true);
const ids = (search: string): string[] => searchFaqs(all, search).map(({ id }) => id);

describe('the help centre', () => {
  it('[AYU-02] the help centre has 18 questions, and 2 more where synchronisation is allowed', () => {
    expect(faqsFor(false)).toHaveLength(18);
    expect(all).toHaveLength(20);
    expect(all.slice(18).every((faq) => faq.keywords.some((word) => /sincroniza/.test(word)))).toBe(true);
  });

  it('[AYU-02] has a video, keywords, a short answer and a screen for each', () => {
    expect(new Set(all.map(({ id }) => videoOf({ id }).video)).size).toBe(20);
    expect(new Set(all.map(({ question }) => question)).size).toBe(20);
    for (const { keywords, answer, link } of all) {
      expect(keywords.length).toBeGreaterThanOrEqual(4);
      expect(new Set(keywords).size).toBe(keywords.length);
      expect(answer.length).toBeLessThanOrEqual(400);
      expect(Object.values(paths)).toContain(link.to);
    }
  });

  it.each(all.map((faq) => [faq.id, faq] as const))(
    '[AYU-03] finds %s by each of its keywords in any case',
    (id, faq) => {
      for (const word of faq.keywords) {
        expect(ids(word)).toContain(id);
        expect(ids(`  ${word.toUpperCase()} `)).toContain(id);
      }
      expect(ids(faq.question)).toContain(id);
    },
  );

  it('[AYU-03] ignores accents and requires every word', () => {
    expect(ids('contrasena')).toContain('contrasena');
    expect(ids('deposito banco')).toEqual(['cuando-llega']);
    expect(ids('depósito xyz')).toEqual([]);
  });

  it('[AYU-03] shows everything without a search', () => {
    expect(ids('')).toHaveLength(20);
    expect(ids(' ¿? ')).toHaveLength(20);
    expect(searchGuides(' ')).toEqual([]);
  });
});

/** Words that people type for each screen; a screen without words does not compile. */
const typed: Record<keyof typeof guides, readonly string[]> = {
  home: ['tablero general', 'vencidas', 'crédito disponible', 'rechazadas', 'estado de mis facturas'],
  profile: ['perfil', 'teléfono', 'Celular', 'usuarios', 'cambiar mi correo', 'sesiones'],
  payers: ['CLABE', 'mis clientes', 'clabe interbancaria', 'pagadores', 'exportar', 'excel', 'movimientos'],
  references: ['referencias de pago', 'transferencia', 'imprimir', 'excel', 'cobros'],
  interestInvoices: ['historial de facturación', 'factura de intereses', 'complemento', 'xml', 'nota de crédito'],
  interest: ['detalle de intereses', 'interes', 'IVA', 'exportar a excel'],
  toAccept: ['por aceptar', 'preparar una venta', 'permiso', 'segunda persona'],
  settled: ['facturas liquidadas', 'liquidadas', 'devolución', 'recargos', 'pagadas', 'exportar'],
  statement: ['estado de cuenta', 'movimientos', 'saldo', 'complemento de pago', 'contador'],
  costs: ['costos', 'tasa efectiva', 'interés por pagador', 'días'],
  terms: ['contrato y tasas', 'contrato', 'aforo', 'más línea', 'constancia', 'clabe'],
  sales: ['mis ventas', 'contrato', 'cancelar una venta', 'comprobante'],
  sale: ['clave de rastreo', 'CEP', 'NOM-151', 'contrato'],
  collections: ['dónde pagan mis clientes', 'vencidas'],
  invoice: ['folio fiscal', 'UUID', 'pdf', 'importe de la factura'],
  notices: ['avisos', 'sin leer'],
  imports: ['orden de compra', 'plazo de pago'],
  calendar: ['calendario', 'vencimientos', 'outlook', 'festivos'],
};

describe('the guides', () => {
  it.each(Object.entries(typed))('[AYU-03] finds the guide %s by its nouns and buttons', (name, words) => {
    const guide = Object.entries(guides).find(([key]) => key === name)?.[1];
    for (const word of words) expect(searchGuides(word), word).toContain(guide);
  });

  it('[AYU-03] finds each screen of the menu by its title', () => {
    for (const { title } of Object.values(screens)) {
      expect(searchGuides(title).map((guide) => guide.title)).toContain(title);
    }
  });
});
