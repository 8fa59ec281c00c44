/**
 * The dated versions of the calls for programs. A change that would break a program gets a date of its own, and says here how
 * older programs are still answered: nothing else in the portal knows an older shape.
 */

type Json = unknown;

/** How one call differs for the versions before. */
export interface ApiChange {
  /** Method and path, as in `GET /v1/invoices/:invoice_id`. */
  readonly call: string;
  /** The answer as the version before had it. */
  readonly toOlder?: (answer: Json) => Json;
  /** The body of the version before, as this one takes it. */
  readonly fromOlder?: (body: Json) => Json;
}

export interface ApiVersion {
  /** `YYYY-MM-DD`, as in the header. */
  readonly date: string;
  readonly changes: readonly ApiChange[];
}

/** Oldest first; the last one is in force for a program that names none. */
export const apiVersions: readonly ApiVersion[] = [{ date: '2026-11-28', changes: [] }];

/** The changes since a version that concern a call, newest first; null for an unknown version. */
export function changesSince(versions: readonly ApiVersion[], date: string, call: string): readonly ApiChange[] | null {
  const index = versions.findIndex((version) => version.date === date);
  if (index < 0) return null;
  const since = versions.slice(index + 1).flatMap(({ changes }) => changes.filter((change) => change.call === call));
  return since.toReversed();
}

/** An answer as an older version had it, and the body of an older version as the newest takes it. */
export const toOlder = (changes: readonly ApiChange[], answer: Json): Json =>
  changes.reduce((value, change) => change.toOlder?.(value) ?? value, answer);
export const fromOlder = (changes: readonly ApiChange[], body: Json): Json =>
  changes.reduceRight((value, change) => change.fromOlder?.(value) ?? value, body);
