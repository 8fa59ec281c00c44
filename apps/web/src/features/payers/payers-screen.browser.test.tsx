import { createCostCentre, listPayers } from '@anticipa/contract/payers';
import { createCompany, findCompanies, type ReceiverCompany } from '@anticipa/contract/receivers';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { PayersScreen } from './payers-screen.tsx';

const RFC = 'CNA010101AAA';
const payer = (rfcPayer: string, stpName: string, clabe: string, isMain = false) => ({
  rfcPayer,
  stpName,
  clabe,
  active: true,
  isMain,
  stpCompany: 'ANTICIPA',
  rfc: RFC,
});
const PAYERS = [
  payer(RFC, 'Comercial Ñandú', '646180110400000007', true),
  payer('ZAC020202BB2', 'Zacatecas Textil', '646180110400000010'),
  payer('ABA030303CC3', 'Abarrotes del Bajío', '646180110400000023'),
];

const screenOf = (adviser: string | null = '55 1234 5678') =>
  renderScreen(<PayersScreen rfc={RFC} adviser={adviser} actions={null} />);

describe('the payers', () => {
  it('[CLI-01] lists payers with the main entry first, and finds them by a part of their name', async () => {
    const calls = answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: PAYERS }));
    const screen = await screenOf();
    const rows = screen.getByRole('row');
    await expect.element(rows.nth(1)).toMatchTextContent(/Comercial Ñandú/);
    await expect.element(rows.nth(2)).toMatchTextContent(/Abarrotes del Bajío/);
    await expect.element(rows.nth(3)).toMatchTextContent(/Zacatecas Textil/);
    await userEvent.fill(screen.getByRole('searchbox'), 'zacat');
    await expect.element(screen.getByText('Abarrotes del Bajío')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Zacatecas Textil')).toBeVisible();
    expect(calls.map(({ params }) => params)).toEqual([{ rfc: RFC }]);
  });

  it('[CLI-01] shows a long name in full', async () => {
    const long = 'Comercializadora Internacional de Refacciones, Herramientas y Suministros Industriales del Noroeste';
    answer(listPayers).with(() => ({
      stpCompany: 'ANTICIPA',
      data: [payer('ZAC020202BB2', `${long}, S.A. de C.V.`, '646180110400000010')],
    }));
    const screen = await screenOf();
    const name = screen.getByText(`${long}, S.A. de C.V.`);
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBe(name.element().clientWidth);
  });

  it('[CLI-06] shows instructions instead of payers if the company has no payment-order company', async () => {
    answer(listPayers).with(() => ({ stpCompany: null, data: [] }));
    const screen = await screenOf();
    await expect.element(screen.getByRole('heading', { name: 'Esta función no está activada' })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Llamar al 55 1234 5678' }))
      .toHaveAttribute('href', 'tel:5512345678');
  });

  it('can be reloaded after a failure', async () => {
    answer(listPayers).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta de nuevo en un momento.'));
    const screen = await screenOf();
    await expect.element(screen.getByText('Intenta de nuevo en un momento.')).toBeVisible();
    answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: PAYERS }));
    await screen.getByRole('button').click();
    await expect.element(screen.getByText('Zacatecas Textil')).toBeVisible();
  });

  it('[CLI-01] shows name, CLABE and whether payers are active; a CLABE is copied without gaps and found', async () => {
    const [main, payers = []] = [PAYERS[0], PAYERS.slice(1)];
    if (!main) throw new Error('a main entry');
    const [first, second] = payers;
    if (!first || !second) throw new Error('two payers');
    answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: [main, first, { ...second, active: false }] }));
    const screen = await screenOf();
    const rows = screen.getByRole('row');
    await expect.element(rows.nth(3)).toBeVisible();
    expect(rows.elements().map(({ textContent }) => textContent)).toEqual([
      'RfcNombreClabe interbancariaActivo',
      'CNA010101AAAComercial Ñandú646180110400000007Principal',
      'ABA030303CC3Abarrotes del Bajío646180110400000023',
      'ZAC020202BB2Zacatecas Textil646180110400000010',
    ]);
    const marks = rows
      .elements()
      .map((row) => row.querySelector('td:last-child [role="img"]')?.getAttribute('aria-label'));
    expect(marks).toEqual([undefined, undefined, 'Inactivo', 'Activo']);
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copiar la CLABE de Zacatecas Textil' }).click();
    expect(copying.mock.calls).toEqual([['646180110400000010']]);
    copying.mockRestore();
    await userEvent.fill(screen.getByRole('searchbox'), '400000023');
    await expect.element(screen.getByText('Zacatecas Textil')).not.toBeInTheDocument();
  });

  it('[CLI-01] explains that no payer is registered yet', async () => {
    answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: [] }));
    const screen = await screenOf(null);
    await expect.element(screen.getByRole('heading', { name: 'Todavía no hay clientes' })).toBeVisible();
  });
});

const NEW = 'NUE010101AB9';
const receiver = (statusId: ReceiverCompany['statusId'], razonSocial = 'COMERCIAL NUEVA'): ReceiverCompany => ({
  companyId: '00000000-0000-4000-8000-000000000001',
  rfc: NEW,
  razonSocial,
  nombreComercial: null,
  statusId,
  paymentDays: [],
});
const down = () => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta de nuevo en un momento.');

/** The list and its wizard; the list grows by the payer that is added. */
const wizard = async () => {
  const listed = [...PAYERS];
  answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: listed }));
  const created = answer(createCostCentre).with(({ body }) => {
    const data = payer(NEW, body.stpName ?? '', '646180110400000036');
    listed.push(data);
    return { data };
  });
  const screen = await screenOf();
  await screen.getByRole('button', { name: 'Agregar cliente' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Agregar cliente' });
  const search = async (rfc: string) => {
    await userEvent.fill(dialog.getByLabelText('RFC'), rfc);
    await userEvent.keyboard('{Enter}');
  };
  return { screen, dialog, search, created };
};

describe('the wizard', () => {
  it('[CLI-02] [CLI-04] adds a new client in three steps, after which it is in the list', async () => {
    const searched = answer(findCompanies).with(() => ({ data: [] }));
    const registered = answer(createCompany).with(() => ({ data: receiver(10) }));
    const { screen, dialog, search, created } = await wizard();
    await expect.element(dialog.getByLabelText('RFC')).toHaveFocus();
    await search(' nue-010101 ab9');
    await expect.element(dialog.getByText('Paso 2 de 3 · Datos generales')).toBeVisible();
    const name = dialog.getByLabelText('Razón Social');
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Campo requerido: RAZÓN SOCIAL')).toBeVisible();
    await userEvent.fill(name, '  Comercial  nueva ');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('¿Estas seguro que deseas guardar este cliente?')).toHaveFocus();
    await expect.element(dialog.getByText('COMERCIAL NUEVA')).toBeVisible();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole('row').filter({ hasText: NEW })).toMatchTextContent(/COMERCIAL NUEVA/);
    const saved = 'COMERCIAL NUEVA ya es tu cliente. Te paga a la CLABE 646180110400000036.';
    await expect.element(screen.getByText(saved).first()).toBeVisible();
    expect(searched.map(({ query }) => query)).toEqual([{ rfc: NEW }]);
    expect(registered.map(({ body }) => body)).toEqual([{ rfc: NEW, razonSocial: 'COMERCIAL NUEVA' }]);
    expect(created.map(({ body }) => body)).toEqual([{ rfcPayer: NEW, stpName: 'COMERCIAL NUEVA' }]);
    await expect.element(screen.getByRole('button', { name: 'Agregar cliente' })).toHaveFocus();
  });

  it.each([0, 10, 20, 30] as const)('[CLI-05] proceeds with the data of a company of status %d', async (status) => {
    answer(findCompanies).with(() => ({ data: [receiver(status)] }));
    const { dialog, search, created } = await wizard();
    await search(NEW);
    const name = dialog.getByLabelText('Razón Social');
    await expect.element(name).toHaveValue('COMERCIAL NUEVA');
    await expect.element(name).toHaveAttribute('readonly');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(created).toHaveLength(1);
  });

  it.each([1, 2] as const)('[CLI-05] refuses a company of status %d', async (status) => {
    answer(findCompanies).with(() => ({ data: [receiver(status)] }));
    const { dialog, search } = await wizard();
    await search(NEW);
    await expect.element(dialog.getByText('Cliente rechazado')).toBeVisible();
    await expect.element(dialog.getByText('Paso 1 de 3 · RFC')).toBeVisible();
  });

  it('[CLI-05] refuses a company that the lender rejected before this client had it', async () => {
    answer(findCompanies).with(() => ({ data: [] }));
    answer(createCompany).with(() => ({ data: receiver(2) }));
    const { dialog, search, created } = await wizard();
    await search(NEW);
    await userEvent.fill(dialog.getByLabelText('Razón Social'), 'Comercial nueva');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect.element(dialog.getByText('Cliente rechazado')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Guardar' })).not.toBeInTheDocument();
    expect(created).toEqual([]);
  });

  it.each([
    ['', 'Campo requerido: RFC'],
    ['xexx 010101 000', 'No es posible dar de alta clientes con RFC extranjero'],
    ['NUE010101AB', 'El RFC no puede ser menor de 12 caracteres'],
    ['NUEX010101AB12', 'El RFC no puede ser mayor de 13 caracteres'],
    [RFC, 'Revisa el RFC: no es el de una empresa o persona que pueda ser tu cliente.'],
    ['zac020202bb2', 'Este cliente ya está en tu lista.'],
  ])('[CLI-03] refuses the tax id %j: %s', async (rfc, text) => {
    const { dialog, search } = await wizard();
    await search(rfc);
    await expect.element(dialog.getByText(text)).toBeVisible();
    await expect.element(dialog.getByLabelText('RFC')).toHaveAttribute('aria-invalid', 'true');
  });

  it('[CLI-08] names the step that failed, and goes on when repeated', async () => {
    answer(findCompanies).with(down);
    const { dialog, search } = await wizard();
    await search(NEW);
    await expect.element(dialog.getByText('Ocurrio un error al validar cliente')).toBeVisible();
    answer(findCompanies).with(() => ({ data: [] }));
    await dialog.getByRole('button', { name: 'Buscar' }).click();
    await userEvent.fill(dialog.getByLabelText('Razón Social'), 'Comercial nueva');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    const save = dialog.getByRole('button', { name: 'Guardar' });
    const refused = () => new Refusal(429, 'DAILY_LIMIT_REACHED', 'Intenta mañana.');
    answer(createCompany).with(refused);
    await save.click();
    await expect.element(dialog.getByText('Ocurrio un error al crear cliente')).toBeVisible();
    answer(createCompany).with(() => ({ data: receiver(10) }));
    answer(createCostCentre).with(refused);
    await save.click();
    await expect.element(dialog.getByText('Ocurrio un error guardando la información del cliente')).toBeVisible();
    answer(createCostCentre).with(() => ({ data: payer(NEW, 'COMERCIAL NUEVA', '646180110400000036') }));
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[CLI-02] Escape closes the wizard in each step, and a step back loses nothing that was typed', async () => {
    answer(findCompanies).with(() => ({ data: [] }));
    const { screen, dialog, search } = await wizard();
    await search(NEW);
    await userEvent.fill(dialog.getByLabelText('Razón Social'), 'Comercial nueva');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Atrás' }).click();
    await expect.element(dialog.getByLabelText('Razón Social')).toHaveValue('COMERCIAL NUEVA');
    await dialog.getByRole('button', { name: 'Atrás' }).click();
    await expect.element(dialog.getByLabelText('RFC')).toHaveValue(NEW);
    for (const steps of [0, 1, 2]) {
      if (steps > 0) await dialog.getByRole('button', { name: 'Buscar' }).click();
      if (steps > 1) {
        await userEvent.fill(dialog.getByLabelText('Razón Social'), 'Comercial nueva');
        await dialog.getByRole('button', { name: 'Continuar' }).click();
      }
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
      await screen.getByRole('button', { name: 'Agregar cliente' }).click();
      if (steps < 2) await userEvent.fill(dialog.getByLabelText('RFC'), NEW);
    }
  });

  it('[CLI-02] is offered to a company without clients', async () => {
    answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: [] }));
    const screen = await screenOf();
    await expect.element(screen.getByRole('heading', { name: 'Todavía no hay clientes' })).toBeVisible();
    await screen.getByRole('button', { name: 'Agregar cliente' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Agregar cliente' })).toBeVisible();
  });
});
