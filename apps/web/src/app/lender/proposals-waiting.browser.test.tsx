import { listBankParts } from '@anticipa/contract/accountant';
import { type ApprovalKind, approvalRoles, listProposals } from '@anticipa/contract/approvals';
import { checkSenderDomain } from '@anticipa/contract/brand';
import { listTimeline } from '@anticipa/contract/client-timeline';
import { getLenderClient } from '@anticipa/contract/lender-clients';
import { getSaleTerms } from '@anticipa/contract/sale-terms';
import { products } from '@anticipa/contract/session';
import { operatorRoles } from '@anticipa/domain/operator';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ClientScreen } from '../../features/clients/client-screen.tsx';
import { Closing } from '../../features/clients/components/closing.tsx';
import { FiscalData } from '../../features/clients/components/fiscal-data.tsx';
import { People } from '../../features/clients/components/people.tsx';
import { SaleTermsCard } from '../../features/sale-terms/sale-terms.tsx';
import { BrandCard } from '../../features/settings/brand-card.tsx';
import { FactorDemand } from '../../features/settings/factor-demand.tsx';
import { Accounts, Amounts, Ranges } from '../../features/settings/proposed-settings.tsx';
import { client, clientId, noSettings, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';

const place = { clientId, product: 'BI', currency: 'MXN' } as const;
const paysFrom = '2999-01-01T00:00:00.000Z';
const withAccount = {
  ...client,
  accounts: [{ product: 'BI' as const, currency: 'MXN' as const, bank: 'BBVA', clabe: '012180001234567891', paysFrom }],
};
const closed = { ...client, state: 'closed' as const, readsUntil: paysFrom };
const settings = { ...noSettings, clabeRanges: [{ company: 'NORTE', prefix: '646180' }] };

/** Kinds whose button names its subject: what they are about, the button, and the screen with it. */
const withButton = {
  'credit-line': [
    place,
    'Proponer cambio de línea Anticipo MXN',
    () => <ClientScreen clientId={clientId} waiting={null} />,
  ],
  'bank-account': [
    place,
    'Proponer cambio de cuenta Anticipo MXN',
    () => <ClientScreen clientId={clientId} waiting={null} />,
  ],
  'account-release': [
    place,
    /^(Liberar antes|Confirmar) la/,
    () => <ClientScreen clientId={clientId} waiting={null} />,
  ],
  'fiscal-data': [{ clientId }, /^Proponer cambio de/, () => <FiscalData client={client} />],
  'client-state': [{ clientId }, 'Proponer la reapertura', () => <Closing client={closed} />],
  'person-factor': [{ clientId, userId: clientId }, /segundo factor/i, () => <People client={client} />],
  'sale-terms': [{ clientId: null }, 'Proponer cambio', () => <SaleTermsCard clientId={null} />],
  'lender-account': [
    { currency: 'MXN' },
    'Proponer cambio de cuenta en MXN',
    () => <Accounts settings={settings} />,
    'accounts',
  ],
  'clabe-range': [{ company: 'NORTE' }, /^Proponer cambio de/, () => <Ranges settings={settings} />, 'ranges'],
  'approval-amounts': [
    { currency: 'MXN' },
    /^Proponer cambio de.*MXN/,
    () => <Amounts settings={settings} />,
    'amounts',
  ],
  'client-factors': [{ of: 'clients' }, /^Proponer cambio de/, () => <FactorDemand settings={settings} />, 'factors'],
  brand: [{ of: 'lender' }, 'Proponer cambio de marca', () => <BrandCard settings={settings} />, 'brand'],
} satisfies Partial<Record<ApprovalKind, readonly [object, string | RegExp, () => ReactElement, string?]>>;

/** Why the button of the other kinds stays. */
const others: Readonly<Record<Exclude<ApprovalKind, keyof typeof withButton>, string>> = {
  'receiver-alias': 'the same ChangeCard',
  'own-account': 'the same row',
  'account-format': 'the same row',
  'receiver-limit': 'a lower limit applies at once, also while a higher one waits',
  operator: 'access is taken away at once, also while another change waits',
  'second-factor': 'it is in the form of the operator',
  'estimate-terms': 'the day is typed in the form',
  terms: 'the version is typed in the form',
  'exchange-rate': 'the day is typed in the form',
  'manual-entry': 'each entry is another one',
  alert: 'the alert shows that it waits',
  payment: 'the payment is typed',
  shortfall: 'the screen of the invoice',
  extension: 'the screen of the invoice',
  adjustment: 'the screen of the invoice',
  reversal: 'the screen of the invoice',
  'cut-reversal': 'the cut shows that it waits',
  'portfolio-load': 'the load shows that it waits',
  'payment-return': 'the payment shows that it waits',
  'bank-fee': 'the line of the bank shows that it waits',
  'lender-payments': 'the payment shows that it waits',
  answer: 'the sale shows that it waits',
};

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...operatorRoles] }));
  answer(getLenderClient).with(() => ({ client: withAccount }));
  answer(listTimeline).with(() => ({ data: [], next: null }));
  answer(listBankParts).with(() => ({ data: [] }));
  answer(checkSenderDomain).with(() => {
    const missing = { state: 'missing' as const, record: null };
    return { spf: missing, dmarc: missing };
  });
  answer(getSaleTerms).with(() => ({ today: '2026-03-10', lender: [], own: [], clientsWithOwn: 0 }));
  answer(products).with(() => ({ data: [{ code: 'BI', productId: clientId, displayName: 'Anticipo' }] }));
});

it('[WEB-12] each kind of change has its place here', () => {
  expect([...Object.keys(withButton), ...Object.keys(others)].toSorted()).toEqual(
    Object.keys(approvalRoles).toSorted(),
  );
});

it.each(Object.entries(withButton))(
  '[WEB-12] a link to the %s that waits is in the place of its button',
  async (kind, row) => {
    const [about, name, screen, card = ''] = row;
    answer(listProposals).with(() => ({ data: [] }));
    const before = await renderScreen(screen(), `/#${card}`);
    await expect.element(before.getByRole('button', { name, exact: true }).first()).toBeVisible();
    await before.unmount();
    // The button reads no more of a change than its kind and its subject.
    answer(listProposals).with(() => Response.json({ data: [{ ...proposal, change: { kind, about } }] }));
    const after = await renderScreen(screen(), `/#${card}`);
    await expect
      .element(after.getByRole('link', { name: 'Ver la propuesta que espera' }))
      .toHaveAttribute('href', `/lender/proposals#${proposal.id}`);
    expect(after.getByRole('button', { name, exact: true }).query()).toBeNull();
  },
);
