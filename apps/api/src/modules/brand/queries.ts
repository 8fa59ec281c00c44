/** The lender's brand, the one source of what screens, mails and documents show of it. */
import type { BrandValues } from '@anticipa/contract/brand';
import { supportLines } from '@anticipa/texts/support';
import type { Executor } from '../../platform/db/pool.ts';
import type { PdfBrand } from '../../platform/documents/pdf.ts';
import type { MailBrand } from '../../platform/jobs/mail-template.ts';
import { type Opening, runAs } from '../../platform/work/transaction.ts';

/** A brand as the portal uses it. */
export interface Brand extends BrandValues {
  readonly logoSize: { readonly width: number; readonly height: number } | null;
  /** Whether the logo is drawn at any size. */
  readonly isVector: boolean;
  readonly hasPng: boolean;
  /** From whom mails come; null: no mail leaves. */
  readonly sender: { readonly name: string; readonly address: string } | null;
}

type Reading = { readonly db: Executor };

/** Colour of a lender that has not chosen one: graphite, of no other lender. */
export const NEUTRAL = {
  name: 'Portal',
  legalName: '',
  colour: '#3d4450',
  darkColour: null,
  logo: null,
  privacyUrl: null,
  privacyText: null,
  supportPhone: null,
  supportWhatsApp: null,
  supportEmail: null,
  senderAddress: null,
  logoSize: null,
  isVector: false,
  hasPng: false,
  sender: null,
} as const satisfies Brand;

/** The brand as the lender set it; null if it has not. */
export async function brandSet({ db }: Reading): Promise<BrandValues | null> {
  const row = await db
    .selectFrom('brand')
    .leftJoin('mail_sender', 'mail_sender.is_sender', 'brand.is_brand')
    .select(['brand.name', 'legal_name as legalName', 'colour', 'dark_colour as darkColour', 'logo_id as logo'])
    .select(['privacy_url as privacyUrl', 'privacy_text as privacyText', 'support_phone as supportPhone'])
    .select(['support_whatsapp as supportWhatsApp', 'support_email as supportEmail', 'address as senderAddress'])
    .executeTakeFirst();
  return row ?? null;
}

/** The brand; a lender that has set none has the name of its mail sender, or of its tax data. */
export async function brandOf(work: Reading): Promise<Brand> {
  const { db } = work;
  const set = await brandSet(work);
  if (set !== null) return asUsed(work, set);
  const sender = await db.selectFrom('mail_sender').select(['name', 'address']).executeTakeFirst();
  const lender = await db.selectFrom('lender').select('name').executeTakeFirst();
  const name = (sender?.name ?? lender?.name ?? NEUTRAL.name).slice(0, 30).trim();
  const senderAddress = sender?.address ?? null;
  return { ...NEUTRAL, name, legalName: lender?.name ?? '', senderAddress, sender: sender ?? null };
}

/** A brand, in force or proposed, as the portal uses it. */
async function asUsed(work: Reading, set: BrandValues): Promise<Brand> {
  const logo = set.logo === null ? undefined : await logoFacts(work, set.logo);
  const sender = set.senderAddress === null ? null : { name: set.name, address: set.senderAddress };
  const logoSize = logo ? { width: logo.width, height: logo.height } : null;
  return { ...set, logoSize, isVector: logo?.isVector === true, hasPng: logo?.hasPng === true, sender };
}

const logoFacts = ({ db }: Reading, logo: string) =>
  db
    .selectFrom('brand_logos')
    .select((eb) => [
      'width',
      'height',
      eb('svg', 'is not', null).as('isVector'),
      eb('png', 'is not', null).as('hasPng'),
    ])
    .where('logo_id', '=', logo)
    .executeTakeFirst();

/** A brand with the picture that heads mails and documents. */
export interface HeadedBrand extends Brand {
  readonly picture: PdfBrand['logo'];
}

export const headedBrandOf = async (work: Reading): Promise<HeadedBrand> => withPicture(work, await brandOf(work));

/** A proposed brand with the picture of its logo. */
export const headedAsProposed = async (work: Reading, proposed: BrandValues): Promise<HeadedBrand> =>
  withPicture(work, await asUsed(work, proposed));

async function withPicture(work: Reading, brand: Brand): Promise<HeadedBrand> {
  if (brand.logo === null || !brand.hasPng) return { ...brand, picture: null };
  const { png, ...size } = await work.db
    .selectFrom('brand_logos')
    .select((eb) => [eb.ref('png').$notNull().as('png'), 'width', 'height'])
    .where('logo_id', '=', brand.logo)
    .executeTakeFirstOrThrow();
  return { ...brand, picture: { png, ...size } };
}

/** The head of every PDF. */
export const letterheadOf = async (work: Reading): Promise<PdfBrand> => pdfBrandOf(await headedBrandOf(work));

export const pdfBrandOf = ({ name, legalName, colour, picture }: HeadedBrand): PdfBrand => ({
  name,
  legalName,
  colour,
  logo: picture,
});

/** A reader who is nobody: every page and every document has the brand. */
export const ANYONE = { actor: null, requestId: null, idempotency: null } as const;
export const readLetterhead = (deps: Opening): Promise<PdfBrand> => runAs(deps, ANYONE, letterheadOf);

/** Addresses of a logo's pictures, which never change. */
export const logoPath = (logo: string, kind: 'svg' | 'png' | 'icon'): string =>
  `/brand/${logo}${kind === 'icon' ? '-512.png' : `.${kind}`}`;

/** Where the privacy notice is; null without one. */
export const privacyUrlOf = ({ privacyUrl, privacyText }: BrandValues, baseUrl: string): string | null =>
  privacyUrl ?? (privacyText === null ? null : `${baseUrl}/privacidad`);

/** The head and the foot of every mail. */
export const mailBrandOf = (brand: Brand, baseUrl: string): MailBrand => ({
  name: brand.name,
  legalName: brand.legalName,
  colour: brand.colour,
  logo: brand.hasPng ? brand.logoSize : null,
  support: supportLines(brand),
  privacyUrl: privacyUrlOf(brand, baseUrl),
});
