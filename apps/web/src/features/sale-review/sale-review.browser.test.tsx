import { answerSale, getLenderSale, returnSale } from '@anticipa/contract/lender';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { disabled, documents, ids, now, picture, row, show, signInToReview } from '../../testing/review-server.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SaleReview } from './sale-review.tsx';

beforeEach(signInToReview);

const many = Array.from({ length: 30 }, (_, place) => `00000000-0000-4000-8000-0000000001${place + 10}`);

it('[OPE-03] a sale is answered by keyboard: marks, a note on the warning, the suggested motive, and two Enters, not a held one', async () => {
  const { screen, sent } = await show();
  row(screen, 0).element().focus();
  await userEvent.keyboard('a');
  await expect.element(row(screen, 0)).toMatchTextContent(/Autorizar/);
  await expect.element(row(screen, 1)).toHaveFocus();
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('dialog', { name: 'Nota de A-2' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Escribe por qué se autoriza.').first()).toBeVisible();
  await userEvent.keyboard('Programa confirmado{Enter}');
  await expect.element(row(screen, 2)).toHaveFocus();
  await userEvent.keyboard('a');
  await expect.element(screen.getByText('No se puede autorizar: Receptor.').first()).toBeVisible();
  await expect.element(row(screen, 2)).toMatchTextContent(/Sin marcar/);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Falta marcar 1 factura.').first()).toBeVisible();
  await userEvent.keyboard('r');
  const motives = screen.getByRole('dialog', { name: 'Rechazar A-3' });
  await expect.element(motives.getByRole('radio', { checked: true })).toHaveAttribute('value', 'LENDER_RISK_LIMIT');
  await userEvent.keyboard('{Enter}');
  await expect.element(row(screen, 2)).toMatchTextContent(/Rechazar/);
  await expect.element(row(screen, 2)).toHaveFocus();
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true });
  row(screen, 2).element().dispatchEvent(held);
  await userEvent.keyboard('{Enter>3/}');
  const summary = screen.getByRole('dialog', { name: 'Enviar la respuesta' });
  await expect.element(summary).toMatchTextContent(/Autorizar 2MXN 232,000\.00DepósitoMXN 201,840\.00Rechazar 1/);
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      {
        seen: { version: 3, evidence: 'a'.repeat(64) },
        decisions: [
          { documentId: ids[0], authorised: true, motive: null },
          { documentId: ids[1], authorised: true, motive: null, note: 'Programa confirmado' },
          { documentId: ids[2], authorised: false, motive: 'LENDER_RISK_LIMIT' },
        ],
      },
    ]);
  await expect.element(screen.getByText('Respuesta registrada.').first()).toBeVisible();
});

it('[OPE-03] shows what did not pass first, with value, limit, source and time, and folds the rest', async () => {
  const { screen } = await show();
  await row(screen, 1).click();
  const evidence = screen.getByRole('region', { name: 'Revisiones de A-2' });
  await expect
    .element(evidence.getByRole('listitem').first())
    .toHaveTextContent('AvisoConcentración tras esta venta 31.2 % (aviso 30 %)Portal · 10-mar-2026 12:00 pm');
  await evidence.getByRole('button', { name: '15 revisiones correctas' }).click();
  await expect.element(evidence.getByText('Estado en el SAT')).toBeVisible();
  await screen.getByRole('button', { name: 'Ver términos aceptados' }).click();
  const terms = screen.getByRole('dialog', { name: 'Términos aceptados' });
  await expect.element(terms).toMatchTextContent(/Aceptó Ana Ruiz.*Cláusula 1\. De la cesión\./);
});

it('[OPE-03] marks all sound invoices at once, and repeats a rejection on those with the same failure', async () => {
  const { screen, sent } = await show(picture([{}, disabled, disabled]));
  row(screen, 0).element().focus();
  await userEvent.keyboard('{Shift>}A{/Shift}j');
  await expect.element(row(screen, 1)).toHaveFocus();
  await userEvent.keyboard('r');
  await expect.element(screen.getByRole('dialog', { name: 'Rechazar A-2' })).toBeVisible();
  await userEvent.keyboard('1{Enter}');
  await expect.element(row(screen, 2)).toHaveFocus();
  await userEvent.keyboard('k{Shift>}R{/Shift}{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Enviar la respuesta' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => sent.flatMap(({ body }) => body.decisions.map(({ motive }) => motive)))
    .toEqual([null, 'CANCELLED_AT_TAX_AUTHORITY', 'CANCELLED_AT_TAX_AUTHORITY']);
});

it('[OPE-03] clears the marks of what has changed when the answer is refused, and books nothing', async () => {
  const { screen, server } = await show(picture([{}, {}, {}]));
  answer(answerSale).with(() => {
    server.picture = picture([{}, disabled, {}], 'b');
    return new Refusal(409, 'EVIDENCE_CHANGED', 'La venta o sus revisiones cambiaron.');
  });
  row(screen, 0).element().focus();
  await userEvent.keyboard('{Shift>}A{/Shift}{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Enviar la respuesta' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(row(screen, 1)).toMatchTextContent(/Sin marcar1 no pasaCambió desde que se marcó/);
  await expect.element(row(screen, 0)).toMatchTextContent(/Autorizar/);
});

it.each([
  [390, 844],
  [1440, 900],
])('[OPE-03] keeps the checks of any of many invoices in view, at %i × %i px', async (width, height) => {
  await page.viewport(width, height);
  const { sale, evidence, ...rest } = picture();
  const copiesOf = <Item extends { readonly documentId: string }>(of: readonly Item[]) =>
    of.slice(0, 1).flatMap((one) => many.map((documentId) => ({ ...one, documentId })));
  const items = copiesOf(sale.items).map((one, index) => ({ ...one, folio: String(index + 1) }));
  const { screen } = await show({ ...rest, sale: { ...sale, items }, evidence: copiesOf(evidence) });
  await row(screen, 14).click();
  const heading = screen.getByRole('heading', { name: 'Revisiones de A-15' });
  await expect.element(heading).toBeVisible();
  const { top, bottom } = heading.element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(height);
});

it('[OPE-03] shows what is paid for each invoice and when it is due, the account, and the client’s record', async () => {
  const start = picture();
  const { screen } = await show({
    ...start,
    account: { bank: 'BBVA', ending: '7891', holder: 'Aceros Ñandú', coolingUntil: '2026-03-11T18:00:00.000Z' },
  });
  const account =
    'BBVA ••7891, de Aceros Ñandú. Se cambió hace poco: no recibe depósitos hasta el 11-mar-2026 12:00 pm.';
  await expect.element(screen.getByText(account)).toBeVisible();
  const record =
    '3 ventas depositadas antes. En los últimos 12 meses, 14 facturas pagadas a tiempo y 2 tarde. 1 castigada, sin pago del receptor. 1 está vencida hoy.';
  await expect.element(screen.getByText(record)).toBeVisible();
  const client = screen.getByRole('link', { name: 'Aceros Ñandú' });
  await expect.element(client).toHaveAttribute('href', `/lender/clients/${start.sale.clientId}`);
  await expect.element(row(screen, 1)).toMatchTextContent(/Vence 24\/04\/2026 · 45 días · depósito MXN 100,920\.00/);
  await row(screen, 1).click();
  const item = screen.getByRole('region', { name: 'Revisiones de A-2' });
  await expect
    .element(item)
    .toMatchTextContent(
      /Vencimiento24\/04\/2026Plazo45 díasTasa anual24\s%DepósitoMXN 100,920\.00InterésMXN 3,480\.00AforoMXN 11,600\.00Orden de compraOC1/,
    );
  const receiver = item.getByRole('link', { name: start.sale.items[1]?.receiverName ?? '' });
  await expect.element(receiver).toHaveAttribute('href', `/lender/receivers/${ids[1]}`);
});

it('[OPE-03] answers all invoices with the same open checks by one note, which shows what was found in each', async () => {
  const { screen, sent } = await show(picture([{ concentration: 31.2 }, { concentration: 44 }, {}]));
  row(screen, 0).element().focus();
  await userEvent.keyboard('a');
  const dialog = screen.getByRole('dialog', { name: 'Nota de A-1' });
  await dialog.getByLabelText('Nota interna').fill('Programa confirmado');
  await dialog.getByLabelText('La misma para otra factura con las mismas revisiones abiertas').click();
  await expect.element(dialog.getByText(/^A-2 Concentración tras esta venta: 44\.0\s% \(aviso 30\s%\)$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(row(screen, 1)).toMatchTextContent(/Autorizar/);
  await expect.element(row(screen, 2)).toMatchTextContent(/Sin marcar/);
  row(screen, 2).element().focus();
  await userEvent.keyboard('{Shift>}A{/Shift}{Enter}');
  await screen.getByRole('button', { name: 'Enviar respuesta' }).click();
  await expect
    .poll(() => sent.flatMap(({ body }) => body.decisions.map(({ note }) => note)))
    .toEqual(['Programa confirmado', 'Programa confirmado', undefined]);
});

it('says that a sale does not exist, and offers to try again otherwise', async () => {
  answer(getLenderSale).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const screen = await renderScreen(<SaleReview saleId={ids[0] ?? ''} documents={documents} />);
  await expect.element(screen.getByText('Esta venta no existe.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
});

it('[OPE-01] [OPE-03] shows the sale without buttons to operators who may not answer it', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const { screen } = await show();
  await expect.element(screen.getByText(/las responde el rol riesgo/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Autorizar' })).not.toBeInTheDocument();
  await screen.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button').first().click();
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('[OPE-03] a sale is returned to the client by keyboard, with a message about one invoice', async () => {
  const { screen } = await show();
  const returned = answer(returnSale).with(() => ({ sale: picture().sale }));
  await row(screen, 1).click();
  await userEvent.keyboard('d');
  const dialog = screen.getByRole('dialog', { name: 'Devolver al cliente para corregir' });
  await dialog.getByRole('button', { name: 'Devolver al cliente' }).click();
  await expect.element(dialog.getByText(/^Escribe qué debe corregir/)).toBeVisible();
  await dialog.getByLabelText('Qué debe corregir').fill('Falta la orden de compra');
  await dialog.getByLabelText('Solo A-2').click();
  await dialog.getByRole('button', { name: 'Devolver al cliente' }).click();
  await expect.element(screen.getByText('Devuelta al cliente.').first()).toBeVisible();
  expect(returned.map(({ body }) => body)).toEqual([
    { version: 3, message: 'Falta la orden de compra', documentIds: [ids[1]] },
  ]);
});

it('[OPE-03] shows a returned sale without keys to answer it', async () => {
  const returns = [{ message: 'Falta la orden de compra', documentIds: [], at: now, by: 'Luz Mesa', answer: null }];
  const { screen } = await show({ ...picture(), returns });
  await expect.element(screen.getByText('Falta la orden de compra')).toBeVisible();
  await expect.element(screen.getByText(/^Devuelta al cliente por Luz Mesa/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Autorizar' })).not.toBeInTheDocument();
});

it('[OPE-03] shows what a client has typed as text', async () => {
  const typed = '<img src=x onerror="document.title=1"> =1+1';
  const start = picture();
  const items = start.sale.items.map((one) => ({ ...one, receiverName: typed, folio: typed }));
  const asked = {
    message: 'Falta la orden',
    documentIds: [],
    at: now,
    by: 'Luz Mesa',
    answer: { note: typed, at: now },
  };
  const { screen } = await show({
    ...start,
    sale: { ...start.sale, items, entityName: typed },
    returns: [asked],
    acceptance: { ...start.acceptance, by: typed, text: typed } as NonNullable<typeof start.acceptance>,
  });
  const title = document.title;
  await expect.element(row(screen, 0)).toMatchTextContent(/<img src=x/);
  await screen.getByRole('button', { name: 'Ver términos aceptados' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Términos aceptados' })).toMatchTextContent(/<img src=x/);
  expect(document.querySelector('img')).toBeNull();
  expect(document.title).toBe(title);
});

it('[OPE-03] names the other operators who have the sale on their screen', async () => {
  const { screen } = await show({ ...picture(), viewers: ['Eva Lara', 'Luz Mesa'] });
  await expect.element(screen.getByText('Eva Lara, Luz Mesa también la ven.')).toBeVisible();
});

it('[OPE-03] opens the XML and the printed form of the current invoice by key, also of an answered sale', async () => {
  const start = picture();
  const { screen } = await show({ ...start, sale: { ...start.sale, state: 'answered' } });
  row(screen, 0).element().focus();
  await userEvent.keyboard('jp');
  await expect.element(screen.getByRole('dialog', { name: 'A-2' }).getByText(ids[1] ?? '')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row(screen, 1)).toHaveFocus();
});
