import { type Approval, listProposals } from '@anticipa/contract/approvals';
import {
  getReceiver,
  type ListedReceiver,
  listReceivers,
  proposeAlias,
  type Receiver,
  setPaymentPolicy,
  setProgramme,
  setReceiverLimit,
  setReceiverStatus,
} from '@anticipa/contract/lender-receivers';
import { getReceiverContacts } from '@anticipa/contract/receiver-contacts';
import { products } from '@anticipa/contract/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ReceiverScreen } from './receiver-screen.tsx';
import { ReceiversScreen } from './receivers-screen.tsx';

const id = (place: number): string => `00000000-0000-4000-8000-00000000000${place}`;

const listed = (over: Partial<ListedReceiver> = {}): ListedReceiver => ({
  companyId: id(1),
  rfc: 'CNA010101AAA',
  name: 'COMERCIAL ÑANDÚ',
  isNameConfirmed: true,
  taxId: null,
  statusId: 10,
  createdAt: '2026-03-10T15:00:00.000Z',
  situation: null,
  released: { invoices: 14, clients: 3 },
  rejected: { invoices: 16, clients: 4 },
  unsold: [{ currency: 'MXN', amount: '1204000.00' }],
  clients: 4,
  exposures: [{ currency: 'MXN', limit: '5000000.00', owed: '3000000.00', held: '1500000.00' }],
  ...over,
});
const receiver = (over: Partial<Receiver> = {}): Receiver => ({
  ...{ ...listed(), hasList: true, policy: null, aliasOf: null, aliases: [] },
  pairs: [
    {
      clientId: id(2),
      entityName: 'Aceros del Norte',
      name: 'COMERCIAL NANDU',
      fbProgramme: false,
      exposures: [{ currency: 'MXN', limit: null, owed: '250000.00', held: '0.00' }],
    },
  ],
  ...over,
});

const proposal: Approval = {
  id: id(6),
  state: 'open',
  change: {
    kind: 'receiver-alias',
    about: { companyId: id(1) },
    before: { status: 10 },
    proposed: { aliasOf: id(5), status: 20 },
  },
  names: {},
  reason: 'Comité del lunes',
  proposedBy: { operatorId: id(9), name: 'Ana' },
  proposedAt: '2026-03-10T15:00:00.000Z',
  expiresAt: '2026-03-17T15:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  motive: null,
  effect: null,
  ground: 'x',
};

const anOperator = (roles: readonly ('riesgo' | 'auditor' | 'tesoreria')[]) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));

afterEach(() => page.viewport(1280, 800));
beforeEach(async () => {
  await anOperator(['riesgo']);
  answer(listProposals).with(() => ({ data: [] }));
  answer(products).with(() => ({
    data: [
      { code: 'BI', productId: id(7), displayName: 'Anticipo Índice' },
      { code: 'FB', productId: id(8), displayName: 'Factoraje' },
    ],
  }));
});

const show = async (of: Receiver = receiver()) => {
  answer(getReceiver).with(() => ({ data: of }));
  answer(getReceiverContacts).with(() => ({ today: '2026-03-10', isReminded: false, contacts: [], clients: [] }));
  const screen = await renderScreen(<ReceiverScreen companyId={id(1)} waiting={null} />);
  await expect.element(screen.getByRole('heading', { name: 'COMERCIAL ÑANDÚ', level: 1 })).toBeVisible();
  return screen;
};
const giveReason = (dialog: Locator) => dialog.getByLabelText('Motivo').fill('Comité del lunes');

describe('[OPE-06] the receivers', () => {
  it('shows what receivers owe beside their limit, or that there is none', async () => {
    const exposures: Receiver['exposures'] = [
      { currency: 'MXN', limit: '5000000.00', owed: '3000000.00', held: '1500000.00' },
      { currency: 'USD', limit: null, owed: '250000.00', held: '0.00' },
    ];
    answer(listReceivers).with(() => ({ data: [listed({ exposures })], waiting: 1, next: null }));
    const screen = await renderScreen(<ReceiversScreen />);
    const used = /MXN\s4,500,000 de MXN\s5,000,000 · USD\s250,000, sin límite/;
    await expect.element(screen.getByText(used)).toBeVisible();
  });

  it('new receivers and what waits on each come first, and all are found by status and text', async () => {
    const calls = answer(listReceivers).with(({ query: { after, status } }) => ({
      data: [
        listed(after === undefined ? {} : { companyId: id(3), name: 'OTRA', statusId: 30, situation: 'presunto' }),
      ],
      waiting: 7,
      next: after === undefined && status?.length === 1 ? id(1) : null,
    }));
    const screen = await renderScreen(<ReceiversScreen />);
    await expect.element(screen.getByRole('tab', { name: 'Nuevos 7', selected: true })).toBeVisible();
    const row = screen.getByRole('row').nth(1);
    for (const text of [
      /CNA010101AAA/,
      /Por revisar/,
      /10\/03\/2026/,
      /16\sfacturas de 4\sclientes/,
      /MXN\s1,204,000\.00/,
    ])
      await expect.element(row.getByText(text)).toBeVisible();
    const link = screen.getByRole('link', { name: 'COMERCIAL ÑANDÚ' });
    await expect.element(link).toHaveAttribute('href', `/lender/receivers/${id(1)}`);
    await screen.getByRole('button', { name: 'Mostrar más' }).click();
    await expect.element(screen.getByText(/69-B: presunto/)).toBeVisible();
    await screen.getByRole('tab', { name: 'Todos' }).click();
    await screen.getByRole('button', { name: 'Deshabilitado' }).click();
    await screen.getByRole('button', { name: 'Aprobado' }).click();
    await screen.getByLabelText('Buscar por nombre o RFC').fill('ñan');
    await expect.poll(() => calls.at(-1)?.query).toEqual({ status: ['20', '30'], search: 'ñan' });
    expect(calls[0]?.query).toEqual({ status: ['10'] });
  });

  it('explains an empty queue, and a refusal', async () => {
    answer(listReceivers).with(() => ({ data: [], waiting: 0, next: null }));
    const screen = await renderScreen(<ReceiversScreen />);
    await expect.element(screen.getByRole('heading', { name: 'No hay receptores nuevos' })).toBeVisible();
    answer(listReceivers).with(() => new Refusal(403, 'ROLE_NEEDED', 'Falta el rol.'));
    await screen.getByRole('tab', { name: 'Todos' }).click();
    await screen.getByLabelText('Buscar por nombre o RFC').fill('x');
    await expect.element(screen.getByText('No se pudieron leer los receptores')).toBeVisible();
  });
});

describe('[OPE-06] a receiver', () => {
  it('is decided on with what follows for its invoices, and says what moved', async () => {
    const decided = answer(setReceiverStatus).with(({ body }) => ({
      data: receiver({ statusId: body.statusId }),
      moved: { invoices: 13, clients: 2 },
    }));
    const screen = await show();
    await screen.getByRole('button', { name: 'Cambiar estado' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Cambiar estado: COMERCIAL ÑANDÚ' });
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect.element(dialog.getByText('Elige un estado.')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Aprobado' }).click();
    await expect.element(dialog.getByText(/^Libera 14\sfacturas de 3\sclientes: quedan autorizadas/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Deshabilitado' }).click();
    await expect.element(dialog.getByText(/^Rechaza 16\sfacturas de 4\sclientes que no/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Aprobado' }).click();
    await expect.element(dialog.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
    expect(decided).toEqual([]);
    await giveReason(dialog);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect.element(screen.getByText(/Aprobado. Cambiaron 13\sfacturas de 2\sclientes/)).toBeVisible();
    expect(decided.map(({ body }) => body)).toEqual([{ statusId: 20, reason: 'Comité del lunes' }]);
  });

  it('has limits with their use; a lower one is applied, a higher one sent to a second person', async () => {
    const sent = answer(setReceiverLimit).with(() => ({ data: receiver(), proposal: null }));
    const screen = await show(receiver({ hasList: false }));
    await expect.element(screen.getByText('Sin comprobar: todavía no hay lista')).toBeVisible();
    const figures = screen.getByLabelText('MXN').first();
    await expect
      .element(figures)
      .toHaveTextContent(
        'LímiteMXN 5,000,000.00Por cobrarMXN 3,000,000.00ApartadoMXN 1,500,000.00DisponibleMXN 500,000.00',
      );
    await screen.getByRole('button', { name: 'Cambiar límite MXN', exact: true }).click();
    const dialog = screen.getByRole('dialog', { name: 'Cambiar límite MXN' });
    const amount = dialog.getByLabelText('Límite, MXN');
    await amount.fill('6,000,000');
    await expect.element(dialog.getByText(/Un límite mayor lo aprueba otra persona/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Enviar a aprobación' })).toBeVisible();
    await amount.fill('4,000,000');
    await expect.element(dialog.getByText(/Rebasado por MXN\s500,000.00: no entran ventas nuevas/)).toBeVisible();
    await giveReason(dialog);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect.element(screen.getByText('Límite aplicado.')).toBeVisible();
    await screen.getByRole('button', { name: 'Cambiar límite USD con Aceros del Norte' }).click();
    await screen.getByLabelText('Límite, USD').fill('10');
    await giveReason(screen.getByRole('dialog'));
    await userEvent.keyboard('{Tab}');
    await screen.getByRole('button', { name: 'Aplicar' }).click();
    await expect
      .poll(() => sent.map(({ body }) => body))
      .toEqual([
        { currency: 'MXN', clientId: null, limit: '4000000.00', reason: 'Comité del lunes' },
        { currency: 'USD', clientId: id(2), limit: '10.00', reason: 'Comité del lunes' },
      ]);
  });

  it('names the programme of a pair as the product, and says what new invoices become', async () => {
    const sent = answer(setProgramme).with(() => ({ data: receiver() }));
    const screen = await show();
    expect(document.body.textContent).not.toMatch(/\bFB\b/);
    await screen.getByRole('switch', { name: 'Programa Factoraje' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Programa Factoraje con Aceros del Norte' });
    await expect.element(dialog.getByText(/Las facturas nuevas de este cliente entran como Factoraje/)).toBeVisible();
    await giveReason(dialog);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect
      .poll(() => sent.map(({ body }) => body))
      .toEqual([{ clientId: id(2), fbProgramme: true, reason: 'Comité del lunes' }]);
  });

  it('has payment days, which can be agreed and forgotten', async () => {
    const weekDays = { monday: false, tuesday: true, wednesday: false, thursday: false, friday: true };
    const sent = answer(setPaymentPolicy).with(() => ({ data: receiver() }));
    const screen = await show(receiver({ policy: { term: 45, weekDays } }));
    await expect.element(screen.getByText('Paga a 45 días, los martes y viernes.')).toBeVisible();
    await screen.getByRole('button', { name: 'Cambiar días de pago' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByLabelText('Plazo desde la emisión, en días').fill('181');
    await dialog.getByRole('button', { name: 'martes' }).click();
    await giveReason(dialog);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect.element(dialog.getByText('Escribe de 1 a 180 días.')).toBeVisible();
    await dialog.getByLabelText('Plazo desde la emisión, en días').fill('60');
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await expect
      .poll(() => sent.map(({ body }) => [body.seen, body.policy]))
      .toEqual([
        [
          { term: 45, weekDays },
          { term: 60, weekDays: { ...weekDays, tuesday: false } },
        ],
      ]);
  });

  it('[DIN-116] says that somebody else has changed its payment days, and shows those', async () => {
    const weekDays = { monday: false, tuesday: true, wednesday: false, thursday: false, friday: true };
    let policy: Receiver['policy'] = { term: 45, weekDays };
    const sent = answer(setPaymentPolicy).with(() => {
      policy = { term: 30, weekDays };
      return new Refusal(409, 'POLICY_CHANGED', 'Otra persona cambió los días de pago');
    });
    const screen = await show(receiver({ policy }));
    answer(getReceiver).with(() => ({ data: receiver({ policy }) }));
    await screen.getByRole('button', { name: 'Cambiar días de pago' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByLabelText('Plazo desde la emisión, en días').fill('60');
    await giveReason(dialog);
    const apply = dialog.getByRole('button', { name: 'Aplicar' });
    await apply.click();
    await expect.element(dialog.getByText('Otra persona cambió los días de pago')).toBeVisible();
    await expect.element(screen.getByText('Paga a 30 días, los martes y viernes.')).toBeInTheDocument();
    // The same again is about what the form began with, which is no longer so.
    await apply.click();
    await expect.poll(() => sent.map(({ body }) => body.seen?.term)).toEqual([45, 45]);
  });

  it('abroad is proposed as another name of one that is decided on, never of itself or one with an RFC', async () => {
    const foreign = { rfc: 'XEXX010101000', taxId: '74-1', statusId: 20 } as const;
    const calls = answer(listReceivers).with(() => ({
      data: [
        listed({ ...foreign, name: 'COMERCIAL ÑANDÚ' }),
        listed({ ...foreign, companyId: id(4), name: 'LONE STAR', taxId: '74-2' }),
        listed({ companyId: id(5), name: 'XEXX, S.A.' }),
      ],
      waiting: 0,
      next: null,
    }));
    const sent = answer(proposeAlias).with(() => new Refusal(409, 'ALIAS_UNDECIDED', 'Decide primero.'));
    const screen = await show(receiver(foreign));
    await expect.element(screen.getByText('No se le conocen otros.')).toBeVisible();
    await screen.getByRole('button', { name: 'Es el mismo que…' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Es el mismo que…: COMERCIAL ÑANDÚ' });
    await expect.element(dialog.getByLabelText('Buscar por nombre o RFC')).toHaveFocus();
    await expect.element(dialog.getByRole('radio', { name: 'LONE STAR (74-2) Aprobado' })).toBeVisible();
    expect(dialog.getByRole('radio').elements()).toHaveLength(1);
    await giveReason(dialog);
    await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
    await expect.element(dialog.getByText('Elige el receptor principal.')).toBeVisible();
    expect(sent).toEqual([]);
    await dialog.getByLabelText('Buscar por nombre o RFC').fill('lone');
    await dialog.getByRole('radio').click();
    await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
    await expect.element(dialog.getByText('Decide primero.')).toBeVisible();
    answer(proposeAlias).with(() => ({ proposal }));
    await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
    await expect.element(screen.getByText('Enviada; vale cuando otra persona la apruebe.')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ aliasOf: id(4), reason: 'Comité del lunes' }]);
    expect(calls.map(({ query }) => query.search)).toEqual(expect.arrayContaining(['XEXX010101000', 'lone']));
    expect(calls[0]?.query.status).toEqual(['20', '30', '0', '1', '2']);
  });

  it('shows its other names, and another name only leads to its receiver', async () => {
    const foreign = { rfc: 'XEXX010101000', taxId: '74-1' };
    const aliases = [
      { companyId: id(4), name: 'LONE STAR', rfc: 'XEXX010101000', taxId: '74-2' },
      { companyId: id(5), name: 'LONESTAR', rfc: 'XEXX010101000', taxId: null },
    ];
    const main = await show(receiver({ ...foreign, aliases }));
    await expect.element(main.getByText('También conocido como LONE STAR (74-2), LONESTAR.')).toBeVisible();
    expect(main.getByRole('button', { name: 'Es el mismo que…' }).elements()).toEqual([]);
    await main.unmount();
    const alias = await show(receiver({ ...foreign, aliasOf: { companyId: id(4), name: 'LONE STAR' } }));
    const link = alias.getByRole('link', { name: 'LONE STAR' });
    await expect.element(link).toHaveAttribute('href', `/lender/receivers/${id(4)}`);
    expect(alias.getByRole('button', { name: /Cambiar|mismo/ }).elements()).toEqual([]);
  });

  it('[DIN-85] with a new tax id is proposed as the one that has it, never as one abroad', async () => {
    answer(listReceivers).with(() => ({
      data: [
        listed({ rfc: 'XEXX010101000', companyId: id(4), name: 'ÑANDÚ LLC', taxId: '74-2' }),
        listed({ companyId: id(5), rfc: 'CNA260101AB9', name: 'COMERCIAL ÑANDÚ', statusId: 20 }),
      ],
      waiting: 0,
      next: null,
    }));
    const screen = await show(receiver({ statusId: 20 }));
    await screen.getByRole('button', { name: 'Es el mismo que…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByRole('radio', { name: 'COMERCIAL ÑANDÚ (CNA260101AB9) Aprobado' })).toBeVisible();
    expect(dialog.getByRole('radio').elements()).toHaveLength(1);
    await expect.element(dialog.getByText(/siguen pagando las facturas de los dos RFC/)).toBeVisible();
  });

  it('has the long lists of what it owed and paid apart', async () => {
    const first = await show();
    await first.unmount();
    const papers = [{ value: 'pagos', label: 'Pagos recibidos', shown: <p>Sus pagos</p> }];
    const screen = await renderScreen(<ReceiverScreen companyId={id(1)} waiting={null} papers={papers} />);
    await screen.getByRole('tab', { name: 'Pagos recibidos' }).click();
    await expect.element(screen.getByText('Sus pagos')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Días de pago' })).not.toBeInTheDocument();
    await screen.getByRole('tab', { name: 'Resumen' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Días de pago' })).toBeVisible();
  });

  it('[OPE-06] shows on a phone its status and limits, and the rest behind titles beside their actions', async () => {
    await page.viewport(390, 844);
    const screen = await show();
    await expect.element(screen.getByRole('region', { name: 'Límites' }).getByRole('button').first()).toBeVisible();
    const days = screen.getByRole('region', { name: 'Días de pago' });
    await expect.element(days.getByRole('button', { name: 'Cambiar días de pago' })).toBeVisible();
    const title = days.getByRole('button', { name: 'Días de pago', exact: true });
    await expect.element(title).toHaveAttribute('aria-expanded', 'false');
    await title.click();
    await expect.element(days.getByText(/^Sin acuerdo/)).toBeVisible();
  });

  it('cannot be changed without the role', async () => {
    await anOperator(['auditor']);
    const screen = await show();
    await expect.element(screen.getByText('Los cambios necesitan el rol riesgo.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Cambiar/ }).elements()).toEqual([]);
    expect(screen.getByRole('switch').elements()).toEqual([]);
  });
});
