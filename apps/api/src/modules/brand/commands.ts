/** Logos that are uploaded, and the change of the brand, which a second person approves. */
import { createHash } from 'node:crypto';
import type { Changes } from '@anticipa/contract/approvals';
import type { uploadLogo as uploadRoute } from '@anticipa/contract/brand';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { colourProblem } from '@anticipa/domain/brand-colour';
import { done, type Failure, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { isPublicMailbox } from '@anticipa/domain/sender';
import { emailProblem } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { logoOf } from './logo.ts';
import { brandSet } from './queries.ts';

/** Keeps the pictures of a logo under their hash; the same ones are kept once. */
export async function keepLogo(
  { db, at }: OperatorWork,
  typed: BodyOf<typeof uploadRoute>,
): Promise<Outcome<ResponseOf<typeof uploadRoute>>> {
  const read = logoOf(typed);
  if (!read.ok) return read;
  const { svg, png, icon, size } = read.value;
  const hash = createHash('sha256')
    .update(svg ?? '')
    .update('\0')
    .update(png)
    .update(icon);
  const logo = hash.digest('hex');
  await db
    .insertInto('brand_logos')
    .values({ logo_id: logo, svg, png, icon, ...size, uploaded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return done({ logo, ...size });
}

type Brand = Changes['brand']['proposed'];

/** Why a brand cannot be proposed: colours with the nearest that can be read, and addresses that are none or not the lender's. */
export function brandRefusal({ colour, darkColour, supportEmail, senderAddress }: Brand): Refused | null {
  const unreadable = (field: string, typed: string, theme: 'light' | 'dark'): Failure[] => {
    const problem = colourProblem(typed, theme);
    return problem === null
      ? []
      : [{ path: `change.proposed.${field}`, code: 'COLOUR_UNREADABLE', expected: problem.nearest }];
  };
  const failures = [
    ...unreadable('colour', colour, 'light'),
    ...(darkColour === null ? [] : unreadable('darkColour', darkColour, 'dark')),
  ];
  if (failures.length > 0) return refuse('COLOUR_UNREADABLE', failures);
  const wrong = Object.entries({ supportEmail, senderAddress }).flatMap(([field, address]): Failure[] =>
    address !== null && emailProblem(address) !== null
      ? [{ path: `change.proposed.${field}`, code: 'INVALID_EMAIL' }]
      : [],
  );
  if (wrong.length > 0) return refuse('INVALID_EMAIL', wrong);
  return senderAddress !== null && isPublicMailbox(senderAddress)
    ? refuseEach('PUBLIC_MAILBOX', ['change.proposed.senderAddress'])
    : null;
}

export const brandHandler: Handler<'brand'> = {
  standing: async (work, _, lock) => {
    if (lock === 'update')
      await sql`select pg_advisory_xact_lock(hashtextextended('setting:brand', 0))`.execute(work.db);
    return brandSet(work);
  },
  // A logo was uploaded before.
  isPossible: async ({ db }, { proposed: { logo } }) =>
    logo === null ||
    (await db.selectFrom('brand_logos').select('logo_id').where('logo_id', '=', logo).executeTakeFirst()) !== undefined,
  apply: async ({ db }, { proposed }) => {
    const set = {
      name: proposed.name,
      legal_name: proposed.legalName,
      colour: proposed.colour,
      dark_colour: proposed.darkColour,
      logo_id: proposed.logo,
      privacy_url: proposed.privacyUrl,
      privacy_text: proposed.privacyText,
      support_phone: proposed.supportPhone,
      support_whatsapp: proposed.supportWhatsApp,
      support_email: proposed.supportEmail,
    };
    await db
      .insertInto('brand')
      .values(set)
      .onConflict((conflict) => conflict.column('is_brand').doUpdateSet(set))
      .execute();
    const { name, senderAddress: address } = proposed;
    if (address !== null)
      await db
        .insertInto('mail_sender')
        .values({ name, address })
        .onConflict((conflict) => conflict.column('is_sender').doUpdateSet({ name, address }))
        .execute();
    return done(null);
  },
};
