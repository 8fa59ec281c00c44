import {
  closeTransfer,
  listTroubledTransfers,
  orderTransfers,
  type TroubledTransfer,
} from '@anticipa/contract/transfers';
import { type TransferTrouble, transferTroubles } from '@anticipa/domain/transfer-order';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { TransfersScreen } from './transfers-screen.tsx';

const idOf = (index: number): string => `0198aaaa-0000-4000-8000-00000000000${index}`;
const aTransfer = (index: number, over: Partial<TroubledTransfer>): TroubledTransfer => ({
  orderId: idOf(index),
  purpose: 'deposit',
  saleId: idOf(index),
  paymentId: null,
  trackingKey: `ANT000000000000000000${index}`,
  state: 'failed',
  amount: '100920.00',
  clabe: '012180001234567899',
  orderedAt: '2026-03-10T18:00:00.000Z',
  settledAt: null,
  failure: null,
  holder: null,
  numberOfSale: index,
  clientId: idOf(9),
  entityName: 'Textiles del Norte',
  trouble: 'failed',
  ...over,
});
const again = 'Ordenar de nuevo: Venta';
/** Each trouble with the state of its transfer, the bank's words, and the button that ends it. */
const troubles = {
  failed: { state: 'failed', failure: '-200: Se rechaza por PLD', remedy: again },
  lost: { state: 'sent', failure: null, remedy: 'Cerrar la transferencia: Venta' },
  unknown: { state: 'ordered', failure: null, remedy: null },
  closed: { state: 'closed', failure: 'Nunca apareció', remedy: again },
  returned: { state: 'returned', failure: null, remedy: again },
  late: { state: 'sent', failure: null, remedy: null },
} as const satisfies Record<TransferTrouble, Pick<TroubledTransfer, 'state' | 'failure'> & { remedy: string | null }>;
const transfers = transferTroubles.map((trouble, index) => {
  const { state, failure } = troubles[trouble];
  return aTransfer(index + 1, { trouble, state, failure });
});

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['tesoreria']);
  answer(listTroubledTransfers).with(() => ({ data: transfers }));
});
const done = (transfer: TroubledTransfer) => {
  const { numberOfSale: _number, clientId: _client, entityName: _name, trouble: _trouble, ...data } = transfer;
  return data;
};

it('[SIS-04] lists each transfer in trouble with the bank’s words, and what can be done about it', async () => {
  const screen = await renderScreen(<TransfersScreen />);
  await expect
    .element(screen.getByText('-200: Se rechaza por PLD · El banco no la pagó. Se puede ordenar de nuevo.'))
    .toBeVisible();
  await expect.element(screen.getByText('Nunca apareció en el banco. Se puede cerrar.')).toBeVisible();
  const buttons = screen.getByRole('grid').getByRole('button', { name: /Venta/ });
  expect(buttons.elements().map((button) => button.getAttribute('aria-label'))).toEqual(
    transfers.flatMap(({ trouble, numberOfSale }) => {
      const { remedy } = troubles[trouble];
      return remedy === null ? [] : `${remedy} ${numberOfSale}`;
    }),
  );
});

it('[SIS-04] orders a refused transfer again once it is confirmed, and shows a refusal in the dialog', async () => {
  const refusal = new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya se depositó.');
  const refused = answer(orderTransfers).with(() => refusal);
  const screen = await renderScreen(<TransfersScreen />);
  await screen.getByRole('button', { name: 'Ordenar de nuevo: Venta 1' }).click();
  await expect.element(screen.getByText(/transferirá MXN 100,920.00 a Textiles del Norte/)).toBeVisible();
  expect(refused).toHaveLength(0);
  await screen.getByRole('button', { name: 'Ordenar transferencia' }).click();
  await expect.element(screen.getByText('La venta ya se depositó.')).toBeVisible();
  const ordered = answer(orderTransfers).with(() => ({
    orders: [done(aTransfer(1, { state: 'ordered' }))],
    proposalId: null,
  }));
  await screen.getByRole('button', { name: 'Ordenar transferencia' }).click();
  await expect.element(screen.getByText('Se ordenó otra transferencia: Venta 1.').first()).toBeVisible();
  expect(ordered.map(({ body }) => body)).toEqual([{ payments: [{ purpose: 'deposit', saleId: idOf(1) }] }]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('[SIS-04] closes a lost transfer with a reason', async () => {
  const closed = answer(closeTransfer).with(() => ({ data: done(aTransfer(5, { state: 'closed' })) }));
  const screen = await renderScreen(<TransfersScreen />);
  await screen.getByRole('button', { name: 'Cerrar la transferencia: Venta 5' }).click();
  await screen.getByRole('button', { name: 'Preguntar y cerrar' }).click();
  await expect.element(screen.getByText('Escribe el motivo, de 5 caracteres o más.')).toBeVisible();
  expect(closed).toHaveLength(0);
  await screen.getByRole('textbox', { name: 'Motivo' }).fill('  No está   en el banco ');
  await screen.getByRole('button', { name: 'Preguntar y cerrar' }).click();
  await expect.element(screen.getByText(/Se cerró la transferencia: Venta 5/).first()).toBeVisible();
  expect(closed.map(({ params, body }) => [params, body])).toEqual([
    [{ orderId: idOf(5) }, { reason: 'No está en el banco' }],
  ]);
});

it('offers nothing to operators who may not', async () => {
  await signInWith(['soporte', 'riesgo']);
  const screen = await renderScreen(<TransfersScreen />);
  await expect.element(screen.getByText('Perdida')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Venta/ })).not.toBeInTheDocument();
});

it('the screen is empty without trouble, and explains that the transfers could not be read', async () => {
  answer(listTroubledTransfers).with(() => ({ data: [] }));
  const screen = await renderScreen(<TransfersScreen />);
  await expect.element(screen.getByText('Ninguna transferencia con problemas')).toBeVisible();
  await screen.unmount();
  answer(listTroubledTransfers).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<TransfersScreen />);
  await expect.element(failed.getByText('No se pudieron leer las transferencias')).toBeVisible();
});
