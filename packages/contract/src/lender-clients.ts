/** The lender's clients: opened, found and looked after by operators. */
import { clientStates, closingObstacles, settledAccounts } from '@anticipa/domain/client-state';
import { operatorRoles } from '@anticipa/domain/operator';
import { MAX_EMAIL } from '@anticipa/domain/user';
import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { amount, date, financedCurrency, id, instant, line, product, rate, reason, text, typedRfc } from './wire.ts';

const productState = z.strictObject({ product, authorised: z.boolean(), active: z.boolean() });
const creditUse = z.strictObject({
  product,
  currency: financedCurrency,
  limit: amount,
  used: amount,
  held: amount,
  /** The last day of new sales; null: without end. */
  validUntil: date.nullable(),
});

const listed = z.strictObject({
  clientId: id,
  rfc: text,
  entityName: text,
  branch: text,
  state: z.enum(clientStates),
  products: z.array(productState),
  lines: z.array(creditUse),
  /** Changes that wait for a second person. */
  pending: z.int(),
});
export type ListedClient = z.output<typeof listed>;

const client = listed.extend({
  taxRegime: z.enum(['PF', 'PFAE', 'PM']),
  fiscalRegime: text.nullable(),
  postalCode: text.nullable(),
  promoterPhone: text,
  /** Company of its payers' CLABEs; null if 'Mis clientes' is not activated. */
  paymentOrderCompany: text.nullable(),
  /** Connection to the tax authority: whether its users may make it, and whether it exists. */
  sync: z.strictObject({ allowed: z.boolean(), active: z.boolean() }),
  createdAt: instant,
  /** Until when the people of a closed client read; null while it is open. */
  readsUntil: instant.nullable(),
  lines: z.array(
    creditUse.extend({
      interestRate: rate,
      advancePercent: rate,
      daysInYear: z.int(),
      moratoryRate: rate,
      multiCurrency: z.boolean(),
    }),
  ),
  /** `paysFrom`: deposits reach a changed account from then on; null: at once. */
  accounts: z.array(
    z.strictObject({ product, currency: financedCurrency, bank: text, clabe: text, paysFrom: instant.nullable() }),
  ),
  people: z.array(
    z.strictObject({
      userId: id,
      email: text,
      name: text,
      isAdmin: z.boolean(),
      active: z.boolean(),
      /** Whether the invitation was used. */
      hasPassword: z.boolean(),
      hasSecondFactor: z.boolean(),
      openSessions: z.int(),
    }),
  ),
});
export type LenderClient = z.output<typeof client>;

/** Number of clients on a page. */
export const CLIENTS_PAGE = 50;

export const listClients = deskRead({
  path: '/api/lender/clients',
  summary: 'Lists the clients by name, in pages, optionally those whose name or RFC contains a text.',
  roles: operatorRoles,
  query: z.strictObject({ search: line.max(100).optional(), after: id.optional() }),
  // `next`: the `after` of the next page; null on the last one.
  response: z.strictObject({ data: z.array(listed), next: id.nullable() }),
});

export const getLenderClient = deskRead({
  path: '/api/lender/clients/:clientId',
  summary: 'A client with its products, lines, accounts and people.',
  roles: operatorRoles,
  params: z.strictObject({ clientId: id }),
  response: z.strictObject({ client }),
});

const name = line.trim().min(1).max(100);

export const createClient = deskWrite({
  path: '/api/lender/clients',
  summary: 'Opens a client and invites its first administrator by mail.',
  roles: ['soporte'],
  body: z.strictObject({
    rfc: typedRfc,
    entityName: line.trim().min(1).max(300),
    taxRegime: z.enum(['PF', 'PFAE', 'PM']),
    fiscalRegime: z.string().regex(/^\d{3}$/),
    postalCode: z.string().regex(/^\d{5}$/),
    branch: name,
    /** The promoter's telephone; needed for a branch without clients. */
    promoterPhone: z
      .string()
      .regex(/^[\d +()-]{8,30}$/)
      .optional(),
    administrator: z.strictObject({ email: z.string().max(MAX_EMAIL), firstName: name, lastName: name }),
  }),
  response: z.strictObject({ client }),
  errors: [
    'RFC_INVALID',
    'FISCAL_REGIME_INVALID',
    'CLIENT_ALREADY_EXISTS',
    'BRANCH_UNKNOWN',
    'INVALID_EMAIL',
    'EMAIL_ALREADY_REGISTERED',
  ],
});

export const setClientProduct = deskWrite({
  path: '/api/lender/clients/:clientId/products',
  summary: 'Switches a product of a client on or off; without authorisation it cannot be active.',
  roles: ['riesgo', 'soporte'],
  params: z.strictObject({ clientId: id }),
  body: productState.extend({ reason }),
  response: z.strictObject({ client }),
  errors: ['NOTHING_CHANGED', 'PRODUCT_INACTIVE', 'CLIENT_CLOSED'],
});

export const setPaymentOrderCompany = deskWrite({
  path: '/api/lender/clients/:clientId/paymentOrderCompany',
  summary:
    'Activates ‘Mis clientes’ with a payment-order company that has a CLABE range, or with null ends it; CLABEs of payers stay.',
  roles: ['soporte', 'tesoreria'],
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({ company: line.min(1).max(15).nullable(), reason }),
  response: z.strictObject({ client }),
  errors: ['NOTHING_CHANGED', 'PAYMENT_ORDER_COMPANY_UNKNOWN'],
});

export const setClientSync = deskWrite({
  path: '/api/lender/clients/:clientId/sync',
  summary: 'Permits a client to connect to the tax authority, or withdraws the permission and disconnects it.',
  roles: ['soporte'],
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({ allowed: z.boolean(), reason }),
  response: z.strictObject({ client }),
  errors: ['NOTHING_CHANGED', 'CLIENT_CLOSED'],
});

export const getClosing = deskRead({
  path: '/api/lender/clients/:clientId/closing',
  summary: 'What keeps a client from being closed: figures, the sales behind them and balances of its ledger.',
  roles: operatorRoles,
  params: z.strictObject({ clientId: id }),
  response: z.strictObject({
    figures: z.record(z.enum(closingObstacles), z.int()),
    /** The first 20 sales that are open or of which invoices are in credit. */
    sales: z.array(z.strictObject({ saleId: id, numberOfSale: z.int(), isOpen: z.boolean() })),
    balances: z.array(z.strictObject({ account: z.enum(settledAccounts), currency: financedCurrency, amount })),
  }),
});

const person = {
  roles: ['soporte'],
  params: z.strictObject({ clientId: id, userId: id }),
  response: z.strictObject({ client }),
} as const;

export const invitePersonAgain = deskWrite({
  ...person,
  path: '/api/lender/clients/:clientId/people/:userId/invitation',
  summary: 'Mails a person without a password another invitation; the earlier one is void.',
  body: z.strictObject({}),
  errors: ['INVITATION_USED'],
});

export const endPersonSessions = deskWrite({
  ...person,
  path: '/api/lender/clients/:clientId/people/:userId/endSessions',
  summary: 'Ends every session of a client’s user.',
  body: z.strictObject({}),
});

export const disablePerson = deskWrite({
  ...person,
  path: '/api/lender/clients/:clientId/people/:userId/disable',
  summary: 'Takes the access of a client’s user away, except of the last administrator.',
  body: z.strictObject({ reason }),
  errors: ['AT_LEAST_ONE_ADMIN_IS_REQUIRED'],
});
