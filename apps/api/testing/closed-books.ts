/** A closed month of the lender's books, and an entry of an accountant. */
import { routes } from '@anticipa/contract/routes';
import type { Portal } from './portal.ts';
import { approveAsOther } from './sale-steps.ts';
import type { Session } from './session.ts';

/** A day long before anything is booked. */
const closedMonth = '2020-01';

export const aManualEntry = (valueDate: string) => ({
  ...{ valueDate, currency: 'MXN' },
  lines: [{ debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1.00' }],
});

export async function closedBooks(
  portal: Portal,
  operator: Session,
): Promise<{ readonly closedMonth: string; readonly manualId: string }> {
  await portal.db.owner.query(
    `insert into closed_months select '${closedMonth}-01', operator_id, '2020-02-05', '[]' from operators limit 1
     on conflict do nothing`,
  );
  const body = { ...aManualEntry(portal.clock.today()), evidence: 'factura A-1', reason: 'renta del mes' };
  const { proposal } = await operator.call(routes.proposeManualEntry, { body });
  await approveAsOther(portal, proposal);
  const [entry] = (await operator.call(routes.listManualEntries)).data;
  return { closedMonth, manualId: entry?.manualId ?? '' };
}
