/** Notifications to browsers that people have registered. */
export interface PushPort {
  /** The public key with which browsers register, in base64url; null if the lender has none. */
  key(): Promise<string | null>;
  /** Never throws and never exceeds its deadline. */
  send(subscription: PushSubscription, notification: PushNotification): Promise<PushSent>;
}

export interface PushSubscription {
  readonly endpoint: string;
  /** Public key and secret of the browser, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** Address in the portal. */
  readonly address: string;
  /** A button for what is done next, beside looking at it. */
  readonly action?: { readonly label: string; readonly address: string } | undefined;
  /** A notification that comes again takes the place of the first. */
  readonly id: string;
}

/** 'gone': the browser is no longer registered. 'failed': not taken now. */
export type PushSent = { readonly kind: 'sent' | 'gone' } | { readonly kind: 'failed'; readonly reason: string };
