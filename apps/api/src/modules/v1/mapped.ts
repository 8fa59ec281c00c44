/** Has a command of the portal answer a call for programs. */
import type { Outcome } from '@anticipa/domain/errors';
import type { z } from 'zod';
import type { Executor } from '../../platform/db/pool.ts';
import type { Caller, IdempotentCall } from '../../platform/work/caller.ts';

/** A command of the portal, and how its answer becomes that of the call for programs. */
interface Mapping<From, To> {
  readonly command: (caller: Caller) => Promise<Outcome<From>>;
  /** The answer of the portal's call. */
  readonly from: z.ZodType<From>;
  /** The answer of the call for programs. */
  readonly to: z.ZodType<To>;
  /** `db` is that of the transaction which stores the answer under its key; null without a key. */
  readonly toWire: (value: From, db: Executor | null) => To | Promise<To>;
}

/** The answer under an idempotency key is stored in the shape of the call for programs, and sent again as it was. */
const renderedBy = <From, To>(call: IdempotentCall, { from, toWire }: Mapping<From, To>): IdempotentCall => ({
  ...call,
  render: async (value, db) => call.render(await toWire(from.parse(value), db), db),
  get answer() {
    return call.answer;
  },
  set answer(stored) {
    call.answer = stored;
  },
});

/** Runs a command and gives its value the shape of the call for programs. */
export async function mapped<From, To>(caller: Caller, mapping: Mapping<From, To>): Promise<Outcome<To>> {
  const { idempotency } = caller;
  const outcome = await mapping.command(
    idempotency === null ? caller : { ...caller, idempotency: renderedBy(idempotency, mapping) },
  );
  if (!outcome.ok) return outcome;
  // An answer under a key, given now or replayed, has its bytes already, which are in the shape.
  const bytes = idempotency?.answer?.bytes;
  const value = bytes
    ? mapping.to.parse(JSON.parse(bytes.toString('utf8')))
    : await mapping.toWire(outcome.value, null);
  return { ...outcome, value };
}
