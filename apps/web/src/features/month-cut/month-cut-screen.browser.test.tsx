import {
  cancelInterestInvoice,
  cutMonth,
  getCfdiCancellation,
  getMonthCut,
  type MonthCut,
} from '@anticipa/contract/interest';
import { previewCutReversal, proposeCutReversal } from '@anticipa/contract/reversals';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import type { Step } from './cancellation-steps.tsx';
import { MonthCutScreen } from './month-cut-screen.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const aCfdi = (place: number, over: Partial<MonthCut['cfdi'][number]> = {}): MonthCut['cfdi'][number] => ({
  id: idOf(place),
  clientId: idOf(9),
  entityName: 'Aceros Ñandú',
  folio: `INT-${place}`,
  kind: 'interest',
  invoiceType: true,
  currency: 'MXN',
  subTotal: '1000.00',
  iva: '160.00',
  state: 'issued',
  emittedAt: '2026-03-01T08:00:00.000Z',
  uuid: `0198AAAA-0000-4000-8000-00000000000${place}`,
  ...over,
});
const refusal = new Refusal(503, 'SERVICE_UNAVAILABLE', 'El proveedor de CFDI no responde.');

const stepOf = (kind: Step['kind'], state: Step['state'] = 'planned', over: Partial<Step> = {}): Step => ({
  kind,
  folio: null,
  state,
  at: null,
  reason: null,
  ...over,
});

beforeEach(async () => {
  answer(getCfdiCancellation).with(() => ({ motive: null, steps: [stepOf('invoice', 'planned', { folio: 'INT-1' })] }));
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['contabilidad'] }));
  answer(getMonthCut).with(() => ({
    current: '2026-03',
    toCut: [{ clientId: idOf(8), clientRFC: 'TSU010101AAA', entityName: 'Textiles del Sur', lacksFiscalData: true }],
    cfdi: [
      aCfdi(1),
      aCfdi(2, { invoiceType: false, subTotal: '200.00', iva: '32.00' }),
      aCfdi(3, { state: 'cancelled' }),
      aCfdi(4, { state: 'pending', uuid: null, kind: 'late-charges', subTotal: '50.00', iva: '8.00' }),
    ],
  }));
});

it('[DIN-08] lists the CFDI of a month with their state, and sums those in force less the credit notes', async () => {
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  const rows = screen.getByRole('grid', { name: 'CFDI del mes' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/INT-1.*Aceros Ñandú.*Interés.*Vigente.*MXN 1,160.00/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Nota de crédito.*MXN −232.00/);
  await expect.element(rows.nth(3)).toMatchTextContent('Cancelado');
  await expect.element(rows.nth(4)).toMatchTextContent(/Recargos.*Sin timbrar/);
  await expect.element(rows.last()).toMatchTextContent(/MXN 850.00.*MXN 136.00.*MXN 986.00/);
  const buttons = screen.getByRole('button', { name: /^Cancelar / });
  expect(buttons.elements().map((button) => button.getAttribute('aria-label'))).toEqual([
    'Cancelar INT-1',
    'Cancelar INT-2',
  ]);
});

it('[DIN-08] invoices the month of a client after a question, and says what it lacks', async () => {
  const sent = answer(cutMonth).with(() => refusal);
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  await expect.element(screen.getByText('Su régimen fiscal o su código postal')).toBeVisible();
  await screen.getByRole('button', { name: 'Facturar el mes de Textiles del Sur' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/el interés ganado hasta febrero 2026/i)).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Facturar', exact: true }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('No se pudo facturar. El proveedor de CFDI no responde.');
  expect(sent.map(({ body }) => body)).toEqual([{ clientId: idOf(8), month: '2026-02' }]);
});

it('[DIN-08] cancels a CFDI with a motive, after saying what follows; a credit note has no substitute', async () => {
  const sent = answer(cancelInterestInvoice).with(() => refusal);
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  await screen.getByRole('button', { name: 'Cancelar INT-1' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/El sustituto lleva los datos fiscales de hoy/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Motivo ante el SAT' }).selectOptions('03');
  await expect.element(dialog.getByText(/su interés se factura de nuevo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pedir cancelación' }).click();
  await expect.element(dialog.getByText('El proveedor de CFDI no responde.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params, body])).toEqual([[{ invoiceId: idOf(1) }, { motive: '03' }]]);
  await dialog.getByRole('button', { name: 'Volver' }).click();
  await screen.getByRole('button', { name: 'Cancelar INT-2' }).click();
  await expect.element(screen.getByRole('option', { name: /^01/ })).not.toBeInTheDocument();
});

it('[LIB-83] lists before a cancellation what becomes of complements and of others, then each step with what it waits for', async () => {
  const read = answer(getCfdiCancellation).with(({ query }) =>
    query.motive === '01'
      ? {
          motive: null,
          steps: [
            stepOf('complement', 'planned', { folio: 'PAG-7' }),
            stepOf('substitute'),
            stepOf('invoice', 'planned', { folio: 'INT-1' }),
            stepOf('new-complement'),
            stepOf('other-complement', 'planned', { folio: 'INT-5' }),
          ],
        }
      : {
          motive: '01',
          steps: [
            stepOf('complement', 'done', { folio: 'PAG-7', at: '2026-03-03T17:00:00.000Z' }),
            stepOf('substitute', 'sending', { folio: 'INT-9', reason: 'El proveedor no tiene el código postal.' }),
            stepOf('invoice', 'with-authority', { folio: 'INT-1', at: '2026-03-03T17:10:00.000Z' }),
            stepOf('complement', 'refused', { folio: 'PAG-8', reason: 'Solicitud rechazada' }),
          ],
        },
  );
  const sent = answer(cancelInterestInvoice).with(
    () => new Refusal(409, 'CANCELLATION_PENDING', 'El SAT no confirma.'),
  );
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  await screen.getByRole('button', { name: 'Cancelar INT-1' }).click();
  await expect.element(screen.getByText('Se cancela el complemento PAG-7, con motivo 02.')).toBeVisible();
  await expect.element(screen.getByText(/INT-5, que está en el mismo complemento/)).toBeVisible();
  await screen.getByRole('button', { name: 'Pedir cancelación' }).click();
  const steps = screen.getByRole('dialog', { name: 'Cancelación de INT-1' }).getByRole('listitem');
  await expect.element(steps.nth(0)).toMatchTextContent(/PAG-7.*Listo\s*03-mar-2026/);
  await expect.element(steps.nth(1)).toMatchTextContent(/INT-9.*En curso.*Por enviar al proveedor.*código postal/);
  await expect.element(steps.nth(2)).toMatchTextContent(/INT-1.*Espera al SAT/);
  await expect.element(steps.nth(3)).toMatchTextContent(/PAG-8.*Rechazado · Solicitud rechazada/);
  await screen.getByRole('button', { name: 'Pedir otra vez' }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ motive: '01' }, { motive: '01' }]);
  expect(read.length).toBeGreaterThan(1);
});

it('[LIB-83] shows the steps of a cancellation that was asked for before, and that they could not be read', async () => {
  answer(getCfdiCancellation).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  await screen.getByRole('button', { name: 'Avance de la cancelación de INT-3' }).click();
  await expect.element(screen.getByText('No se pudieron leer los pasos')).toBeVisible();
  answer(getCfdiCancellation).with(() => ({ motive: '02', steps: [stepOf('invoice', 'done', { folio: 'INT-3' })] }));
  await screen.getByRole('button', { name: 'Reintentar' }).click();
  await expect.element(screen.getByText('No queda ningún paso.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pedir otra vez' }).elements()).toEqual([]);
});

it('[DIN-48] proposes to undo the cut of a client, after listing what is cancelled with it', async () => {
  answer(previewCutReversal).with(() => ({
    consequences: [
      { kind: 'complement-cancelled', folio: 'PAG-7', amount: null, date: null },
      { kind: 'invoice-cancelled', folio: 'INT-1', amount: null, date: null },
      { kind: 'cut-again', folio: null, amount: null, date: null },
    ],
  }));
  const sent = answer(proposeCutReversal).with(() => refusal);
  const screen = await renderScreen(<MonthCutScreen />, '/?mes=2026-02');
  await screen.getByRole('button', { name: 'Deshacer corte de Aceros Ñandú' }).click();
  expect(screen.getByRole('button', { name: /^Deshacer corte/ }).elements()).toHaveLength(1);
  const dialog = screen.getByRole('dialog', { name: 'Deshacer el corte de febrero 2026 · Aceros Ñandú' });
  await expect.element(dialog.getByRole('button', { name: 'Volver' })).toBeVisible();
  await expect.element(dialog.getByText('Se cancela el complemento PAG-7.')).toBeVisible();
  await expect.element(dialog.getByText(/se factura de nuevo/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Con datos fiscales de antes');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('El proveedor de CFDI no responde.')).toBeVisible();
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [{ month: '2026-02' }, { clientId: idOf(9), reason: 'Con datos fiscales de antes' }],
  ]);
});

it('says that a month has no CFDI, and that it could not be read', async () => {
  answer(getMonthCut).with(() => ({ current: '2026-03', toCut: [], cfdi: [] }));
  const screen = await renderScreen(<MonthCutScreen />);
  await expect.element(screen.getByText('Ningún CFDI de este mes')).toBeVisible();
  await expect.element(screen.getByText('Nada por facturar.')).toBeVisible();
  await screen.unmount();
  answer(getMonthCut).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<MonthCutScreen />);
  await expect.element(failed.getByText('No se pudo leer el mes')).toBeVisible();
});
