import { listBankParts } from '@anticipa/contract/accountant';
import { type Approval, listProposals, proposeSetting } from '@anticipa/contract/approvals';
import { changeReminders, getReminders, getTodaysReminders, type Reminders } from '@anticipa/contract/reminders';
import { changeSetting, getSettings, type Settings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noSettings, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { SettingsScreen } from './settings-screen.tsx';

const settings: Settings = {
  ...noSettings,
  products: [
    { code: 'BI', displayName: 'Anticipo Índice' },
    { code: 'FB', displayName: 'Factoraje' },
  ],
  branches: [{ branch: 'Monterrey', promoterPhone: '81 5550 0110', clients: 1 }],
};
const reminders: Reminders = {
  isOn: false,
  isDecided: true,
  isOnForReceivers: false,
  texts: [{ text: 'client-due', subject: '{facturas} por vencer', paragraphs: 'Hola, {nombre}.', isOwn: false }],
};
const operator = aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador', 'tesoreria'] });

beforeEach(async () => {
  await signInAs(operator);
  answer(getSettings).with(() => ({ settings }));
  answer(listProposals).with(() => ({ data: [] }));
  answer(listBankParts).with(() => ({ data: [] }));
  answer(getReminders).with(() => reminders);
});

it('[OPE-07] changes a product’s name with a reason, and shows a refusal at its field', async () => {
  let isRefused = true;
  const calls = answer(changeSetting).with(() => {
    if (!isRefused) return { settings: { ...settings, products: [{ code: 'BI', displayName: 'Anticipo Rápido' }] } };
    isRefused = false;
    const message = 'Ese nombre no se puede usar';
    return new Refusal(400, 'INVALID_REQUEST', message, [
      { path: 'change.displayName', code: 'INVALID_REQUEST', message },
    ]);
  });
  const screen = await renderScreen(<SettingsScreen />);
  await screen.getByRole('button', { name: 'Productos' }).click();
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar Anticipo Índice' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Nombre para los clientes'), 'Anticipo Rápido');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'nuevo nombre comercial');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(dialog.getByText('Ese nombre no se puede usar')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expect.element(screen.getByText('Anticipo Rápido')).toBeVisible();
  expect(calls[1]?.body).toEqual({
    reason: 'nuevo nombre comercial',
    change: { kind: 'product', code: 'BI', displayName: 'Anticipo Rápido' },
  });
});

it('[DIN-74] previews a text of a reminder, refuses a placeholder that is unknown, and switches reminders on', async () => {
  const sent = answer(changeReminders).with(() => ({ ...reminders, isOn: true }));
  const screen = await renderScreen(<SettingsScreen />);
  const card = screen.getByRole('region', { name: 'Recordatorios de pago' });
  // Off is a choice: the card says it, and stays closed.
  await expect.element(card.getByText('Apagados')).toBeVisible();
  await card.getByRole('button', { name: 'Recordatorios de pago' }).click();
  await card.getByRole('button', { name: 'Cambiar Al cliente, antes del vencimiento' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Estimada {nombre}: {clabe}');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('tono de la casa');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(dialog.getByText('No se conoce {clabe}. Usa las palabras de la lista.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Estimada {nombre}: <b>{total}</b>');
  await expect
    .element(dialog.getByRole('region', { name: 'Vista previa' }))
    .toMatchTextContent(/3 facturas por vencer.*Estimada Laura: <b>MXN 348,000.00<\/b>/);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await card.getByRole('button', { name: 'Encender los de receptores' }).click();
  await screen.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }).fill('ya los leímos');
  await screen.getByRole('dialog').getByRole('button', { name: 'Encender' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const paragraphs = 'Estimada {nombre}: <b>{total}</b>';
  expect(sent.map(({ body }) => body)).toEqual([
    {
      change: { kind: 'text', text: 'client-due', subject: '{facturas} por vencer', paragraphs },
      reason: 'tono de la casa',
    },
    { change: { kind: 'switch', reader: 'receiver', isOn: true }, reason: 'ya los leímos' },
  ]);
});

it('[DIN-78] shows the mails of today before they are switched on, and the receivers that get none', async () => {
  const mail = {
    reader: 'receiver' as const,
    to: 'pagos@nandu.mx',
    company: 'COMERCIAL ÑANDÚ',
    stoppedBy: 'lender' as const,
    subject: '1 factura por vencer: MXN 116,000.00',
    paragraphs: ['Laura, COMERCIAL ÑANDÚ tiene 1 factura por vencer.'],
    tables: [{ title: 'De Aceros del Norte', head: ['Factura', 'CLABE'], rows: [['A7', '012180001234567897']] }],
  };
  const companyId = '0198aaaa-0000-4000-8000-000000000001';
  const withheld = [{ companyId, company: 'TIENDAS LUNA', cause: 'no-notice' as const, invoices: 2 }];
  answer(getTodaysReminders).with(() => ({ isBusinessDay: true, count: 1, mails: [mail], withheld }));
  const screen = await renderScreen(<SettingsScreen />);
  await screen.getByRole('button', { name: 'Ver los de hoy' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Apagados en Ajustes')).toBeVisible();
  await dialog.getByText('Leer el correo').click();
  await expect.element(dialog.getByText('Factura: A7 · CLABE: 012180001234567897')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'TIENDAS LUNA' }))
    .toHaveAttribute('href', `/lender/receivers/${companyId}`);
  await expect.element(dialog.getByText(/2\sfacturas, sin notificación de la cesión/)).toBeVisible();
});

it('[OPE-07] a card that lacks nothing is closed until its title or a link opens it, or a change waits', async () => {
  const version = { version: '1', hash: 'ab'.repeat(32), publishedAt: '2026-03-01T06:00:00.000Z' };
  const terms = [{ ...version, inForce: true, body: 'Uno.' }];
  answer(getSettings).with(() => ({ settings: { ...settings, terms } }));
  const isOpen = async (address: string) => {
    const screen = await renderScreen(<SettingsScreen />, address);
    const title = screen.getByRole('button', { name: 'Términos y condiciones' });
    await expect.element(screen.getByRole('button', { name: 'Recordatorios de pago' })).toBeVisible();
    return { screen, title, open: title.element().getAttribute('aria-expanded') };
  };
  const closed = await isOpen('/');
  expect(closed.open).toBe('false');
  // An accountant numbers the accounts: nothing is missing there for others.
  for (const name of ['Productos', 'Sucursales y asesores', 'Cuentas contables'])
    await expect.element(closed.screen.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
  // Nothing prints a CFDI without them.
  const taxData = closed.screen.getByRole('button', { name: 'Datos fiscales de la financiera' });
  await expect.element(taxData).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(closed.title);
  await expect.element(closed.screen.getByText(/^Huella SHA-256/)).toBeVisible();
  await closed.screen.unmount();
  const linked = await isOpen('/#terms');
  expect(linked.open).toBe('true');
  await linked.screen.unmount();
  const change = { kind: 'terms', about: { version: '2' }, before: null } as const;
  const proposed = { inForceFrom: '2026-04-01', body: 'Dos.' };
  answer(listProposals).with(() => ({ data: [{ ...proposal, change: { ...change, proposed } }] }));
  const waiting = await isOpen('/');
  await expect.element(waiting.title).toHaveAttribute('aria-expanded', 'true');
  await waiting.screen.unmount();
  await signInAs({ ...operator, roles: ['contabilidad'] });
  const { screen } = await isOpen('/');
  const numbers = screen.getByRole('button', { name: 'Cuentas contables' });
  await expect.element(numbers).toHaveAttribute('aria-expanded', 'true');
});

it('[OPE-07] names the regime and the postal code of the lender', async () => {
  const lender = { rfc: 'FAN150401AB9', name: 'FINANCIERA ANTICIPA', fiscalRegime: '601', postalCode: '64000' };
  answer(getSettings).with(() => ({ settings: { ...settings, lender } }));
  const screen = await renderScreen(<SettingsScreen />);
  await screen.getByRole('button', { name: 'Datos fiscales de la financiera' }).click();
  await expect
    .element(screen.getByText('Régimen 601 General de Ley Personas Morales · código postal 64000'))
    .toBeVisible();
});

it('offers changes only to administrators', async () => {
  await signInAs({ ...operator, roles: ['riesgo'] });
  const screen = await renderScreen(<SettingsScreen />);
  for (const name of ['Productos', 'Sucursales y asesores']) await screen.getByRole('button', { name }).click();
  await expect.element(screen.getByText('81 5550 0110')).toBeVisible();
  await expect.element(screen.getByText('La fecha de pago sigue la costumbre del receptor.')).toBeVisible();
  expect(screen.getByText(/^(BI|FB)$/).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: /Cambiar/ }).elements()).toEqual([]);
});

it('[OPE-07] proposes an account, and shows a version of the terms against the one before', async () => {
  const version = { hash: 'ab'.repeat(32), publishedAt: '2026-03-01T06:00:00.000Z' };
  const terms = [
    { ...version, version: '2', inForce: true, body: 'Uno.\n\nDos bis.' },
    { ...version, version: '1', inForce: false, body: 'Uno.\n\nDos.' },
  ];
  answer(getSettings).with(() => ({ settings: { ...settings, terms } }));
  const waiting = (change: Approval['change']) => ({ ...proposal, change });
  const proposed = { inForceFrom: '2026-04-01', body: 'Texto' };
  answer(listProposals).with(() => ({
    data: [
      waiting({ kind: 'terms', about: { version: '3' }, before: null, proposed }),
      waiting({ kind: 'clabe-range', about: { company: 'NORTE' }, before: null, proposed: { prefix: '646180' } }),
    ],
  }));
  const calls = answer(proposeSetting).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay un cambio'));
  const screen = await renderScreen(<SettingsScreen />);
  for (const name of ['3', 'NORTE']) {
    const row = screen.getByRole('listitem').filter({ hasText: new RegExp(`^${name}Por aprobar$`) });
    await expect.element(row).toBeVisible();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de cuenta en USD' }));
  const dialog = screen.getByRole('dialog');
  const typed = { Beneficiario: 'Anticipa', CLABE: '012 180 00123456789 9', Cuenta: '0123456789' };
  for (const [label, value] of Object.entries(typed))
    await userEvent.fill(dialog.getByLabelText(label, { exact: true }), value);
  await expect
    .element(dialog.getByLabelText('CLABE', { exact: true }))
    .toHaveAccessibleDescription('El banco de la CLABE es BBVA.');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'primer semestre');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect.element(dialog.getByText('Ya hay un cambio')).toBeVisible();
  expect(calls[0]?.body.change).toEqual({
    kind: 'lender-account',
    currency: 'USD',
    proposed: {
      beneficiary: 'Anticipa',
      clabe: '012 180 00123456789 9',
      account: '0123456789',
      swift: '',
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ver cambios de la versión 2' }));
  const difference = screen.getByRole('region', { name: 'Cambios de la versión 2' });
  await expect.element(difference.getByRole('deletion')).toHaveTextContent('Dos.');
  await expect.element(difference.getByRole('insertion')).toHaveTextContent('Dos bis.');
});

it('[LIB-46] proposes the number of an account, suggested or typed, and refuses one that another account has', async () => {
  await signInAs({ ...operator, roles: ['contabilidad'] });
  answer(getSettings).with(() => ({
    settings: { ...settings, ownAccounts: [{ account: 'BANCOS', number: '102-01' }] },
  }));
  answer(listProposals).with(() => ({
    data: [
      {
        ...proposal,
        change: { kind: 'own-account', about: { account: 'CLIENTE' }, before: null, proposed: { number: '106-9' } },
      },
    ],
  }));
  const calls = answer(proposeSetting).with(() => ({ proposal }));
  const screen = await renderScreen(<SettingsScreen />);
  await expect.element(screen.getByText(/^Faltan los números de 28 cuentas:/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Números de 29 cuentas' }));
  const waiting = screen.getByRole('listitem').filter({ hasText: 'Saldo del cliente' });
  await expect.element(waiting.getByText('Por aprobar')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de Cartera por cobrar' }));
  const dialog = screen.getByRole('dialog');
  const number = dialog.getByLabelText('Número en su catálogo');
  await expect.element(number).toHaveValue('106-01');
  await userEvent.fill(number, '102.01');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'catálogo del contador');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect.element(dialog.getByText('Ya es el número de Bancos.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(number, '1060-001');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect
    .poll(() => calls[0]?.body)
    .toEqual({
      reason: 'catálogo del contador',
      change: { kind: 'own-account', account: 'CARTERA', proposed: { number: '1060-001' } },
    });
});

it('[LIB-131] proposes stages of the estimate from a day, and refuses stages that fall', async () => {
  await signInAs({ ...operator, roles: ['riesgo'] });
  const own = { stage2From: 31, stage3From: 90, percent1: '1.00', percent2: '20.00', percent3: '60.00' };
  answer(getSettings).with(() => ({
    settings: { ...settings, estimateTerms: [{ ...own, from: '2099-01-01', inForce: false }] },
  }));
  const calls = answer(proposeSetting).with(() => ({ proposal }));
  const screen = await renderScreen(<SettingsScreen />);
  await expect.element(screen.getByText('De uso común')).toBeVisible();
  await expect.element(screen.getByText('0.5 %, hasta 30 días de atraso')).toBeVisible();
  await expect.element(screen.getByText('Por entrar en vigor')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Proponer etapas' }));
  const dialog = screen.getByRole('dialog');
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await userEvent.fill(dialog.getByLabelText('Etapa 3, desde cuántos días de atraso'), '31');
  await userEvent.fill(dialog.getByLabelText('Etapa 1, % de lo expuesto'), '101');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'comité de riesgo');
  await send();
  await expect.element(dialog.getByText('La etapa 3 empieza después que la etapa 2.')).toBeVisible();
  await expect.element(dialog.getByText(/^Escribe un porcentaje de 0 a 100/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Etapa 3, desde cuántos días de atraso'), '90');
  await userEvent.fill(dialog.getByLabelText('Etapa 1, % de lo expuesto'), '30');
  await send();
  await expect.element(dialog.getByText('No puede ser menor que el de la etapa anterior.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(dialog.getByLabelText('Etapa 1, % de lo expuesto'), '2.5');
  await send();
  await expect
    .poll(() => calls[0]?.body.change)
    .toMatchObject({
      kind: 'estimate-terms',
      from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      proposed: { stage2From: 31, stage3From: 90, percent1: '2.50', percent2: '20.00', percent3: '60.00' },
    });
});

it('[LIB-47] a bank account gets a number below that of the banks', async () => {
  await signInAs({ ...operator, roles: ['contabilidad'] });
  answer(getSettings).with(() => ({
    settings: { ...settings, ownAccounts: [{ account: 'BANCOS', number: '1020-1' }] },
  }));
  answer(listBankParts).with(() => ({
    data: [
      { account: 'BANCOS:646180115700000029', name: 'STP' },
      { account: 'BANCOS:none', name: 'Sin asignar' },
    ],
  }));
  const calls = answer(proposeSetting).with(() => ({ proposal }));
  const screen = await renderScreen(<SettingsScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Números de 31 cuentas' }));
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Bancos: Sin asignar' }))
    .toMatchTextContent(/se sugiere 1020-1-0000/);
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de Bancos: STP' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Número en su catálogo')).toHaveValue('1020-1-0029');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'catálogo del contador');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect
    .poll(() => calls[0]?.body.change)
    .toEqual({ kind: 'own-account', account: 'BANCOS:646180115700000029', proposed: { number: '1020-1-0029' } });
});

it('[LIB-46] proposes the form of numbers in a program, and shows a number in it', async () => {
  await signInAs({ ...operator, roles: ['contabilidad'] });
  answer(getSettings).with(() => ({
    settings: { ...settings, accountFormats: [{ program: 'coi', levels: '4-3-3', separator: '-' }] },
  }));
  const calls = answer(proposeSetting).with(() => ({ proposal }));
  const screen = await renderScreen(<SettingsScreen />);
  await expect.element(screen.getByText('106-1 sale como 0106-001-000')).toBeVisible();
  await expect.element(screen.getByText('106-1 sale como 1061')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de CONTPAQi' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Dígitos por nivel'), '3-2-');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'su estructura');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect.element(dialog.getByText('Escribe los dígitos de cada nivel, como 4-3-3.')).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Dígitos por nivel'), '3-2-4');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect
    .poll(() => calls[0]?.body.change)
    .toEqual({
      kind: 'account-format',
      program: 'contpaqi',
      proposed: { levels: '3-2-4', separator: '' },
    });
});

const noAmounts = {
  ...{ perSale: null, perDay: null, perPayment: null, paymentsPerDay: null },
  surplusPercent: '1.00',
};

it('[OPE-02] [OPE-07] proposes approval amounts, empty for none, and refuses what is no amount', async () => {
  const calls = answer(proposeSetting).with(() => ({ proposal: null }));
  answer(getSettings).with(() => ({
    settings: {
      ...settings,
      approvalAmounts: [{ ...noAmounts, currency: 'MXN', perSale: '1000000.00', perPayment: '500000.00' }],
    },
  }));
  const screen = await renderScreen(<SettingsScreen />);
  const amounts = screen.getByRole('list').filter({ hasText: 'Por pago' });
  await expect
    .element(amounts.getByRole('listitem').first())
    .toMatchTextContent(
      /Por venta.*más de MXN 1,000,000.00.*en un día.*sin segunda persona.*Por pago.*más de MXN 500,000.00.*Excedente de un cobro.*más de 1 %/,
    );
  await userEvent.click(screen.getByRole('button', { name: 'Proponer cambio de importes en MXN' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Por venta')).toHaveValue('1,000,000.00');
  await userEvent.fill(dialog.getByLabelText('Por venta'), '');
  await userEvent.fill(dialog.getByLabelText('Por cliente y operador en un día'), '1,000,000,000,000,000');
  const surplus = dialog.getByLabelText('Excedente de un cobro, en % de lo que se debe');
  await expect.element(surplus).toHaveValue('1');
  await userEvent.fill(surplus, '100.01');
  await userEvent.fill(dialog.getByLabelText('Motivo'), 'acuerdo del comité');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect.element(dialog.getByText('Escribe un porcentaje de 0 a 100, como 1 o 0.5.')).toBeVisible();
  await expect.element(dialog.getByText('Escribe un importe de hasta 12 cifras, como 1,000,000.00.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(dialog.getByLabelText('Por cliente y operador en un día'), '3,000,000');
  await userEvent.fill(surplus, '0.5 %');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar a aprobación' }));
  await expect.element(screen.getByText('Guardado.').first()).toBeVisible();
  expect(calls[0]?.body).toEqual({
    reason: 'acuerdo del comité',
    change: {
      kind: 'approval-amounts',
      currency: 'MXN',
      proposed: { ...noAmounts, perDay: '3000000.00', perPayment: '500000.00', surplusPercent: '0.50' },
    },
  });
});
