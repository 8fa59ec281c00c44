import type { OutsideSystem, SystemState } from '@anticipa/contract/systems';

/** One system, as both programs have reached it. */
export interface SystemRow {
  readonly system: OutsideSystem;
  /** `stopped`: calls are suspended after repeated failures. */
  readonly state: 'works' | 'fails' | 'stopped' | 'unused';
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
  /** Error of the waiting work, else of the last failed call. */
  readonly lastError: string | null;
  readonly waiting: number | null;
  readonly oldestAt: string | null;
  readonly credentials: SystemState['credentials'];
}

/** The systems in need of attention first. */
export function rowsOf(states: readonly SystemState[]): SystemRow[] {
  const order = ['stopped', 'fails', 'works', 'unused'];
  return [...Map.groupBy(states, ({ system }) => system).values()]
    .flatMap(rowOf)
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

function rowOf(states: readonly SystemState[]): SystemRow[] {
  const [first] = states;
  if (first === undefined) return [];
  const failed = newest(states, ({ lastFailureAt }) => lastFailureAt);
  const lastSuccessAt = newest(states, (state) => state.lastSuccessAt)?.lastSuccessAt ?? null;
  const lastFailureAt = failed?.lastFailureAt ?? null;
  const { system, queue, credentials } = first;
  return [
    {
      system,
      state: stateOf(states),
      lastSuccessAt,
      lastFailureAt,
      lastError: queue?.lastError ?? failed?.lastFailure ?? null,
      waiting: queue?.waiting ?? null,
      oldestAt: queue?.oldestAt ?? null,
      credentials,
    },
  ];
}

/** If two programs use the system, the one that cannot reach it decides. */
function stateOf(states: readonly SystemState[]): SystemRow['state'] {
  if (states.some(({ circuit }) => circuit === 'open')) return 'stopped';
  const used = states.filter(({ lastSuccessAt, lastFailureAt }) => (lastSuccessAt ?? lastFailureAt) !== null);
  if (used.length === 0) return 'unused';
  return used.some(({ lastSuccessAt, lastFailureAt }) => (lastFailureAt ?? '') > (lastSuccessAt ?? ''))
    ? 'fails'
    : 'works';
}

/** Instants of one form are in the order of their texts. */
const newest = (
  states: readonly SystemState[],
  instantOf: (state: SystemState) => string | null,
): SystemState | undefined =>
  states.toSorted((one, other) => (instantOf(other) ?? '').localeCompare(instantOf(one) ?? ''))[0];
