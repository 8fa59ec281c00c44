/** Money that arrives at the lender's banks. */
import { routes } from '@anticipa/contract/routes';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { Random } from '@anticipa/sandbox/random';
import { inText } from '../recount/play.ts';
import type { World } from './world.ts';

const PAYERS_BANK = 'Banco de los Pagadores';

interface Money {
  readonly currency: FinancedCurrency;
  readonly cents: bigint;
}

/** Money that arrives at STP. The bank's call about one in ten is lost, which the night finds. */
export async function transfer(
  world: World,
  random: Random,
  { cents }: Money,
  to: { clabe: string; concept: string },
): Promise<void> {
  const { stp } = world.bank;
  const fields = {
    claveRastreo: world.nextKey('PAGO'),
    monto: Number(inText(cents)),
    cuentaBeneficiario: to.clabe,
    conceptoPago: to.concept,
    institucionContraparte: 40072,
  };
  if (!random.chance(10)) return void (await stp.deposit(fields));
  stp.records.settle(stp.records.add({ direction: 'R', nombreOrdenante: 'PAGADOR DE PRUEBA', ...fields }), 'LQ');
}

/** Money that arrives at another bank, which an operator types. */
export async function typePayment(world: World, { currency, cents }: Money, pays: object, payer?: 'client') {
  const { operator } = await world.desk();
  world.bank.move(currency, cents);
  const payment = { amount: inText(cents), currency, valueDate: world.today(), trackingKey: world.nextKey('TYPED') };
  const origin = { source: 'REFERENCIA', bank: PAYERS_BANK, reason: 'Así está en el banco', ...(payer && { payer }) };
  const registered = await operator.call(routes.registerCollection, { body: { pays, ...payment, ...origin } });
  const { collection, proposal } = registered;
  await world.approve(proposal);
  if (collection) world.noteBalances(collection.clientId, currency, collection.invoices);
  return registered;
}
