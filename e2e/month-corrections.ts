/** Steps of the month for invoices that go wrong, and for bookings that were wrong. */
import { expect } from '@playwright/test';
import { press } from './keys.ts';
import { act, identify, openInvoice, openSold, order, payInvoice, transferByHand, undo } from './money-steps.ts';
import { telas } from './month-cast.ts';
import { approved, type Desk } from './month-desk.ts';
import { toApproval } from './opening-steps.ts';

/** A promise, a dispute that ends, and a later due date. */
export async function agreeLater(desk: Desk, folio: string): Promise<void> {
  const { lender, carla, dario } = desk;
  const page = await openInvoice(lender, carla, folio);
  const Motivo = 'Lo acordó Laura Paz, tesorera';
  await act(page, 'Registrar promesa', {
    fields: {
      'Importe prometido, MXN': '116000.00',
      'Día prometido': '20/03/2026',
      'Quién lo prometió': 'Laura Paz, tesorera',
    },
    send: 'Registrar promesa',
  });
  const raised = { 'Quién la disputa': 'Laura Paz, tesorera', Motivo: 'Faltaron dos cajas en la entrega' };
  await act(page, 'Abrir disputa', { fields: raised, send: 'Abrir disputa' });
  await act(page, 'Cerrar disputa', { fields: { Motivo: 'Las cajas llegaron' }, send: 'Cerrar disputa' });
  const later = { 'Vencimiento nuevo': '31/03/2026', Motivo };
  await act(page, 'Proponer prórroga', { fields: later, send: toApproval });
  await approved(desk, dario, /^Prorrogar la factura Z/);
}

/** The receiver cancels an invoice at the tax authority. */
export async function cancelAtSat({ lender, carla }: Desk, folio: string): Promise<void> {
  const page = await openInvoice(lender, carla, folio);
  const uuid = (await page.getByText(/^[0-9A-F]{8}-/).textContent()) ?? '';
  lender.production.systems.taxStatus.script(uuid, 'cancelled');
}

/** The alert of the cancelled invoice is seen, and its client buys it back. */
export async function buyBackCancelled(desk: Desk, folio: string): Promise<void> {
  const { lender, ana, carla, dario } = desk;
  await lender.open(ana, '/lender/alerts');
  const alert = ana.page.getByRole('row', { name: /El SAT objeta una factura vendida/ });
  await expect(alert).toContainText('La factura está cancelada ante el SAT');
  await press(ana.page, alert.getByRole('button', { name: /^Marcar como atendida/ }));
  await openInvoice(lender, carla, folio);
  const asked = { Motivo: 'El receptor la canceló en el SAT' };
  await act(carla.page, 'Pedir la recompra', { fields: asked, send: toApproval });
  await approved(desk, dario, /^Pedir la recompra/);
  await openInvoice(lender, carla, folio);
  await payInvoice(lender, carla.page, { amount: '105179.52', payer: 'El cliente, en su lugar' });
}

/** The receipt of one invoice was that of another one, after the devolución of its release had been paid: its client owes it. */
export async function undoPaidRelease(
  desk: Desk,
  { folio, instead }: { readonly folio: string; readonly instead: string },
): Promise<void> {
  const { lender, carla, dario } = desk;
  await order(await lender.open(dario, '/lender/payables?cola=payouts'), /Zapatos Ñuñoa/);
  await lender.open(dario, '/lender/payables?cola=payouts');
  await expect(dario.page.getByRole('heading', { name: 'Ninguna devolución por hacer' })).toBeVisible();
  const page = await openSold(lender, carla, folio);
  const shows = /La devolución de .* ya se pagó: queda como saldo a cargo del cliente/;
  await undo(page, `La transferencia era de la ${instead}`, { what: /^Pago recibido/, money: 'waits', shows });
  await approved(desk, dario, /^Deshacer: cobro/);
  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await identify(page, 'BANCO', [instead]);
}

/** The typed receipt of one invoice was that of another one. */
export async function undoReceipt(
  desk: Desk,
  { folio, instead }: { readonly folio: string; readonly instead: string },
): Promise<void> {
  const { lender, carla, dario } = desk;
  const page = await openSold(lender, dario, folio);
  await undo(page, 'La transferencia era de otra factura', { money: 'waits' });
  await approved(desk, carla, /^Deshacer: cobro/);
  await lender.open(carla, '/lender/receipts?cola=unidentified');
  await identify(carla.page, 'BANCO', [instead]);
}

/** Two shortfalls are closed, and one of them is undone. */
export async function undoShortfall(
  desk: Desk,
  { closed, undone }: { readonly closed: string; readonly undone: string },
): Promise<void> {
  const { lender, carla, dario } = desk;
  const close = { fields: { Motivo: 'El receptor no paga más' }, send: 'Cerrar faltante' };
  for (const folio of [closed, undone]) {
    await act(await openInvoice(lender, carla, folio), 'Cerrar faltante', close);
    await approved(desk, dario, /^Cerrar un faltante/);
  }
  await undo(await openSold(lender, carla, undone), 'El receptor pagará el resto');
  await approved(desk, dario, /^Deshacer: cierre de un faltante/);
}

/** A devolución is registered that the bank never made. */
export async function undoPayout(desk: Desk): Promise<void> {
  const { lender, carla, dario } = desk;
  const devolucion = 'Registrar la devolución de Hules de Toluca';
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, dario.page, devolucion, { key: 'NUNCAHECHA1' });
  await undo(await openSold(lender, dario, 'H-1'), 'El banco nunca la hizo');
  await approved(desk, carla, /^Deshacer: pago de una devolución/);
  await lender.open(dario, '/lender/payables?cola=payouts');
  await transferByHand(lender, dario.page, devolucion);
}

/** A credit note was of another invoice. */
export async function withdrawCreditNote(desk: Desk, folio: string): Promise<void> {
  const { lender, carla, dario } = desk;
  await act(await openInvoice(lender, carla, folio), 'Registrar una nota de crédito', {
    fields: {
      Importe: '2000.00',
      'Folio fiscal de la nota de crédito': '6F1B2C3D-2222-4111-8111-0A1B2C3D4E5F',
      Motivo: 'Mercancía devuelta',
    },
    send: 'Registrar',
  });
  await approved(desk, dario, /^Registrar una nota de crédito/);
  const fields = { Motivo: 'La nota era de otra factura' };
  await act(await openInvoice(lender, carla, folio), /^Retirar: Nota de crédito/, { fields, send: toApproval });
  await approved(desk, dario, /^Retirar/);
}

/** The CFDI of January of one client are cancelled with their complements, and issued again. */
export async function cutAgain(desk: Desk): Promise<void> {
  const { lender, carla, dario } = desk;
  const month = '/lender/month-cut?mes=2026-01';
  const { entityName } = telas;
  const page = await lender.open(carla, month);
  const fields = { Motivo: 'Su contador pidió otra fecha' };
  await act(page, `Deshacer corte de ${entityName}`, { fields, send: toApproval });
  await approved(desk, dario, /^Deshacer el corte/);
  const states = page.getByRole('grid', { name: 'CFDI del mes' }).getByRole('row', { name: entityName });
  await lender.open(carla, month);
  await expect(states).toHaveText([/Cancelándose/]);
  // Its complements came first.
  await lender.open(carla, month);
  await expect(states).toHaveText([/Cancelado/]);
  await act(page, `Facturar el mes de ${entityName}`, { send: 'Facturar' });
  await lender.open(carla, month);
  await expect(states.filter({ hasText: 'Vigente' })).toHaveCount(1);
}
