import { getCreditInformation } from '@anticipa/contract/credit';
import { setPaymentReference } from '@anticipa/contract/references';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { homeQuery } from '../../lib/queries.ts';
import { aCreditAnswer, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { ReferenceMaker } from './reference-maker.tsx';

const id = '00000000-0000-4000-8000-000000000001';

// Calls are repeated at once.
skipWaits('retries');

let homeReads = 0;

/** The answers of home, which a reference changes. */
function Home() {
  useQuery({ queryKey: homeQuery.queryKey, queryFn: () => ++homeReads });
  return null;
}

it('[RPG-01] the sum of chosen invoices is what is owed today, with its late charges', async () => {
  answer(getCreditInformation).with(() => ({ ...aCreditAnswer(), today: '2026-05-04' }));
  const chosen = [
    anInvoiceInCredit({ dueDate: '2026-04-24', amountDue: '97546.67' }),
    anInvoiceInCredit({ dueDate: '2026-05-04' }),
  ];
  const screen = await renderScreen(<ReferenceMaker chosen={chosen} onChoose={() => {}} onMade={() => {}} />);
  await expect.element(screen.getByText('MXN 213,546.67')).toBeVisible();
  await expect.element(screen.getByText('con los recargos de 1 factura vencida hasta hoy')).toBeVisible();
});

describe('[RPG-01] one reference for the chosen invoices', () => {
  const chosen = ['B', 'A'].map((uuid, index) =>
    anInvoiceInCredit({
      documentId: `00000000-0000-4000-8000-00000000000${index}`,
      uuid: `00000000-0000-4000-8000-00000000000${uuid}`,
      folio: String(index + 1),
      dueDate: '2026-04-24',
    }),
  );
  const render = async (invoices = chosen) => {
    const kept: number[] = [];
    const made: string[] = [];
    answer(getCreditInformation).with(() => aCreditAnswer());
    const screen = await renderScreen(
      <>
        <Home />
        <ReferenceMaker
          chosen={invoices}
          onChoose={(next) => void kept.push(next.length)}
          onMade={(reference) => void made.push(reference)}
        />
      </>,
    );
    return { screen, kept, made, make: screen.getByRole('button', { name: 'Generar referencia de pago' }) };
  };

  it('[RES-07] is made once, however often its answer is lost', async () => {
    const { screen, kept, made, make } = await render();
    await expect.element(screen.getByText('MXN 232,000.00')).toBeVisible();
    const lost = answer(setPaymentReference).with(() => Promise.reject(new TypeError('Failed to fetch')));
    await make.click();
    await expect.element(screen.getByText(/^No hay conexión con el servidor y no se sabe/)).toBeVisible();
    expect([kept, made]).toEqual([[], []]);
    const repeated = answer(setPaymentReference).with(() => ({
      paymentReference: 'AN110000000141',
      rowsUpdated: 2,
      id,
    }));
    const before = homeReads;
    await screen.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(() => made).toEqual(['AN110000000141']);
    expect(kept).toEqual([0]);
    await expect.poll(() => homeReads).toBeGreaterThan(before);
    expect(new Set([...lost, ...repeated].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(repeated[0]?.body).toEqual({ invoices: chosen.map(({ uuid }) => uuid).toSorted() });
    await expect.element(screen.getByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument();
  });

  it('names the first of the invoices in the way, and keeps the others on request', async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      anInvoiceInCredit({
        documentId: `00000000-0000-4000-8000-0000000000${index + 10}`,
        folio: String(index + 1),
        paymentReference: index < 8 ? 'AN110000000197' : null,
      }),
    );
    const { screen, kept, make } = await render(many);
    await make.click();
    await expect.element(screen.getByText('A-1, A-2, A-3, A-4, A-5, A-6, y 2 más')).toBeVisible();
    await screen.getByRole('button', { name: 'Quitar estas 8 facturas' }).click();
    expect(kept).toEqual([1]);
  });

  it('asks for invoices where none is chosen', async () => {
    const { screen, make } = await render([]);
    await expect.element(screen.getByText('Selecciona las facturas que se van a pagar juntas.')).toBeVisible();
    await make.click();
    await expect.element(screen.getByText('Ninguna factura seleccionada')).toBeVisible();
  });
});
