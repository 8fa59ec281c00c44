/** Messages to people's WhatsApp, each by an approved template. */
export interface WhatsAppPort {
  /** The number to which people write, as digits; null if the lender has no WhatsApp. */
  number(): Promise<string | null>;
  /** Never throws and never exceeds its deadline. */
  send(message: WhatsAppMessage): Promise<WhatsAppSent>;
  /** Answers a text that came from a phone within the last 24 hours, in words of our own; as `send` otherwise. */
  answer(to: string, text: string): Promise<WhatsAppSent>;
}

export interface WhatsAppMessage {
  /** Ours; comes back with each state, also if the answer to the call was lost. */
  readonly id: string;
  /** Digits with the country code. */
  readonly to: string;
  readonly title: string;
  readonly body: string;
  /** The address in the portal, without the slash in front. */
  readonly address: string;
}

/**
 * 'refused': it will never be sent. 'not-now': it was not sent, and may be sent again. 'unknown': it may have been sent, and must not be
 * repeated: its state tells.
 */
export type WhatsAppSent =
  | { readonly kind: 'accepted'; readonly providerId: string }
  | { readonly kind: 'refused' | 'not-now'; readonly reason: string }
  | { readonly kind: 'unknown' };
