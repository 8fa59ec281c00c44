/** An e-mail to one recipient. */
export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
    /** Name of a picture that the HTML shows. */
    readonly cid?: string;
  }[];
  /** Has angle brackets; stable across attempts, so duplicates are recognised. */
  readonly messageId: string;
}

/** The mail server refused the recipient's address for good (SMTP 5xx about the address): trying again is useless. */
export class RecipientRefused extends Error {}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail; throws `RecipientRefused` or another error otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the mail server is up; false after three seconds at the latest. */
  isUp(): Promise<boolean>;
}
