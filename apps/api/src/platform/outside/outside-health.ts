/** Outcomes of this process's calls to each outside system, from the circuit breaker that its gateway uses. */
import type { OutsideSystem } from '@anticipa/contract/systems';
import { type CircuitBreaker, circuitBreaker } from './outside-call.ts';

export interface SystemHealth {
  readonly system: OutsideSystem;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Kind of the last failure; null if its gateway does not distinguish. */
  readonly lastFailure: string | null;
  readonly circuit: 'closed' | 'open';
  readonly successes: number;
  readonly failures: number;
}

export interface OutsideHealth {
  /** The breaker of a system, for its gateway. */
  circuitOf(system: OutsideSystem): CircuitBreaker;
  /** Systems with a gateway, by name. */
  all(): readonly SystemHealth[];
}

/** `now` defaults to the system's clock. */
export function createOutsideHealth(now: () => Date = () => new Date()): OutsideHealth {
  const systems = new Map<OutsideSystem, { readonly circuit: CircuitBreaker; health: SystemHealth }>();
  return {
    circuitOf: (system) => {
      const entry = { circuit: circuitBreaker(), health: unused(system) };
      systems.set(system, entry);
      return {
        allows: entry.circuit.allows,
        isOpen: entry.circuit.isOpen,
        record: (isGood, failure) => {
          entry.circuit.record(isGood);
          entry.health = after(entry.health, isGood, failure ?? null, now());
        },
      };
    },
    all: () =>
      [...systems.values()]
        .map(({ circuit, health }) => ({
          ...health,
          circuit: circuit.isOpen() ? ('open' as const) : ('closed' as const),
        }))
        .sort((one, other) => one.system.localeCompare(other.system)),
  };
}

const unused = (system: OutsideSystem): SystemHealth => ({
  system,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  circuit: 'closed',
  successes: 0,
  failures: 0,
});

const after = (health: SystemHealth, isGood: boolean, lastFailure: string | null, at: Date): SystemHealth =>
  isGood
    ? { ...health, lastSuccessAt: at, successes: health.successes + 1 }
    : { ...health, lastFailureAt: at, lastFailure, failures: health.failures + 1 };
