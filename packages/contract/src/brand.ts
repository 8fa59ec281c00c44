/** The lender's brand: what clients and operators see of it on screens, mails and documents. */
import { isColour } from '@anticipa/domain/brand-colour';
import { logoBounds } from '@anticipa/domain/logo';
import { DOMAIN, recordStates } from '@anticipa/domain/sender';
import { MAX_EMAIL } from '@anticipa/domain/user';
import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { line, lines, text } from './wire.ts';

/** SHA-256 of a logo, in hexadecimal. */
const logoId = z.string().regex(/^[\da-f]{64}$/);

/** The brand as it is stored, proposed and shown. */
export const brandShape = {
  name: text,
  legalName: text,
  /** `#rrggbb`; the dark theme's is derived unless it has its own. */
  colour: text,
  darkColour: text.nullable(),
  logo: logoId.nullable(),
  /** The privacy notice: a link, or a text that the portal shows; the link goes first. */
  privacyUrl: text.nullable(),
  privacyText: z.string().max(30_000).nullable(),
  supportPhone: text.nullable(),
  /** Digits only, with the country's. */
  supportWhatsApp: text.nullable(),
  supportEmail: text.nullable(),
  /** From whom mails come; null until it is set, and no mail leaves. */
  senderAddress: text.nullable(),
};
const brand = z.strictObject(brandShape);
export type BrandValues = z.output<typeof brand>;

/** The brand as pages know it before anybody has signed in. */
export interface ShownBrand {
  readonly name: string;
  readonly legalName: string;
  readonly logo: { readonly url: string; readonly width: number; readonly height: number };
  readonly privacyUrl: string | null;
  readonly supportPhone: string | null;
  readonly supportWhatsApp: string | null;
  readonly supportEmail: string | null;
}

const phone = z.string().regex(/^[\d +()-]{8,30}$/);
const email = z.string().max(MAX_EMAIL);
const colour = z.string().toLowerCase().refine(isColour);

/** The brand as people type it. */
export const typedBrand = z.strictObject({
  name: line.trim().min(2).max(30),
  legalName: line.trim().min(2).max(120),
  colour,
  darkColour: colour.nullable(),
  logo: logoId.nullable(),
  privacyUrl: z
    .string()
    .max(500)
    .refine((url) => URL.parse(url)?.protocol === 'https:' && url.startsWith('https://'))
    .nullable(),
  privacyText: lines.trim().min(1).max(30_000).nullable(),
  supportPhone: phone.nullable(),
  supportWhatsApp: z
    .string()
    .transform((digits) => digits.replace(/\D/g, ''))
    .refine((digits) => /^\d{10,15}$/.test(digits))
    .nullable(),
  supportEmail: email.nullable(),
  senderAddress: email,
});

export const brandRefusals = ['COLOUR_UNREADABLE', 'INVALID_EMAIL', 'PUBLIC_MAILBOX'] as const;

const base64 = (bytes: number) => z.base64().max(Math.ceil(bytes / 3) * 4);

export const uploadLogo = deskWrite({
  path: '/api/lender/brand/logos',
  summary:
    'Keeps a logo, to be named in a proposal of the brand. An SVG is kept without what only its editor needs, and refused if it runs or loads anything.',
  roles: ['administrador'],
  rate: 'upload',
  maxBytes: 1_000_000,
  body: z.strictObject({
    /** Null if the logo is its PNG. */
    svg: z.string().max(logoBounds.svgBytes).nullable(),
    /** The logo as a PNG for mails and documents: 8 bits a channel, not interlaced. */
    png: base64(logoBounds.pngBytes),
    /** The logo on a square, for phones. */
    icon: base64(logoBounds.iconBytes),
  }),
  response: z.strictObject({ logo: logoId, width: z.int(), height: z.int() }),
  errors: ['LOGO_UNSAFE', 'LOGO_UNREADABLE', 'LOGO_SHAPE'],
});

export const previewBrand = deskWrite({
  path: '/api/lender/brand/preview',
  summary:
    'A mail and a document of the portal with a brand that is not approved. Nothing changes, and nothing is sent.',
  roles: ['administrador'],
  body: z.strictObject({ proposed: typedBrand }),
  response: z.strictObject({
    mail: z.strictObject({
      from: text,
      subject: text,
      /** The whole document as mail programs get it, with the logo by its address. */
      html: z.string(),
    }),
    base64: z.string(),
    fileName: text,
  }),
  errors: brandRefusals,
});

/** Test mails of one operator in an hour. */
export const TEST_MAILS_PER_HOUR = 5;

export const sendBrandMail = deskWrite({
  path: '/api/lender/brand/test-mail',
  summary:
    'Sends a mail with a brand that is not approved, from its sender, to the operator who asks. Five in an hour; each is in the log.',
  roles: ['administrador'],
  body: z.strictObject({ proposed: typedBrand }),
  response: z.strictObject({ to: text }),
  errors: [...brandRefusals, 'TEST_MAIL_LIMIT_REACHED'],
});

const domainRecord = z.strictObject({ state: z.enum(recordStates), record: text.nullable() });
export type DomainRecord = z.output<typeof domainRecord>;

export const checkSenderDomain = deskRead({
  path: '/api/lender/brand/sender-domain',
  summary:
    'Looks up what the DNS says of the domain of a sender: who may send from it, and what happens to mails that fail.',
  roles: ['administrador'],
  query: z.strictObject({ domain: z.string().toLowerCase().regex(DOMAIN) }),
  response: z.strictObject({ spf: domainRecord, dmarc: domainRecord }),
});
