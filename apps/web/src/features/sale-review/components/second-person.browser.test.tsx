import { decideAnswer } from '@anticipa/contract/lender';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { documents, ids, now, picture, row, show, signInToReview } from '../../../testing/review-server.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import type { SaleUnderReview } from '../api.ts';
import { SaleReview } from '../sale-review.tsx';

beforeEach(signInToReview);

const decisions = ids.map((documentId, place) => ({
  documentId,
  authorised: place < 2,
  motive: place < 2 ? null : ('LENDER_RISK_LIMIT' as const),
  note: place === 1 ? 'Programa confirmado' : null,
}));
const proposedAnswer: NonNullable<SaleUnderReview['proposedAnswer']> = {
  by: 'Luz Mesa',
  isOwn: false,
  at: now,
  rule: 'sale',
  authorised: '232000.00',
  limit: '200000.00',
  decisions,
  changes: [],
  outcome: null,
};
const waiting = (over: Partial<typeof proposedAnswer> = {}): SaleUnderReview => {
  const start = picture();
  return { ...start, sale: { ...start.sale, waitsForSecond: true }, proposedAnswer: { ...proposedAnswer, ...over } };
};

/** Rejects the current invoice with the suggested motive. */
async function rejectByKey(screen: Awaited<ReturnType<typeof show>>['screen'], place: number): Promise<void> {
  await userEvent.keyboard('r');
  await expect.element(screen.getByRole('dialog', { name: `Rechazar A-${place + 1}` })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(row(screen, place)).toMatchTextContent(/Rechazar/);
}

it('[OPE-02] [OPE-03] shows a second person what was proposed and why, and is confirmed by keyboard', async () => {
  const { screen } = await show(waiting());
  const confirmed = answer(decideAnswer).with(() => ({ sale: picture().sale }));
  await expect.element(screen.getByText('Espera segunda persona')).toBeVisible();
  await expect
    .element(screen.getByText(/^Luz Mesa propuso esta respuesta/))
    .toMatchTextContent(/Autoriza MXN 232,000\.00, más de MXN 200,000\.00 por venta\./);
  await expect.element(row(screen, 2)).toMatchTextContent(/Rechazar/);
  const bar = screen.getByRole('region', { name: 'Espera segunda persona' });
  await expect.element(bar).toMatchTextContent(/Autorizar 2MXN 232,000\.00/);
  // Nothing is confirmed before each open check was on the screen.
  await screen.getByRole('button', { name: 'Confirmar', exact: true }).click();
  const remaining = (names: string) =>
    screen.getByText(`Antes de confirmar falta ver las revisiones abiertas de ${names}.`);
  await expect.element(remaining('A-2 y A-3').first()).toBeVisible();
  await expect.element(screen.getByText('Programa confirmado')).toBeVisible();
  await expect.element(remaining('A-3').first()).toBeVisible();
  row(screen, 1).element().focus();
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('region', { name: 'Revisiones de A-3' })).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const lines = () => [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent);
  await expect.poll(lines).not.toContainEqual(expect.stringMatching(/^Antes de confirmar/));
  await userEvent.keyboard('a');
  const dialog = screen.getByRole('dialog', { name: 'Confirmar la respuesta' });
  await expect.element(dialog).toMatchTextContent(/Autorizar 2MXN 232,000\.00.*Rechazar 1/);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Respuesta confirmada y registrada.').first()).toBeVisible();
  expect(confirmed.map(({ body }) => body)).toEqual([
    { decision: { kind: 'confirm', seen: { version: 3, evidence: 'a'.repeat(64) } } },
  ]);
});

it('[OPE-02] [OPE-03] names the second person as a requirement while the answer is marked, and before it is sent', async () => {
  const approval = { perSale: '200000.00', perDay: '500000.00', earlier: '150000.00' };
  const { screen, sent } = await show({ ...picture([{}, {}, {}]), approval });
  const alone = screen.getByText('MXN 200,000.00 por venta; MXN 500,000.00 por cliente y día; hoy van MXN 150,000.00');
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(alone).toBeVisible();
    const { scrollWidth, clientWidth } = alone.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(alone.element().getBoundingClientRect().right).toBeLessThan(width);
  }
  const bar = screen.getByRole('region', { name: 'Enviar la respuesta' });
  row(screen, 0).element().focus();
  await userEvent.keyboard('a');
  await expect.element(bar).toMatchTextContent(/Autorizar 1MXN 116,000\.00/);
  await expect.element(bar).not.toMatchTextContent(/Segunda persona/);
  await userEvent.keyboard('a');
  await expect.element(bar).toMatchTextContent(/Segunda personaHace falta/);
  await rejectByKey(screen, 2);
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Enviar la respuesta' });
  await expect.element(dialog).toMatchTextContent(/Autoriza MXN 232,000\.00, más de MXN 200,000\.00 por venta\./);
  await dialog.getByRole('button', { name: 'Enviar a la segunda persona' }).click();
  await expect.poll(() => sent).toHaveLength(1);
});

it('[OPE-03] counts what the operator has authorised today for the client', async () => {
  const approval = { perSale: null, perDay: '200000.00', earlier: '84000.00' };
  const { screen } = await show({ ...picture([{}, {}, {}]), approval });
  row(screen, 0).element().focus();
  await userEvent.keyboard('a');
  await rejectByKey(screen, 1);
  await rejectByKey(screen, 2);
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Enviar la respuesta' });
  await expect.element(dialog.getByRole('button', { name: 'Enviar respuesta' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row(screen, 2)).toHaveFocus();
  await userEvent.keyboard('ka');
  await expect.element(row(screen, 1)).toMatchTextContent(/Autorizar/);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('dialog', { name: 'Enviar la respuesta' }))
    .toMatchTextContent(/autoriza hoy MXN 316,000\.00 a este cliente, más de MXN 200,000\.00 por día\./);
});

it('[OPE-02] names what has changed since the proposal, also when the confirmation is refused', async () => {
  const sound = picture([{}, {}, {}]).evidence;
  const { screen, server } = await show({ ...waiting(), evidence: sound });
  answer(decideAnswer).with(() => {
    const changes = [{ documentId: ids[0] ?? '', rule: 'product' as const, past: 'passed', now: 'warning' } as const];
    server.picture = waiting({ changes });
    return new Refusal(409, 'EVIDENCE_CHANGED', 'La venta o sus revisiones cambiaron.');
  });
  await screen.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await screen.getByRole('button', { name: 'Confirmar y registrar' }).click();
  await expect.element(screen.getByText('A-1, Producto: antes correcta, ahora aviso')).toBeVisible();
  await expect.element(row(screen, 0)).toMatchTextContent(/Cambió desde que se marcó/);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('[OPE-02] an answer is returned to its proposer with a reason; the proposer can only withdraw it', async () => {
  const { screen, server } = await show(waiting());
  const sent = answer(decideAnswer).with(() => {
    server.picture = picture();
    return { sale: picture().sale };
  });
  await row(screen, 0).click();
  await userEvent.keyboard('r');
  const dialog = screen.getByRole('dialog', { name: 'Regresar la respuesta' });
  await dialog.getByLabelText('Por qué se regresa').fill('Falta el contrato');
  await dialog.getByRole('button', { name: 'Regresar respuesta' }).click();
  await expect.element(screen.getByText('Respuesta regresada.').first()).toBeVisible();
  server.picture = waiting({ isOwn: true });
  const own = await renderScreen(<SaleReview saleId={ids[0] ?? ''} documents={documents} />);
  await expect.element(own.getByText(/La confirma otra persona/)).toBeVisible();
  await expect.element(own.getByRole('button', { name: 'Confirmar', exact: true })).not.toBeInTheDocument();
  await own.getByRole('button', { name: 'Retirar respuesta' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body.decision))
    .toEqual([{ kind: 'return', motive: 'Falta el contrato' }, { kind: 'withdraw' }]);
});

it('[OPE-02] gives a returned answer back to its proposer with its marks and the reason', async () => {
  const outcome = { decision: 'returned', by: 'Eva Lara', at: now, motive: 'Falta el contrato' } as const;
  const { screen } = await show({ ...picture(), proposedAnswer: { ...proposedAnswer, isOwn: true, outcome } });
  await expect.element(screen.getByText(/^Eva Lara regresó la respuesta/)).toBeVisible();
  await expect.element(screen.getByText('Falta el contrato')).toBeVisible();
  await expect.element(row(screen, 0)).toMatchTextContent(/Autorizar/);
  await expect.element(row(screen, 2)).toMatchTextContent(/Rechazar/);
});
