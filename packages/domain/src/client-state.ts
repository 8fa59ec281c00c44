/** Whether a client does business with the lender, and what must be settled before it ends. */

export const clientStates = ['open', 'closed'] as const;
export type ClientState = (typeof clientStates)[number];

interface Step {
  readonly from: ClientState;
  readonly to: ClientState;
}

export const clientSteps = {
  close: { from: 'open', to: 'closed' },
  reopen: { from: 'closed', to: 'open' },
} as const satisfies Readonly<Record<string, Step>>;
export type ClientStep = keyof typeof clientSteps;

/** Days for which the people of a closed client still sign in, to read and download. */
export const READING_DAYS = 90;

/** Accounts of a client's ledger that must be empty before it is closed. */
export const settledAccounts = [
  'CARTERA',
  'RECOMPRA',
  'AFORO_POR_DEVOLVER',
  'INTERES_POR_DEVENGAR',
  'COMISIONES_POR_DEVENGAR',
  'POR_DEPOSITAR',
  'CLIENTE',
  'IVA_POR_FACTURAR',
  'IVA_NO_COBRADO',
] as const;
export type SettledAccount = (typeof settledAccounts)[number];

/** Kinds of open business that keep a client from being closed, in the order of the screen. */
export const closingObstacles = [
  'sales',
  'credit',
  'balances',
  'unidentified',
  'cfdi',
  'messages',
  'sync',
  'proposals',
] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

/** How many of each obstacle there are. */
export type ClosingFigures = Readonly<Record<ClosingObstacle, number>>;

export const obstaclesIn = (figures: ClosingFigures): ClosingObstacle[] =>
  closingObstacles.filter((obstacle) => figures[obstacle] !== 0);

export type StepRefusal = 'NOTHING_CHANGED' | 'CLIENT_NOT_SETTLED';

/** Reason why a client cannot be closed or reopened; null if there is none. Only closing requires that everything is settled. */
export function stepRefusal(step: ClientStep, state: ClientState, figures: ClosingFigures): StepRefusal | null {
  if (state !== clientSteps[step].from) return 'NOTHING_CHANGED';
  return step === 'close' && obstaclesIn(figures).length > 0 ? 'CLIENT_NOT_SETTLED' : null;
}
