/** Steps of a lender's operators before a first client can sell, over HTTP; a second person approves those that move money. */
import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import type { IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Session } from './session.ts';

/** Two operators, each with every role. */
export interface Desk {
  readonly operator: Session;
  readonly second: Session;
}

/** The lender's account at STP. */
interface PayingAccount {
  readonly stpCompany?: string | undefined;
  readonly stpClabe?: string | undefined;
}

const reason = 'Alta aprobada por el comité';
const seat = { fiscalRegime: '601', postalCode: '64000' };
const terms = {
  limit: '50000000.00',
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  moratoryRate: '48',
  multiCurrency: false,
};

/** A client whose administrator is invited by mail. */
export interface NewClient {
  readonly issuer: { readonly rfc: string; readonly entityName: string };
  readonly administrator: { readonly email: string; readonly firstName: string; readonly lastName: string };
}

export const firstClient = {
  issuer: { rfc: 'ZNU150401AB9', entityName: 'ZAPATOS ÑUÑOA' },
  administrator: { email: 'zoe@zapatos.example', firstName: 'Zoé', lastName: 'Núñez' },
} as const satisfies NewClient;

export async function approve(second: Session, proposal: Approval | null): Promise<void> {
  const decision = { kind: 'approve', ground: proposal?.ground };
  await second.call(routes.decideProposal, { params: { proposalId: proposal?.id ?? '' }, body: { decision } });
}

/** A brand with what is needed; the rest is absent. */
export const firstBrand = {
  name: 'Crédito Aurora',
  legalName: 'Crédito Aurora, S.A. de C.V., SOFOM, E.N.R.',
  colour: '#0b6e4f',
  darkColour: null,
  logo: null,
  privacyUrl: 'https://aurora.example/privacidad',
  privacyText: null,
  supportPhone: '55 5000 0000',
  supportWhatsApp: '525550000000',
  supportEmail: 'ayuda@aurora.example',
  senderAddress: 'avisos@aurora.example',
} as const;

/** Types the lender's own data. */
export async function setUpLender(
  { operator, second }: Desk,
  { stpCompany, stpClabe }: PayingAccount,
  today: IsoDate,
): Promise<void> {
  const lender = { kind: 'lender', rfc: 'AFI180517AB3', name: 'ANTICIPA FINANCIERA', ...seat };
  await operator.call(routes.changeSetting, { body: { reason, change: lender } });
  const left = { kind: 'switch', reader: 'client', isOn: false };
  await operator.call(routes.changeReminders, { body: { reason, change: left } });
  const body = 'El Cliente cede a la Financiera los derechos de cobro de las facturas que se detallan. '.repeat(2);
  const account = { clabe: stpClabe, account: '0123456789', swift: '' };
  for (const change of [
    { kind: 'brand', proposed: firstBrand },
    { kind: 'terms', version: '1', proposed: { body, inForceFrom: today } },
    { kind: 'lender-account', currency: 'MXN', proposed: { ...account, beneficiary: 'Crédito Aurora' } },
    { kind: 'clabe-range', company: stpCompany, proposed: { prefix: '6461801234' } },
  ])
    await approve(second, (await operator.call(routes.proposeSetting, { body: { reason, change } })).proposal);
}

/** A product and a currency of a client's business. */
export interface Place {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
}
const PESOS: Place = { product: 'BI', currency: 'MXN' };

/** Proposes a change of a client's line or account, in pesos by default, which is approved. */
export async function changePlace(
  { operator, second }: Desk,
  clientId: string,
  change: object,
  place: Place = PESOS,
): Promise<void> {
  const body = { clientId, ...place, reason, change };
  await approve(second, (await operator.call(routes.propose, { body })).proposal);
}

/** Opens a client, the first one by default, with a line and an account in each place; returns its id. */
export async function openClient(
  desk: Desk,
  { stpCompany }: PayingAccount,
  { issuer, administrator }: NewClient = firstClient,
  places: readonly Place[] = [PESOS],
): Promise<string> {
  const { operator } = desk;
  const opening = { ...issuer, ...seat, branch: 'León', promoterPhone: '4771234567', taxRegime: 'PM', administrator };
  const { clientId } = (await operator.call(routes.createClient, { body: opening })).client;
  const params = { clientId };
  for (const product of new Set(places.map((place) => place.product))) {
    const on = { product, authorised: true, active: true, reason: 'firmó contrato' };
    await operator.call(routes.setClientProduct, { params, body: on });
  }
  for (const place of places) {
    await changePlace(desk, clientId, { kind: 'credit-line', proposed: terms }, place);
    await changePlace(desk, clientId, { kind: 'bank-account', proposed: { clabe: '012180001234567899' } }, place);
  }
  await operator.call(routes.setPaymentOrderCompany, { params, body: { company: stpCompany, reason } });
  await operator.call(routes.setClientSync, { params, body: { allowed: true, reason } });
  return clientId;
}
