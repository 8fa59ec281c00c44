/** Events of the lender's banks outside STP: files with money that they received and payments that they made from a file. */
import type { BankLine } from '@anticipa/contract/bank-files';
import { routes } from '@anticipa/contract/routes';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { aStatementAccount } from '../bank-files.ts';
import { inCents, inText } from '../recount/play.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { filedPayments, nameOfFiled } from './payables.ts';
import type { World } from './world.ts';

/** Id of the account for bank files in a currency, which is added at its first use. */
async function accountIn(world: World, currency: FinancedCurrency): Promise<string> {
  const { operator } = await world.desk();
  const { accounts } = await operator.call(routes.getBank);
  const found = accounts.find((account) => account.currency === currency);
  if (found) return found.accountId;
  const body = aStatementAccount(`Banco de los ${currency}`, `70${currency}`, currency);
  return (await operator.call(routes.saveStatementAccount, { body })).account.accountId;
}

/** Decides a movement that was not booked at once; a second person approves it if it becomes a proposal. */
async function decide(world: World, { lineId, cause }: BankLine): Promise<void> {
  const { operator, second } = await world.desk();
  const params = { lineId };
  const decision = { kind: 'book', reason: 'Así está en el archivo del banco' };
  if (cause === 'resembles')
    await operator.call(routes.decideBankLine, {
      params,
      body: { decision: { kind: 'other', reason: 'son dos movimientos' } },
    });
  const { line, isProposed } = await operator.call(routes.decideBankLine, { params, body: { decision } });
  if (!isProposed) return;
  const { data } = await second.call(routes.listProposals, { query: { waiting: 'true' } });
  await world.approve(data.find(({ reason }) => reason === decision.reason) ?? null);
  const { line: booked } = await operator.call(routes.decideBankLine, { params, body: { decision } });
  if (booked.state !== 'booked') throw new Error(`a movement of ${line.amount} is not booked`);
}

export const bankFileEvents: readonly SimulatedEvent[] = [
  event({
    name: 'file of a bank',
    at: '16:00',
    on: 'business days',
    weight: 25,
    subjects: (): readonly FinancedCurrency[] => ['MXN', 'USD'],
    nameOf: (currency) => `file of the bank in ${currency}`,
    step: async (world, currency, random) => {
      const { operator } = await world.desk();
      const references = (await operator.call(routes.listDueReferences)).data.filter(
        (one) => one.currency === currency && random.chance(30),
      );
      // Payment files exist in pesos only.
      const filed = (currency === 'MXN' ? await filedPayments(world) : []).filter(
        (one) => !world.taken.has(nameOfFiled(one)) && random.chance(50),
      );
      const unknown = Array.from({ length: random.between(0, 2) }, () => BigInt(random.between(100_000, 5_000_000)));
      const movements = [
        ...references.map(({ reference, amount }) => ({ text: `PAGO ${reference}`, cents: inCents(amount) })),
        ...unknown.map((cents) => ({ text: 'ABONO DE TERCEROS', cents })),
        ...filed.map(({ reference, amount }) => {
          return { text: `CARGO R${String(reference).padStart(7, '0')}`, cents: -inCents(amount) };
        }),
      ];
      if (movements.length === 0) return NOTHING;
      for (const payment of filed) world.taken.add(nameOfFiled(payment));
      for (const { cents } of movements) world.bank.move(currency, cents);
      const [year, month, day] = world.today().split('-');
      const body = movements
        .map(({ text, cents }) => {
          const amount = cents < 0n ? `-${inText(-cents)}` : inText(cents);
          return `${day}/${month}/${year},${text} ${world.nextKey('BANCO')},${amount}`;
        })
        .join('\n');
      const params = { accountId: await accountIn(world, currency) };
      await operator.call(routes.bringBankFile, { params, query: { name: 'movimientos.csv' }, body });
      const { open } = await operator.call(routes.getBank);
      const lineIds = open.filter((line) => line.accountId === params.accountId).map(({ lineId }) => lineId);
      const { lines } = await operator.call(routes.bookBankLines, { body: { lineIds } });
      for (const line of lines) if (line.state !== 'booked') await decide(world, line);
      return lines;
    },
  }),
];
