/** Addresses of clients to which the portal sends events. Nothing there is trusted, neither the name nor the answer. */

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `TARGET_REFUSED`: the name leads to an address that is not public. */
export type WebhookFault = 'TARGET_REFUSED' | 'NO_CONNECTION' | 'TIMEOUT';

export interface WebhookAnswer {
  /** Null without an answer. */
  readonly status: number | null;
  readonly fault: WebhookFault | null;
  /** The beginning of the answer. */
  readonly text: string | null;
  readonly tookMs: number;
}

export interface WebhookPort {
  /** Never throws. */
  send(call: WebhookCall): Promise<WebhookAnswer>;
  /** Whether an address may be kept: https, without a password, and not plainly private. */
  mayKeep(url: string): boolean;
}
