/** The brand before anybody has signed in: documents, icons, the web manifest and the privacy notice. */
import { createHash } from 'node:crypto';
import type { ShownBrand } from '@anticipa/contract/brand';
import { paletteOf, type Shades } from '@anticipa/domain/brand-colour';
import type { DocumentFacts } from '@anticipa/texts/document';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendRefusal } from '../../platform/http/answers.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { sharedReads } from '../../platform/load/shared-reads.ts';
import type { Log } from '../../platform/observe/log.ts';
import { type Opening, runAs } from '../../platform/work/transaction.ts';
import { ANYONE, type Brand, brandOf, logoPath, NEUTRAL, privacyUrlOf } from './queries.ts';

const tokensOf = ({ brand, brandHover, brandText, selected }: Shades): string =>
  `--brand:${brand};--brand-hover:${brandHover};--brand-text:${brandText};--focus:${brandText};--surface-selected:${selected};--info-surface:${selected}`;

/**
 * The style sheet of the brand's colours; it holds against that of the code, whichever is loaded first. Not every supported
 * browser knows `light-dark()`, which the build translates elsewhere. Paper is always light.
 */
function styleOf({ colour, darkColour }: Pick<Brand, 'colour' | 'darkColour'>): string {
  const { light, dark } = paletteOf(colour, darkColour);
  const inDark = tokensOf(dark);
  return `html:root{${tokensOf(light)}}@media screen and (prefers-color-scheme:dark){html:root:not([data-theme="light"]){${inDark}}}@media screen{html:root[data-theme="dark"]{${inDark}}}`;
}

/** The mark of a lender without a logo: its initial. */
const initialOf = ({ name, colour }: Brand): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="19" font-weight="600" fill="#fff">${escapeHtml(([...name][0] ?? '').toUpperCase())}</text></svg>`;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Where the mark is: the logo as it was uploaded, or the initial. */
const markOf = (brand: Brand): string =>
  brand.logo === null
    ? `/brand/mark.svg?v=${shortHash(initialOf(brand))}`
    : logoPath(brand.logo, brand.isVector ? 'svg' : 'png');

/** Where the square icon is; a vector serves at every size. */
const iconOf = (brand: Brand): string =>
  brand.logo !== null && brand.hasPng ? logoPath(brand.logo, 'icon') : markOf(brand);

const shownOf = (brand: Brand): ShownBrand => ({
  name: brand.name,
  legalName: brand.legalName || brand.name,
  logo: { url: markOf(brand), ...(brand.logoSize ?? { width: 256, height: 256 }) },
  privacyUrl: privacyUrlOf(brand, ''),
  supportPhone: brand.supportPhone,
  supportWhatsApp: brand.supportWhatsApp,
  supportEmail: brand.supportEmail,
});

const factsOf = (brand: Brand): DocumentFacts => ({
  name: brand.name,
  mark: markOf(brand),
  icon: iconOf(brand),
  style: styleOf(brand),
  shown: shownOf(brand),
});

const manifestOf = (brand: Brand): object => {
  const isPng = iconOf(brand).endsWith('.png');
  const icon = isPng ? { sizes: '512x512', type: 'image/png' } : { sizes: 'any', type: 'image/svg+xml' };
  return {
    name: brand.name,
    short_name: brand.name,
    description: 'Venta de facturas y crédito disponible para empresas.',
    lang: 'es-MX',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f6f3',
    theme_color: '#f7f6f3',
    icons: [
      { src: iconOf(brand), ...icon, purpose: 'any' },
      { src: iconOf(brand), ...icon, purpose: 'maskable' },
    ],
  };
};

const privacyPage = ({ name, legalName }: Brand, text: string): string =>
  `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Aviso de privacidad · ${escapeHtml(name)}</title></head>
<body><main><h1>Aviso de privacidad</h1><p>${escapeHtml(legalName || name)}</p>
${text
  .split(/\n\s*\n/)
  .map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`)
  .join('\n')}</main></body></html>`;

/** Years of caching: the address contains a hash. */
const FOREVER = 'public, max-age=31536000, immutable';

/** A picture; opened alone it may neither run nor load anything. */
const sendPicture = (reply: FastifyReply, type: string, content: Buffer | string, caching: string): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', caching)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(content);

export interface BrandPages {
  /** Facts that documents show now; while the database is away, what they showed last. */
  readonly factsNow: () => Promise<DocumentFacts>;
}

/** Serves the brand to everybody. Each address reads the database once at a time, however many ask. */
export function serveBrand(app: FastifyInstance, deps: Opening, log: Log): BrandPages {
  const brands = sharedReads<Brand>();
  const pictures = sharedReads<
    { readonly svg: string | null; readonly png: Buffer | null; readonly icon: Buffer | null } | undefined
  >();
  let last: Brand = NEUTRAL;
  const brandNow = async (): Promise<Brand> => {
    try {
      last = await brands.read('brand', () => runAs(deps, ANYONE, brandOf));
    } catch (err) {
      log.warn({ err }, 'the brand could not be read: pages show the last one');
    }
    return last;
  };
  app.get('/brand.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(factsOf(await brandNow())),
  );
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(await brandNow()))),
  );
  app.get('/favicon.ico', async (_request, reply) => reply.redirect(iconOf(await brandNow())));
  app.get('/brand/mark.svg', async (_request, reply) =>
    sendPicture(reply, 'image/svg+xml', initialOf(await brandNow()), 'no-cache'),
  );
  app.get<{ Params: { file: string } }>('/brand/:file', async ({ params: { file } }, reply) => {
    const [, logo, kind] = /^([\da-f]{64})(\.svg|\.png|-512\.png)?$/.exec(file) ?? [];
    if (logo === undefined) return sendRefusal(reply, 'NOT_FOUND');
    const found = await pictures.read(logo, () =>
      runAs(deps, ANYONE, ({ db }) =>
        db.selectFrom('brand_logos').select(['svg', 'png', 'icon']).where('logo_id', '=', logo).executeTakeFirst(),
      ),
    );
    const drawing = kind === '.png' || kind === '-512.png' ? null : found?.svg;
    const content = drawing ?? (kind === '-512.png' ? found?.icon : kind === '.svg' ? null : found?.png);
    if (content === null || content === undefined) return sendRefusal(reply, 'NOT_FOUND');
    return sendPicture(reply, typeof content === 'string' ? 'image/svg+xml' : 'image/png', content, FOREVER);
  });
  app.get('/privacidad', async (_request, reply) => {
    const brand = await brandNow();
    if (brand.privacyUrl !== null) return reply.redirect(brand.privacyUrl);
    if (brand.privacyText === null) return sendRefusal(reply, 'NOT_FOUND');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(privacyPage(brand, brand.privacyText));
  });
  return { factsNow: async () => factsOf(await brandNow()) };
}
