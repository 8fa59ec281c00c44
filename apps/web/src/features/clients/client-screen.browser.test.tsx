import { listProposals, propose, proposeClientState, proposeFiscalData } from '@anticipa/contract/approvals';
import { listTimeline } from '@anticipa/contract/client-timeline';
import {
  disablePerson,
  endPersonSessions,
  getClosing,
  getLenderClient,
  setClientProduct,
  setClientSync,
  setPaymentOrderCompany,
} from '@anticipa/contract/lender-clients';
import { proposePersonFactor } from '@anticipa/contract/person-factor';
import type { ResponseOf } from '@anticipa/contract/route';
import { products } from '@anticipa/contract/session';
import { getSettings } from '@anticipa/contract/settings';
import { getTaxData, reissueCfdi, type TaxData } from '@anticipa/contract/tax-data';
import { viewClient } from '@anticipa/contract/views';
import { addDays, dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { OperatorRole } from '@anticipa/domain/operator';
import { beforeEach, expect, it } from 'vitest';
import { formatDate } from '../../lib/format.ts';
import { client, clientId, noSettings, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ClientScreen } from './client-screen.tsx';

const branch = (name: string) => ({ branch: name, promoterPhone: '81 1000 0000', clients: 1 });

let taxData: TaxData;
beforeEach(() => {
  taxData = { today: '2026-03-10', data: [], unissued: [] };
});

async function show(roles: readonly OperatorRole[], shown = client) {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));
  answer(getLenderClient).with(() => ({ client: shown }));
  answer(listProposals).with(() => ({ data: [] }));
  answer(listTimeline).with(() => ({ data: [], next: null }));
  answer(getTaxData).with(() => taxData);
  answer(products).with(() => ({
    data: [{ code: 'BI', productId: clientId, displayName: 'Adelanto Exprés' }],
  }));
  return renderScreen(<ClientScreen clientId={clientId} waiting={null} />);
}

async function showData(...of: Parameters<typeof show>) {
  const screen = await show(...of);
  await screen.getByRole('tab', { name: 'Datos y personas' }).click();
  return screen;
}

it('[OPE-05] names products as the lender does, and shows a refusal at the field it concerns', async () => {
  const screen = await show(['tesoreria', 'soporte']);
  await expect.element(screen.getByRole('switch', { name: 'Adelanto Exprés activo' })).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer cambio de cuenta Adelanto Exprés MXN' }).click();
  const dialog = screen.getByRole('dialog');
  const clabe = dialog.getByLabelText('CLABE');
  await clabe.fill('012180001234567890');
  await dialog.getByLabelText('Motivo').fill('cambió de banco');
  answer(propose).with(() => {
    const details = [{ path: 'change.proposed.clabe', code: 'CLABE_INVALID', message: 'La CLABE no es válida.' }];
    return new Refusal(422, 'CLABE_INVALID', 'La CLABE no es válida.', details);
  });
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(clabe).toHaveAccessibleDescription('La CLABE no es válida.');
  await expect.element(clabe).toHaveFocus();
  await expect.element(clabe).toHaveValue('012180001234567890');
  await clabe.fill('012180001234567891');
  await expect.element(dialog.getByText('La CLABE no es válida.')).not.toBeInTheDocument();
});

it('[OPE-04] switches a product off with a reason, after showing what follows', async () => {
  const screen = await show(['soporte']);
  const sent = answer(setClientProduct).with(() => ({ client }));
  const active = screen.getByRole('switch', { name: 'Adelanto Exprés activo' });
  await active.click();
  const dialog = screen.getByRole('dialog', { name: 'Desactivar Adelanto Exprés' });
  await expect.element(dialog.getByText(/no podrá subir facturas ni venderlas; lo vendido sigue/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Desactivar Adelanto Exprés' }).click();
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await dialog.getByLabelText('Motivo').fill('La línea venció');
  await dialog.getByRole('button', { name: 'Desactivar Adelanto Exprés' }).click();
  await expect.element(screen.getByText('Producto cambiado.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { product: 'BI', authorised: true, active: false, reason: 'La línea venció' },
  ]);
});

it('[OPE-01] offers an operator only what the server would accept from their roles', async () => {
  const screen = await show(['auditor']);
  await expect.element(screen.getByText('Activo', { exact: true })).toBeVisible();
  expect(screen.getByRole('switch').elements()).toEqual([]);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

it('[OPE-04] support ends sessions and takes access away with a reason; others see the people only', async () => {
  const screen = await showData(['soporte']);
  const ended = answer(endPersonSessions).with(() => ({ client }));
  await screen.getByRole('button', { name: 'Cerrar 2 sesiones: Ana Ruiz' }).click();
  await expect.poll(() => ended).toHaveLength(1);
  const disabled = answer(disablePerson).with(
    () => new Refusal(409, 'AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'Debe quedar un administrador.'),
  );
  await screen.getByRole('button', { name: 'Quitar acceso: Ana Ruiz' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Quitar acceso: Ana Ruiz' });
  await expect.element(dialog.getByLabelText('Motivo')).toHaveFocus();
  await dialog.getByLabelText('Motivo').fill('Dejó la empresa');
  await dialog.getByRole('button', { name: 'Quitar acceso' }).click();
  await expect.element(dialog.getByText('Debe quedar un administrador.')).toBeVisible();
  expect(disabled.map(({ body }) => body.reason)).toEqual(['Dejó la empresa']);
  await screen.unmount();
  const others = await showData(['auditor']);
  await expect.element(others.getByText('ana@comercial.test')).toBeVisible();
  expect(others.getByRole('button', { name: /Ana Ruiz/ }).elements()).toEqual([]);
});

it('[FAC-07] support proposes to take a lost second factor away', async () => {
  const screen = await showData(['soporte']);
  await expect.element(screen.getByText('Administra · Ya entró al portal · Con segundo factor')).toBeVisible();
  const proposed = answer(proposePersonFactor).with(
    () => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'),
  );
  await screen.getByRole('button', { name: 'Quitar segundo factor: Ana Ruiz' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Quitar segundo factor: Ana Ruiz' });
  await dialog.getByLabelText('Motivo').fill('Perdió su teléfono');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  expect(proposed.map(({ body }) => body)).toEqual([{ reason: 'Perdió su teléfono' }]);
});

const settled = { sales: 0, credit: 0, balances: 0, unidentified: 0, cfdi: 0, messages: 0, sync: 0, proposals: 0 };

it('[OPE-85] counts what keeps a client from being closed, with the rows, and proposes the close once there is nothing', async () => {
  const screen = await showData(['soporte']);
  let closing: ResponseOf<typeof getClosing> = {
    figures: { ...settled, sales: 2, balances: 1, messages: 1, proposals: 1 },
    sales: [
      { saleId: clientId, numberOfSale: 7, isOpen: true },
      { saleId: proposal.id, numberOfSale: 9, isOpen: true },
    ],
    balances: [{ account: 'POR_DEPOSITAR', currency: 'MXN', amount: '-7563.20' }],
  };
  answer(getClosing).with(() => closing);
  await screen.getByRole('button', { name: 'Revisar el cierre' }).click();
  await expect.element(screen.getByText('2 ventas abiertas')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Venta 9' }))
    .toHaveAttribute('href', `/lender/sales/${proposal.id}`);
  await expect.element(screen.getByText(/Por depositar al cliente: .*7,563\.20/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Ver en Mensajes' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Proponer el cierre' }).elements()).toEqual([]);
  await screen.unmount();
  closing = { figures: settled, sales: [], balances: [] };
  const later = await showData(['soporte']);
  await later.getByRole('button', { name: 'Revisar el cierre' }).click();
  const proposed = answer(proposeClientState).with(() => ({ proposal }));
  await later.getByRole('button', { name: 'Proponer el cierre' }).click();
  const dialog = later.getByRole('dialog', { name: 'Proponer cierre de Comercial Ñandú' });
  await dialog.getByLabelText('Motivo').fill('Terminó su contrato');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect
    .poll(() => proposed.map(({ body }) => body))
    .toEqual([{ state: 'closed', reason: 'Terminó su contrato' }]);
});

it('[OPE-85] shows everybody that a client is closed, and offers support to reopen it', async () => {
  const closed = { ...client, state: 'closed' as const, readsUntil: '2026-06-08T18:00:00.000Z' };
  const screen = await showData(['auditor'], closed);
  await expect.element(screen.getByText(/entran solo para consultar, hasta el/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Proponer la reapertura' }).elements()).toEqual([]);
  await screen.unmount();
  const support = await showData(['soporte'], closed);
  await expect.element(support.getByRole('button', { name: 'Proponer la reapertura' })).toBeVisible();
});

it('[OPE-05] proposes that a changed account receives deposits before its time', async () => {
  const paysFrom = new Date(Date.now() + 3_600_000).toISOString();
  const account = { product: 'BI' as const, currency: 'MXN' as const, bank: 'Banco Azul', clabe: '012180001234567891' };
  const proposed = answer(propose).with(() => ({ proposal }));
  const screen = await show(['tesoreria'], { ...client, accounts: [{ ...account, paysFrom }] });
  await screen.getByRole('button', { name: 'Liberar antes la cuenta Adelanto Exprés MXN' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Motivo').fill('Lo confirmó por teléfono');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.poll(() => proposed.map(({ body }) => body.change)).toEqual([{ kind: 'account-release' }]);
});

it('[OPE-05] proposes the terms of a line with its currency and grouped digits', async () => {
  const line = { product: 'BI' as const, currency: 'MXN' as const, used: '0.00', held: '0.00', limit: '5000000.00' };
  const validUntil = addDays(dateAt(new Date(), MEXICO_CITY), 3);
  const terms = { interestRate: '24', advancePercent: '90', moratoryRate: '48', daysInYear: 360 as const };
  const screen = await show(['riesgo'], {
    ...client,
    lines: [{ ...line, ...terms, multiCurrency: false, validUntil }],
  });
  await expect.element(screen.getByText(`Vigente hasta ${formatDate(validUntil)}, en 3 días`)).toBeVisible();
  await expect.element(screen.getByText('Tasa anual 24 %')).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer cambio de línea Adelanto Exprés MXN' }).click();
  const limit = screen.getByRole('dialog').getByLabelText('Límite, MXN');
  await expect.element(limit).toHaveValue('5,000,000.00');
  const proposed = answer(propose).with(() => ({ proposal }));
  await screen.getByRole('dialog').getByLabelText('Ventas nuevas hasta').fill('31/12/2099');
  await screen.getByRole('dialog').getByLabelText('Motivo').fill('Revisión anual');
  await screen.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect
    .poll(() => proposed.map(({ body }) => body.change))
    .toEqual([
      {
        kind: 'credit-line',
        proposed: { ...terms, limit: '5000000.00', multiCurrency: false, validUntil: '2099-12-31' },
      },
    ]);
});

it('[OPE-04] shows what has happened to the client, a page at a time', async () => {
  const at = '2026-03-10T18:00:00.000Z';
  const entry = { at, actor: { kind: 'operator' as const, name: 'Luz Mesa' }, subject: 'Comercial Ñandú' };
  const changed = { field: 'limit', before: '5000000.00', after: '3000000.00' };
  const message = { kind: 'recovery-link', state: 'sent', createdAt: at, sentTo: 'ana@comercial.test' } as const;
  const screen = await show(['auditor']);
  const asked = answer(listTimeline).with(({ query }) =>
    query.entry === undefined
      ? {
          data: [
            {
              kind: 'entry',
              entry: { ...entry, id: '9', action: 'proposal.made', changes: [changed], reason: 'baja de ventas' },
            },
            { kind: 'message', message: { ...message, id: clientId, lastError: null, isMailed: false } },
          ],
          next: { entry: '9', message: clientId },
        }
      : {
          data: [{ kind: 'entry', entry: { ...entry, id: '8', action: 'client.opened', changes: [], reason: null } }],
          next: null,
        },
  );
  await screen.unmount();
  const again = await renderScreen(<ClientScreen clientId={clientId} waiting={null} />);
  await again.getByRole('tab', { name: 'Historial' }).click();
  const history = again.getByRole('region', { name: 'Historial' });
  await expect.element(history.getByText(/Luz Mesa · .* · límite: 5,000,000\.00 → 3,000,000\.00/)).toBeVisible();
  await expect.element(history.getByText('Motivo: baja de ventas')).toBeVisible();
  await expect.element(history.getByText('Mensaje: Liga para la contraseña')).toBeVisible();
  await history.getByRole('button', { name: 'Mostrar anteriores' }).click();
  await expect.element(history.getByText('Dio de alta un cliente')).toBeVisible();
  await expect.element(history.getByRole('button')).not.toBeInTheDocument();
  expect(asked.map(({ query }) => query)).toEqual([{}, { entry: '9', message: clientId }]);
});

it('[OPE-04] activates the payers of a client with a payment-order company, and a reason', async () => {
  const read = Promise.withResolvers<ResponseOf<typeof getSettings>>();
  answer(getSettings).with(() => read.promise);
  const sent = answer(setPaymentOrderCompany).with(() => ({ client: { ...client, paymentOrderCompany: 'NORTE' } }));
  const screen = await showData(['soporte']);
  await expect.element(screen.getByText('Sin activar')).toBeVisible();
  await screen.getByRole('button', { name: 'Cambiar empresa de órdenes de pago' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Empresa')).toBeVisible();
  expect(dialog.getByText(/Todavía no hay empresas/).elements()).toEqual([]);
  const clabeRanges = [{ company: 'NORTE', prefix: '646180' }];
  read.resolve({ settings: { ...noSettings, clabeRanges } });
  await dialog.getByLabelText('Empresa').selectOptions('NORTE');
  await dialog.getByLabelText('Motivo').fill('firmó el anexo');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ company: 'NORTE', reason: 'firmó el anexo' }]);
});

it('[OPE-23] proposes other tax data with the regimes of a company, and tells why the RFC stays', async () => {
  answer(getSettings).with(() => ({ settings: { ...noSettings, branches: [branch('MTY'), branch('CDMX')] } }));
  const sent = answer(proposeFiscalData).with(() => ({ proposal }));
  const screen = await showData(['contabilidad']);
  await expect.element(screen.getByText('601 General de Ley Personas Morales')).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer cambio de datos fiscales' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/El RFC CNA010101AAA no se cambia/)).toBeVisible();
  const regime = dialog.getByLabelText('Régimen fiscal');
  await expect.element(regime).not.toHaveTextContent('612');
  await dialog.getByLabelText('Nombre ante el SAT').fill('COMERCIAL ÑANDÚ NUEVA');
  await regime.selectOptions('626');
  await dialog.getByLabelText('CFDI desde').fill('01/04/2026');
  await dialog.getByLabelText('Código postal').fill('6400');
  await dialog.getByLabelText('Sucursal').selectOptions('CDMX');
  await dialog.getByLabelText('Motivo').fill('nueva constancia');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Escribe los 5 dígitos del código postal.')).toBeVisible();
  await dialog.getByLabelText('Código postal').fill('06600');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(screen.getByText('Enviada; vale cuando otra persona la apruebe.')).toBeVisible();
  const proposed = { entityName: 'COMERCIAL ÑANDÚ NUEVA', fiscalRegime: '626', postalCode: '06600', branch: 'CDMX' };
  expect(sent.map(({ body }) => body)).toEqual([
    { proposed: { ...proposed, from: '2026-04-01' }, reason: 'nueva constancia' },
  ]);
});

it('[DIN-97] [DIN-98] shows tax data with their days, and issues refused CFDI after showing why they were', async () => {
  const past = { entityName: 'COMERCIAL', fiscalRegime: '601', postalCode: '64000', branch: 'MTY' };
  const refused = {
    id: clientId,
    folio: 'INT-7',
    currency: 'MXN',
    total: '1160.00',
    emittedAt: '2026-03-01T08:00:00.000Z',
  } as const;
  taxData = {
    today: '2026-03-10',
    data: [
      { ...past, postalCode: '06600', from: '2026-04-01', until: null },
      { ...past, from: '2026-01-05', until: '2026-03-31' },
    ],
    unissued: [{ ...refused, reason: 'CFDI40147: falta el CP' }],
  };
  const sent = answer(reissueCfdi).with(() => ({ issued: 1, left: 0 }));
  const screen = await showData(['contabilidad']);
  await screen.getByText('Historia de los datos fiscales').click();
  await expect.element(screen.getByText('Del 05/01/2026 al 31/03/2026')).toBeVisible();
  await expect.element(screen.getByText('Todavía no vigentes')).toBeVisible();
  await screen.getByRole('button', { name: 'Emitir con estos datos' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('CFDI40147: falta el CP')).toBeVisible();
  await dialog.getByRole('button', { name: 'Emitir con estos datos' }).click();
  await expect.element(screen.getByText(/^1\sCFDI con timbre\.$/)).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('[OPE-04] lets a client synchronise, and ends it, with a reason', async () => {
  const sync = { allowed: false, active: false };
  const sent = answer(setClientSync).with(({ body }) => {
    Object.assign(sync, { allowed: body.allowed, active: body.allowed });
    return { client: { ...client, sync } };
  });
  const screen = await showData(['soporte'], { ...client, sync });
  await expect.element(screen.getByText('Sin permiso')).toBeVisible();
  for (const [name, reason, state] of [
    ['Permitir sincronización', 'la pidió por teléfono', 'Conectada'],
    ['Quitar sincronización', 'dejó de usarla', 'Sin permiso'],
  ] as const) {
    await screen.getByRole('button', { name }).click();
    const dialog = screen.getByRole('dialog', { name });
    await dialog.getByLabelText('Motivo').fill(reason);
    await dialog.getByRole('button', { name }).click();
    await expect.element(screen.getByText(state)).toBeVisible();
  }
  expect(sent.map(({ body }) => body)).toEqual([
    { allowed: true, reason: 'la pidió por teléfono' },
    { allowed: false, reason: 'dejó de usarla' },
  ]);
});

it('[OPE-09] opens the portal as the client with a reason', async () => {
  const opened = answer(viewClient).with(() => new Refusal(403, 'ROLE_NEEDED', 'Esta acción necesita un rol.'));
  const screen = await show(['soporte']);
  await screen.getByRole('button', { name: 'Ver el portal como este cliente' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Ver el portal como Comercial Ñandú' });
  const open = dialog.getByRole('button', { name: 'Ver el portal como este cliente' });
  await open.click();
  expect(opened).toEqual([]);
  await dialog.getByLabelText('Motivo').fill('Pregunta por su depósito');
  await open.click();
  await expect.element(dialog.getByText('Esta acción necesita un rol.')).toBeVisible();
  expect(opened.map(({ params, body }) => [params.clientId, body.reason])).toEqual([
    [clientId, 'Pregunta por su depósito'],
  ]);
});
