/** The people of the month's lender, and where they work together. */
import type { Browser } from '@playwright/test';
import { expect } from '@playwright/test';
import { bookMovements, bringFile } from './bank-steps.ts';
import type { Person } from './browsers.ts';
import { press } from './keys.ts';
import type { Lender } from './lender.ts';
import { act } from './money-steps.ts';
import type { Client } from './month-cast.ts';
import { approve, goTo, proposeTerms, toApproval } from './opening-steps.ts';
import {
  approveAll,
  describeLender,
  inviteOperator,
  leaveRemindersOff,
  proposeAccounts,
  proposeAmounts,
} from './setup-steps.ts';

/** Ana and Beto open the desk; Carla collects, and Darío pays and is the second person of both. */
export interface Desk {
  readonly lender: Lender;
  readonly ana: Person;
  readonly beto: Person;
  readonly carla: Person;
  readonly dario: Person;
  /** Administrators of the clients. */
  readonly administrators: Map<Client, Person>;
}

export const found = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('it is not there yet');
  return one;
};

/** Two operators are invited by the command, the others by one of them. */
export async function staff(lender: Lender, browser: Browser): Promise<Desk> {
  const byCommand = async (name: string, roles: Parameters<Lender['production']['inviteOperator']>[1]) => {
    const email = `${name}@financiera.example`;
    return lender.join(browser, email, 'operator', await lender.production.inviteOperator(email, roles));
  };
  const ana = await byCommand('ana', ['administrador', 'riesgo', 'soporte']);
  const beto = await byCommand('beto', ['riesgo', 'soporte', 'tesoreria']);
  // Without a sender no invitation leaves.
  await describeLender(ana.page);
  await inviteOperator(ana.page, 'carla@financiera.example', ['cobranza', 'contabilidad']);
  await inviteOperator(ana.page, 'dario@financiera.example', ['tesorería', 'cobranza']);
  const carla = await lender.join(browser, 'carla@financiera.example', 'operator');
  const dario = await lender.join(browser, 'dario@financiera.example', 'operator');
  return { lender, ana, beto, carla, dario, administrators: new Map() };
}

export async function setUp({ lender, ana, beto, dario }: Desk): Promise<void> {
  const { stpClabe = '', stpCompany = '' } = lender.production.config;
  await proposeAmounts(ana.page);
  await leaveRemindersOff(ana.page);
  await proposeTerms(ana.page, lender.production.clock.today());
  await proposeAccounts(dario.page, { MXN: stpClabe, USD: lender.accounts.USD.number }, stpCompany);
  await goTo(beto.page, 'l', 'Lista 69-B');
  await press(beto.page, beto.page.getByRole('button', { name: 'Descargar del SAT' }));
  await approveAll(await lender.open(beto, '/lender/proposals'));
}

/** A second person approves what another one has proposed. */
export async function approved({ lender }: Desk, person: Person, what: RegExp): Promise<void> {
  await approve(await lender.open(person, '/lender/proposals'), what);
}

/** Two people say that the account to which a payment did not arrive is right. */
export async function confirmAccount(desk: Desk, { entityName, currency }: Client, Motivo: string): Promise<void> {
  const page = await desk.lender.open(desk.ana, '/lender/clients');
  await press(page, page.getByRole('link', { name: entityName, exact: true }));
  await expect(page.getByRole('heading', { name: entityName, level: 1 })).toBeVisible();
  const send = { fields: { Motivo }, send: toApproval };
  await act(page, `Confirmar la cuenta Anticipo Índice ${currency}`, send);
  await approved(desk, desk.beto, /^Liberar cuenta/);
}

/** Takes in every account's file, and books what the books do not have. */
export async function bringFiles({ lender, dario }: Desk): Promise<void> {
  const page = await lender.open(dario, '/lender/bank');
  for (const account of Object.values(lender.accounts)) await bringFile(page, account);
  await bookMovements(page);
}
