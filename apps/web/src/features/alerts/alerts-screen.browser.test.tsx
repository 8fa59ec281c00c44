import { type Alert, closeAlert, listAlerts } from '@anticipa/contract/alerts';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { AlertsScreen } from './alerts-screen.tsx';

const idOf = (index: number): string => `0198aaaa-0000-4000-8000-00000000000${index}`;
const anAlert = (index: number, over: Partial<Alert>): Alert => ({
  id: idOf(index),
  kind: 'transfer',
  clientId: idOf(9),
  entityName: 'Textiles del Norte',
  subject: `transfer:${idOf(8)}`,
  invoice: null,
  reason: 'failed',
  details: { saleId: idOf(7), trackingKey: 'ANT1', amount: '100920.00' },
  raisedAt: '2026-03-10T18:00:00.000Z',
  closedAt: null,
  closure: null,
  needsSecond: false,
  waits: false,
  ...over,
});
const objection = anAlert(1, {
  kind: 'tax-objection',
  subject: `invoice:${idOf(6)}`,
  invoice: { documentId: idOf(6), serie: 'A', folio: '1024', saleId: idOf(5), isInCredit: true },
  reason: 'CANCELLATION_IN_PROGRESS',
  details: { status: 'cancelacion-en-proceso' },
});
const received = { trackingKey: 'REC1', amount: '116000.00', senderName: 'COMERCIAL SA' };
const nobody = { clientId: null, entityName: null } as const;
const alerts: Alert[] = [
  objection,
  anAlert(2, {}),
  anAlert(3, { ...nobody, subject: `received-transfer:${idOf(4)}`, reason: 'returned', details: received }),
  anAlert(4, {
    ...nobody,
    kind: 'listed-taxpayer',
    subject: 'taxpayer:AAA010101AAA',
    reason: 'presunto',
    details: {},
  }),
  anAlert(5, {
    kind: 'certificate-expiry',
    subject: 'certificate:1',
    reason: '30-days',
    details: { expiry: '2026-04-09' },
  }),
  anAlert(6, {
    kind: 'invoicing-refused',
    subject: `interest-invoice:${idOf(3)}`,
    reason: 'CFDI40147: falta el CP',
    details: { folio: '12' },
  }),
  anAlert(7, {
    ...nobody,
    kind: 'list-refused',
    subject: 'list:a1',
    reason: 'LIST_UNREADABLE',
    details: { row: 1204, before: 12_687 },
  }),
  anAlert(8, {
    kind: 'related-invoice',
    subject: `invoice:${idOf(8)}`,
    invoice: { documentId: idOf(8), serie: 'A', folio: '1025', saleId: idOf(9), isInCredit: true },
    reason: 'UUID-1',
    details: { kind: '04', type: 'I', uuid: 'UUID-1', serie: 'B', folio: '13', amount: '4000.00', currency: 'MXN' },
  }),
  anAlert(9, {
    kind: 'receiver-answer',
    subject: `invoice:${idOf(7)}`,
    invoice: { documentId: idOf(7), serie: 'A', folio: '1026', saleId: null, isInCredit: false },
    reason: 'due-corrected',
    details: { verdict: 'due-corrected', dueOn: '2026-05-12' },
  }),
];

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(() => signInWith(['riesgo']));

it('[SIS-03] [SIS-04] [CAR-09] lists what an operator must look at, in words, with what it is about', async () => {
  answer(listAlerts).with(() => ({ data: alerts }));
  const screen = await renderScreen(<AlertsScreen />);
  for (const text of [
    'La factura tiene una cancelación en proceso',
    'El banco no pagó un depósito. Ordénalo de nuevo en Transferencias.',
    'El banco devolvió un pago que ya se había registrado. Sus asientos no se reversan solos.',
    'Presunto: decide si se le sigue comprando.',
    'Vence el 09/04/2026.',
    'CFDI40147: falta el CP',
    'Folio 12',
    'El renglón 1204 no se pudo leer. La lista anterior sigue en uso.',
    'La sustituye: B-13 · MXN 4,000.00',
    'El deudor dice que la paga el 12/05/2026. Revisa su respuesta.',
    'COMERCIAL SA · MXN 116,000.00 · REC1',
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  const linkOf = (name: string) => screen.getByRole('link', { name, exact: true });
  await expect.element(linkOf('Factura A-1024')).toHaveAttribute('href', `/lender/sales/${idOf(5)}`);
  await expect.element(linkOf('MXN 100,920.00 · ANT1')).toHaveAttribute('href', `/lender/sales/${idOf(7)}`);
  await expect.element(linkOf('AAA010101AAA')).toHaveAttribute('href', '/lender/taxpayer-list');
  await screen.getByLabelText('Buscar cliente, RFC, clave o texto').fill('comercial');
  await expect.element(screen.getByText('CFDI40147: falta el CP')).not.toBeInTheDocument();
});

it('[DIN-59] says whose account a deposit was for and whom its CEP names, and leads to the accounts of the client', async () => {
  const details = {
    saleId: idOf(7),
    trackingKey: 'ANT1',
    amount: '100920.00',
    expected: 'Textiles del Norte',
    holder: 'OTRO TITULAR',
  };
  answer(listAlerts).with(() => ({ data: [anAlert(1, { reason: 'other-holder', details })] }));
  const screen = await renderScreen(<AlertsScreen />);
  await expect
    .element(
      screen.getByText(/El depósito de MXN 100,920.00 era para Textiles del Norte y el CEP nombra a OTRO TITULAR/),
    )
    .toBeVisible();
  const accounts = screen.getByRole('link', { name: 'Revisar sus cuentas' });
  await expect.element(accounts).toHaveAttribute('href', `/lender/clients/${idOf(9)}`);
});

it('[DIN-79] leads from a cancelled invoice in credit to its buy-back, and from a credit note to the dialog that books it', async () => {
  await signInWith(['cobranza']);
  const invoice = { documentId: idOf(2), serie: 'A', folio: '7', saleId: null, isInCredit: true };
  const note = anAlert(1, {
    kind: 'related-invoice',
    subject: `invoice:${idOf(2)}`,
    invoice,
    reason: 'UUID-2',
    details: { kind: '01', type: 'E', uuid: 'UUID-2', amount: '4000.00', currency: 'MXN' },
  });
  const before = { ...objection, id: idOf(3), invoice: { ...invoice, folio: '8', isInCredit: false } };
  const replaced = {
    ...note,
    id: idOf(4),
    invoice: { ...invoice, documentId: idOf(5) },
    details: { ...note.details, kind: '04', type: 'I' },
  };
  answer(listAlerts).with(() => ({ data: [objection, note, before, replaced] }));
  const screen = await renderScreen(<AlertsScreen />);
  const link = (name: string) => screen.getByRole('link', { name, exact: true });
  const page = (index: number, adjustment: string) => `/lender/portfolio/${idOf(index)}?ajuste=${adjustment}`;
  await expect.element(link('Pedir la recompra').first()).toHaveAttribute('href', page(6, 'recourse'));
  await expect.element(link('Pedir la recompra').nth(1)).toHaveAttribute('href', page(5, 'recourse'));
  await expect.element(link('Registrar una nota de crédito')).toHaveAttribute('href', page(2, 'credit-note'));
});

it('[SIS-03] leads no operator to a screen that their roles do not open', async () => {
  signInWith(['contabilidad']);
  answer(listAlerts).with(() => ({ data: alerts }));
  const screen = await renderScreen(<AlertsScreen />);
  await expect.element(screen.getByText('Factura A-1024')).toBeVisible();
  for (const name of ['Factura A-1024', 'AAA010101AAA'])
    await expect.element(screen.getByRole('link', { name, exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Textiles del Norte' }).first()).toBeVisible();
});

it('[SIS-03] marks an alert as attended to, and shows it under those; others only read', async () => {
  const open = [objection];
  const asked = answer(listAlerts).with(({ query }) => ({
    data:
      query?.state === 'open'
        ? open
        : [
            {
              ...objection,
              closedAt: '2026-03-11T18:00:00.000Z',
              closure: { cause: null, by: 'Ana Pérez', reason: null },
            },
          ],
  }));
  const closed = answer(closeAlert).with(() => {
    open.length = 0;
    return { data: objection, proposal: null };
  });
  const screen = await renderScreen(<AlertsScreen />);
  const button = screen.getByRole('button', { name: /^Marcar como atendida/ });
  await button.click();
  await expect.element(screen.getByText('Ninguna alerta abierta')).toBeVisible();
  expect(closed.map(({ params }) => params)).toEqual([{ alertId: objection.id }]);
  await screen.getByRole('button', { name: 'Atendidas' }).click();
  await expect.element(screen.getByText('Factura A-1024')).toBeVisible();
  await expect.element(screen.getByText(/La cerró Ana Pérez\.$/)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  expect(asked.at(-1)?.query).toEqual({ state: 'closed' });
  await screen.unmount();
  open.push(objection);
  await signInWith(['auditor']);
  const seen = await renderScreen(<AlertsScreen />);
  await expect.element(seen.getByText('Factura A-1024')).toBeVisible();
  await expect.element(seen.getByRole('button', { name: /^Marcar como atendida/ })).not.toBeInTheDocument();
});

it('[OPE-21] closes an alert about money only with a reason that a second person approves', async () => {
  await signInWith(['cobranza']);
  const money = anAlert(3, {
    ...nobody,
    subject: `received-transfer:${idOf(4)}`,
    reason: 'unidentified',
    details: received,
    needsSecond: true,
  });
  const waiting = { ...money, id: idOf(2), details: { ...received, trackingKey: 'REC2' }, waits: true };
  answer(listAlerts).with(() => ({ data: [money, waiting] }));
  const sent = answer(closeAlert).with(() => ({ data: money, proposal: null }));
  const screen = await renderScreen(<AlertsScreen />);
  await expect.element(screen.getByText('Por aprobar')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Ver en Cobros' }).first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Marcar como atendida/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: /^Cerrar con un motivo/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cerrar con un motivo' });
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByLabelText('Motivo').fill('Era una prueba del banco');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(screen.getByText('Enviada; se cierra cuando otra persona lo apruebe.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Era una prueba del banco' }]);
  await screen.unmount();
  await signInWith(['soporte']);
  const others = await renderScreen(<AlertsScreen />);
  await expect.element(others.getByText('Por aprobar')).toBeVisible();
  await expect.element(others.getByRole('link', { name: 'Ver en Cobros' })).not.toBeInTheDocument();
  await expect.element(others.getByRole('button', { name: /^Cerrar con un motivo/ })).not.toBeInTheDocument();
  await expect.element(others.getByText('La atiende tesorería, cobranza o riesgo')).toBeVisible();
});

it('[LIB-32] says what the nightly check found of the books, which closes only with a reason', async () => {
  const found = (index: number, of: Partial<Alert>, details: Alert['details']) =>
    anAlert(index, { kind: 'books-altered', subject: 'books:x', reason: 'x', needsSecond: true, ...of, details });
  answer(listAlerts).with(() => ({
    data: [
      found(1, {}, { what: 'entry', number: 12 }),
      found(2, nobody, { what: 'head', number: 31 }),
      found(3, nobody, { what: 'invariant', id: 'I15', statement: 'every…', count: 2, first: 'invoice 1' }),
    ],
  }));
  const screen = await renderScreen(<AlertsScreen />);
  for (const text of [
    'El asiento 12 fue alterado, quitado o agregado.',
    'El asiento 31 ya no es el que se guardó: la cadena se cortó o se reescribió.',
    'No se cumple I15. Casos: 2. El primero: invoice 1',
    'Libros del cliente',
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await screen.getByRole('button', { name: /Cerrar con un motivo.*Libros del cliente/ }).click();
  await expect.element(screen.getByText(/con las huellas que se enviaron por correo/)).toBeVisible();
});

it('explains that the alerts could not be read, or that one could not be closed', async () => {
  answer(listAlerts).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const screen = await renderScreen(<AlertsScreen />);
  await expect.element(screen.getByText('No se pudieron leer las alertas')).toBeVisible();
  await screen.unmount();
  answer(listAlerts).with(() => ({ data: [objection] }));
  answer(closeAlert).with(() => new Refusal(403, 'ROLE_NEEDED', 'Esta acción necesita un rol.'));
  const again = await renderScreen(<AlertsScreen />);
  await again.getByRole('button', { name: /^Marcar como atendida/ }).click();
  await expect.element(again.getByText('Esta acción necesita un rol.').first()).toBeVisible();
  await expect.element(again.getByText('Factura A-1024')).toBeVisible();
});
