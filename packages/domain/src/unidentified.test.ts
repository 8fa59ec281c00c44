import { describe, expect, it } from 'vitest';
import { type NamedInvoice, type UnidentifiedStep, unidentifiedSteps, waitStep } from './unidentified.ts';

/** Balances (debits less credits, without zeros) after the steps of a payment of 100. */
const balances = (path: readonly UnidentifiedStep[]): Record<string, number> => {
  const sums = new Map<string, number>();
  let state: string | null = null;
  for (const name of path) {
    const { from, to, debit, credit } = unidentifiedSteps[name];
    expect(from).toBe(state);
    state = to;
    sums.set(debit, (sums.get(debit) ?? 0) + 100);
    sums.set(credit, (sums.get(credit) ?? 0) - 100);
  }
  return Object.fromEntries([...sums].filter(([, balance]) => balance !== 0));
};

describe('a payment of unknown purpose', () => {
  it.each<[string, readonly UnidentifiedStep[], Record<string, number>]>([
    ['waits, owed to its payer', ['unidentified'], { BANCOS: 100, COBROS_POR_IDENTIFICAR: -100 }],
    ['identified, is the client’s', ['unidentified', 'identification'], { BANCOS: 100, ENTRE_DIARIOS: -100 }],
    ['to be sent back, is payable', ['unidentified', 'send-back'], { BANCOS: 100, POR_DEPOSITAR: -100 }],
    ['returned, leaves nothing', ['unidentified', 'send-back', 'return'], {}],
  ])('[PRE-04] %s', (_, path, expected) => {
    expect(balances(path)).toEqual(expected);
  });
});

it.each<[readonly NamedInvoice[], ReturnType<typeof waitStep>]>([
  [['sold'], 'wait'],
  [['owed', 'sold'], 'wait'],
  [['owed'], 'apply'],
  [['gone', 'owed'], 'apply'],
  [['gone'], 'not-deposited'],
])('[DIN-25] money for invoices that are %s: %s', (named, expected) => {
  expect(waitStep(named)).toBe(expected);
});
