/** Has a command of the portal answer a call for programs. */
import type { Outcome } from '@anticipa/domain/errors';
import type { Caller, IdempotentCall } from '../../platform/work/caller.ts';

/** The answer under an idempotency key is stored in the shape of the call for programs, and sent again as it was. */
const renderedBy = <From>(call: IdempotentCall, toWire: (value: From) => unknown): IdempotentCall => ({
  ...call,
  render: (value) => call.render(toWire(value as From)),
  get answer() {
    return call.answer;
  },
  set answer(stored) {
    call.answer = stored;
  },
});

/** Runs a command and gives its value the shape of the call for programs. */
export async function mapped<From, To>(
  caller: Caller,
  command: (caller: Caller) => Promise<Outcome<From>>,
  toWire: (value: From) => To,
): Promise<Outcome<To>> {
  const { idempotency } = caller;
  const outcome = await command(
    idempotency === null ? caller : { ...caller, idempotency: renderedBy(idempotency, toWire) },
  );
  if (!outcome.ok) return outcome;
  // A replayed value already has the shape; its bytes are sent in its place.
  const isReplayed = idempotency !== null && idempotency.answer !== null;
  return { ...outcome, value: isReplayed ? (outcome.value as unknown as To) : toWire(outcome.value) };
}
