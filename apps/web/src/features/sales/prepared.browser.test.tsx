import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { type Elsewhere, getPreparedSale, prepareSale, returnPreparedSale } from '@anticipa/contract/prepared-sales';
import { setAsPreSell } from '@anticipa/contract/sales';
import { listPreparedSales, type PreparedSale } from '@anticipa/contract/to-accept';
import { useQueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aPreparedSale } from '../../lib/test-builders.ts';
import { openListOf } from '../../testing/open-list.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { invoice, item, sale, serve } from '../../testing/sale-server.ts';
import { toForm, toList } from '../../testing/sale-steps.ts';
import { answer, Refusal } from '../../testing/server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { PreparedScreen } from './prepared-screen.tsx';
import { PreparedSheet } from './prepared-sheet.tsx';

skipWaits('retries');

const id = '00000000-0000-4000-8000-0000000000aa';
const GONE = '00000000-0000-4000-8000-0000000000bb';

const prepared = (over: Partial<PreparedSale> = {}): PreparedSale =>
  aPreparedSale({ preparedId: id, documentIds: [item.documentId, GONE], ...over });
const preparedItem = {
  documentId: item.documentId,
  product: 'FB',
  currency: 'MXN',
  receiverName: item.receiverName,
  serie: 'A',
  folio: '12',
  dueDate: '2026-04-23',
  purchaseOrder: 'OC1',
  total: '116000.00',
  comision: '3400.00',
  initialDeposit: '101000.00',
  elsewhere: null,
} as const;
const gone = {
  ...preparedItem,
  elsewhere: { kind: 'rejected', isCancelled: true, reason: 'Cancelada' } as const,
  documentId: GONE,
  folio: '13',
  total: '10000.00',
  initialDeposit: '8000.00',
};

const people = [
  { name: 'Tomás Iglesias', acceptUpTo: null },
  { name: 'Luis Paz', acceptUpTo: '500.00' },
];

/** The live events of the server, which these tests do not have. */
function Live() {
  const queries = useQueryClient();
  return (
    <button type="button" onClick={() => void queries.invalidateQueries()}>
      Actualizar
    </button>
  );
}

describe('a person who may not accept alone', () => {
  it.each([
    ['prepares', { saleRight: 'prepare' }, /Tu permiso es de preparar: otra persona acepta la venta/],
    ['accepts less', { acceptUpTo: '100000.00' }, /La venta es de MXN 116,000.00 y tú aceptas hasta MXN 100,000.00/],
  ] as const)('[DER-03] [DER-06] leaves the sale to those who may: %s', async (_case, user, why) => {
    const { held } = await serve({ user });
    answer(listPreparedSales).with(() => ({ data: [], acceptors: people }));
    const left = answer(prepareSale).with(() => ({ data: prepared({ isOwn: true }) }));
    const screen = await toForm();
    await expect.element(screen.getByText('Precio confirmado')).toBeVisible();
    await screen.button('Continuar').click();
    await expect.element(screen.getByText(why)).toBeVisible();
    await expect.element(screen.getByText('No aparta crédito ni precio')).toBeVisible();
    await expect.element(screen.getByText(/La puede aceptar Tomás Iglesias\./)).toBeVisible();
    await userEvent.fill(screen.getByRole('textbox', { name: /^Nota/ }), 'Para la nómina');
    await screen.button('Dejar por aceptar').click();
    await expect.element(screen.getByText('La venta quedó por aceptar')).toBeVisible();
    await expect.element(screen.getByText('Avisamos por correo a Tomás Iglesias.')).toBeVisible();
    expect(left.map(({ body }) => [body.note, body.documents.map(({ documentId }) => documentId)])).toEqual([
      ['Para la nómina', [item.documentId]],
    ]);
    expect(held).toEqual([]);
  });

  it('[DER-01] cannot sell while it only consults, and reads who can', async () => {
    await serve({ user: { saleRight: 'consult' } });
    answer(listPreparedSales).with(() => ({ data: [], acceptors: people }));
    const screen = await toList();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar todo/ }));
    const sell = screen.getByRole('button', { name: /^Vender/ });
    await expect.element(sell).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(sell)
      .toHaveAccessibleDescription('Tu permiso es de consulta: puede hacerlo Tomás Iglesias o Luis Paz.');
  });
});

describe('a prepared sale', () => {
  const open = async (over: Partial<PreparedSale> = {}, user = {}) => {
    const server = await serve({ user });
    answer(listPreparedSales).with(() => ({ data: [prepared(over)], acceptors: people }));
    answer(getPreparedSale).with(() => ({ data: { ...prepared(over), items: [preparedItem, gone] } }));
    return { ...server, screen: await renderScreen(<PreparedSheet id={id} />) };
  };

  it('[LLA-12] a prepared sale that is over says so before the job has ended it, and offers nothing to accept', async () => {
    const { screen } = await open({ state: 'expired' });
    const over = screen.getByText('Venció: llegaron las fechas de sus facturas, o se vendieron en otra venta.');
    await expect.element(over).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Revisar y aceptar' })).not.toBeInTheDocument();
  });

  it('[DER-07] shows today’s price and what changed, and is accepted as a normal sale', async () => {
    const { held, screen } = await open();
    await expect.element(screen.getByText(/^Preparó Paula Medina, 09-mar-2026/)).toBeVisible();
    await expect.element(screen.getByText('Nota: Para la nómina')).toBeVisible();
    await expect.element(screen.getByText('Está cancelada ante el SAT.')).toBeVisible();
    await expect.element(screen.getByText(/MXN 80.00 menos que al prepararla/)).toBeVisible();
    await screen.getByRole('button', { name: 'Revisar y aceptar' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
    expect(held.map(({ body }) => [body.preparedId, body.documents.map(({ documentId }) => documentId)])).toEqual([
      [id, [item.documentId]],
    ]);
    await screen.getByRole('button', { name: 'Regresar y corregir' }).click();
    await expect.element(screen.getByRole('button', { name: 'Revisar y aceptar' })).toBeVisible();
  });

  it('[DER-16] says where each invoice is that cannot be sold, with its sale', async () => {
    await serve();
    const at = (documentId: string, elsewhere: Elsewhere) => ({ ...gone, documentId, elsewhere });
    const held = {
      kind: 'held',
      numberOfSale: 7,
      by: 'Luis Paz',
      isOwn: false,
      isAcceptance: false,
      until: '2026-03-10T20:01:00Z',
    } as const;
    answer(getPreparedSale).with(() => ({
      data: {
        ...prepared(),
        items: [
          preparedItem,
          at(`${GONE.slice(0, -1)}1`, held),
          at(`${GONE.slice(0, -1)}2`, { kind: 'sold', numberOfSale: 9 }),
          at(`${GONE.slice(0, -1)}3`, { kind: 'deleted' }),
        ],
      },
    }));
    const screen = await renderScreen(<PreparedSheet id={id} />);
    await expect.element(screen.getByText('La tiene apartada Luis Paz hasta las 14:01.')).toBeVisible();
    await expect.element(screen.getByText('Está en la venta 9. Ver la venta')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Ver la venta' })).toHaveAttribute('href', '/sales/9');
    await expect.element(screen.getByText('Alguien de tu empresa la borró de la lista.')).toBeVisible();
  });

  /** Both people see the acceptance that one of them began on another device. */
  const interrupted = async (isOwn: boolean) => {
    const server = await serve();
    const until = '2026-03-10T20:01:00Z';
    const hold = { kind: 'held', numberOfSale: 12, by: 'Luis Paz', isOwn, isAcceptance: true, until } as const;
    const isHeld = (): boolean => server.now.state === 'held';
    answer(listOpenInvoices).with(() => openListOf(isHeld() ? [] : [invoice]));
    answer(getPreparedSale).with(() => ({
      data: {
        ...prepared({ isOwn: true }),
        items: [{ ...preparedItem, elsewhere: isHeld() ? hold : null }],
      },
    }));
    const screen = await renderScreen(
      <>
        <PreparedSheet id={id} />
        <Live />
      </>,
    );
    return { ...server, screen };
  };

  it('[DER-16] an interrupted acceptance is resumed with one tap by the person who began it', async () => {
    const { screen, now, cancelled } = await interrupted(true);
    const held = answer(setAsPreSell).with(() => {
      now.state = 'held';
      return { data: [{ documentId: item.documentId, numberOfSale: 12 }], sales: [sale('held')] };
    });
    const begun = screen.getByText('Empezaste a aceptarla: sus facturas están apartadas a tu nombre hasta las 14:01.');
    await expect.element(begun).toBeVisible();
    await screen.getByRole('button', { name: 'Continuar y aceptar' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
    expect(cancelled.map(({ body }) => body)).toEqual([{ numberOfSales: [12], onlyHeld: true }]);
    expect(held.map(({ body }) => [body.preparedId, body.documents.length])).toEqual([[id, 1]]);
  });

  it('[DER-16] another person reads who accepts it and until when, what an end would do, and accepts it afterwards', async () => {
    const { screen, now } = await interrupted(false);
    await expect
      .element(screen.getByText('Luis Paz la está aceptando: apartó sus facturas hasta las 14:01.'))
      .toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Revisar y aceptar' }))
      .toHaveAccessibleDescription('Luis Paz la está aceptando. Si no la termina, queda libre a las 14:01.');
    const stops = /^Luis Paz la está aceptando ahora\. Si sigues, ya no la podrá terminar/;
    for (const name of ['Regresar con motivo', 'Retirar']) {
      await screen.getByRole('button', { name }).click();
      await expect.element(screen.getByText(stops)).toBeVisible();
      await screen.getByRole('button', { name: 'Dejarla' }).click();
    }
    now.state = 'expired';
    await screen.getByRole('button', { name: 'Actualizar' }).click();
    await expect.element(screen.getByRole('button', { name: 'Revisar y aceptar' })).toHaveAccessibleDescription('');
  });

  it('[DER-08] tells the person that somebody else was first', async () => {
    const { screen } = await open();
    answer(setAsPreSell).with(() => new Refusal(409, 'PREPARED_SALE_ENDED', 'Esta venta ya no está por aceptar.'));
    await screen.getByRole('button', { name: 'Revisar y aceptar' }).click();
    await expect.element(screen.getByText('Esta venta ya no está por aceptar.')).toBeVisible();
  });

  it('[DER-07] an invoice that is taken out is not sold, and without any there is nothing to accept', async () => {
    const { screen } = await open();
    await screen.getByRole('checkbox', { name: /A-12/ }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Revisar y aceptar' }))
      .toHaveAccessibleDescription('Deja al menos una factura que se pueda vender hoy.');
  });

  it('[DER-03] above the own bound says who may accept', async () => {
    const { screen } = await open({ mayAccept: false }, { acceptUpTo: '1000.00' });
    await expect
      .element(screen.getByRole('button', { name: 'Revisar y aceptar' }))
      .toHaveAccessibleDescription('Tú aceptas hasta MXN 1,000.00. Quita facturas, o la acepta Tomás Iglesias.');
  });

  it('[DER-09] is returned with a reason', async () => {
    const { screen } = await open();
    const returned = answer(returnPreparedSale).with(() => ({ status: 'success' }));
    await screen.getByRole('button', { name: 'Regresar con motivo' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Regresar con motivo' }).click();
    await expect.element(dialog.getByText('Escribe el motivo')).toBeVisible();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Motivo' }), 'Falta una');
    await dialog.getByRole('button', { name: 'Regresar con motivo' }).click();
    await expect.poll(() => returned.map(({ body }) => body.reason)).toEqual(['Falta una']);
  });

  it('[DER-10] offers its preparer to withdraw it, and no acceptance', async () => {
    const { screen } = await open({ isOwn: true, mayAccept: false }, { saleRight: 'prepare', isAdmin: false });
    await expect.element(screen.getByRole('button', { name: 'Retirar' })).toBeVisible();
    await expect.element(screen.getByText('La puede aceptar Tomás Iglesias.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Revisar y aceptar' })).not.toBeInTheDocument();
  });
});

it('[DER-06] lists what waits and what was returned, and says who accepts', async () => {
  await serve();
  answer(listPreparedSales).with(() => ({
    data: [
      prepared(),
      prepared({
        preparedId: GONE,
        state: 'returned',
        isOwn: true,
        endedBy: 'Tomás Iglesias',
        endedAt: '2026-03-10T16:00:00Z',
        reason: 'Falta una',
      }),
    ],
    acceptors: people,
  }));
  const screen = await renderScreen(<PreparedScreen />);
  await expect.element(screen.getByText(/^La regresó Tomás Iglesias, 10-mar-2026.*Motivo: Falta una$/)).toBeVisible();
  await expect
    .element(screen.getByText('En tu empresa aceptan: Tomás Iglesias y Luis Paz (hasta MXN 500.00).'))
    .toBeVisible();
  expect(
    screen
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Ver y aceptar', 'Ver']);
});
