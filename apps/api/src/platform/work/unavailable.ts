/** A dependency does not answer; the call that needs it is refused with SERVICE_UNAVAILABLE. */
export class Unavailable extends Error {}
