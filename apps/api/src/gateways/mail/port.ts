/** One e-mail to one person. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same on every try, so that a second copy is recognised; with its angle brackets. */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; throws otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the mail server answers now; false at the latest after three seconds. */
  isUp(): Promise<boolean>;
}
