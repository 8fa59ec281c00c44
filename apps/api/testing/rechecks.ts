/** Rechecks of invoices at the tax authority. */
import { logInto } from './log.ts';
import { type Portal, patientTaxStatus } from './portal.ts';

export const recheckDeps = ({ db, clock, taxStatus }: Portal) => ({
  db: db.worker,
  clock,
  taxStatus: patientTaxStatus(taxStatus),
  log: logInto([]),
});

/** Keeps the invoices that earlier tests have left from being rechecked. */
export async function checkOthersNever({ db }: Portal): Promise<void> {
  await db.owner.query(`update invoices set verification = 'verified', checked_at = now() + interval '99 years'`);
}

/** Works at a later time, after which the clock is set back. */
export async function laterBy({ clock }: Portal, hours: number, work: () => Promise<void>): Promise<void> {
  const before = clock.now();
  clock.set(new Date(before.getTime() + hours * 3_600_000));
  await work();
  clock.set(before);
}
