/**
 * Position in the event stream up to which this page's data are current. The stream continues from it, and the server
 * reports whether events were missed. A file of its own, because the sign-in page loads no stream.
 */
let position: string | undefined;

export const eventPosition = (): string | undefined => position;

/** Undefined for a user without events. */
export function setEventPosition(next: string | undefined): void {
  position = next;
}
