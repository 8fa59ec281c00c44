import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { type DnsServer, startDnsServer } from '@anticipa/sandbox/dns-server';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { firstBrand } from '../../../testing/lender-start.ts';
import { pngOf } from '../../../testing/pictures.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Session } from '../../../testing/session.ts';

let dns: DnsServer;
let world: PortalWithMail;
let maker: Session;
let checker: Session;
let treasury: Session;

beforeAll(async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'brand-web-'));
  const page = '<!doctype html><head><!--brand--><title>{{name}}</title></head><body><!--mark--></body>';
  for (const name of ['index', 'login', 'lender']) writeFileSync(join(webDir, `${name}.html`), page);
  dns = await startDnsServer();
  world = await startPortalWithMail({ dnsServer: dns.address }, { webDir });
  const { portal } = world;
  maker = await portal.signIn((await anOperator(portal)).email);
  checker = await portal.signIn((await anOperator(portal)).email);
  treasury = await portal.signIn((await anOperator(portal, { roles: ['tesoreria'] })).email);
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

const reason = 'cambio de imagen';
const body = (changed: object) => ({ reason, change: { kind: 'brand', proposed: { ...firstBrand, ...changed } } });
const refusalOf = (changed: object, by = maker) => by.refusal(routes.proposeSetting, { body: body(changed) });
const propose = async (changed: object): Promise<Approval> => {
  const { proposal } = await maker.call(routes.proposeSetting, { body: body(changed) });
  if (!proposal) throw new Error('applied without a second person');
  return proposal;
};
const approve = (session: Session, { id, ground }: Approval) =>
  session.send(routes.decideProposal, { params: { proposalId: id }, body: { decision: { kind: 'approve', ground } } });
const bring = async (changed: object): Promise<void> =>
  expect((await approve(checker, await propose(changed))).code).toBe(null);
const pageAt = async (url: string) => world.portal.visitor.get(url, { accept: 'text/html' });
const shownAt = async (url = '/') => {
  const html = (await pageAt(url)).bytes.toString();
  return JSON.parse(/id="brand">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
};

describe('[MAR-01] the brand', () => {
  it('changes when another administrator approves it, and back by another proposal', async () => {
    expect(await refusalOf({ name: 'Otra' }, treasury)).toMatchObject({ code: 'ROLE_NEEDED' });
    const proposal = await propose({ name: 'Capital Brisa' });
    expect(proposal.change).toMatchObject({ now: { name: 'Crédito Aurora' }, proposed: { name: 'Capital Brisa' } });
    expect(await refusalOf({ name: 'Otra' })).toMatchObject({ code: 'PROPOSAL_PENDING' });
    expect((await approve(maker, proposal)).code).toBe('OWN_PROPOSAL');
    expect((await approve(treasury, proposal)).code).toBe('ROLE_NEEDED');
    expect((await shownAt()).name).toBe('Crédito Aurora');
    expect((await approve(checker, proposal)).code).toBe(null);
    expect((await checker.call(routes.getSettings)).settings.brand).toEqual({ ...firstBrand, name: 'Capital Brisa' });
    expect((await shownAt('/login')).name).toBe('Capital Brisa');
    await bring({});
    expect(await refusalOf({})).toMatchObject({ code: 'NOTHING_CHANGED' });
    expect((await shownAt('/lender')).name).toBe('Crédito Aurora');
  });

  it('[MAR-02] is refused with a colour that cannot be read, with the nearest that can', async () => {
    const refused = await refusalOf({ colour: '#ffd400', darkColour: '#1d4b8f' });
    expect(refused).toMatchObject({
      code: 'COLOUR_UNREADABLE',
      details: [
        { path: 'change.proposed.colour', expected: '#826b05' },
        { path: 'change.proposed.darkColour', expected: expect.stringMatching(/^#[\da-f]{6}$/) },
      ],
    });
    await bring({ colour: '#826b05', darkColour: refused?.details[1]?.expected });
    const html = (await pageAt('/')).bytes.toString();
    expect(html).toContain('html:root{--brand:#826b05;');
    await bring({});
  });

  it.each([
    [{ senderAddress: 'avisos' }, 'INVALID_EMAIL', 'senderAddress'],
    [{ senderAddress: 'Avisos@Gmail.com' }, 'PUBLIC_MAILBOX', 'senderAddress'],
    [{ supportEmail: 'a b@c.mx' }, 'INVALID_EMAIL', 'supportEmail'],
    [{ privacyUrl: 'http://aurora.example' }, 'INVALID_REQUEST', 'privacyUrl'],
    [{ privacyUrl: 'javascript:alert(1)' }, 'INVALID_REQUEST', 'privacyUrl'],
    [{ supportWhatsApp: '123' }, 'INVALID_REQUEST', 'supportWhatsApp'],
    [{ name: 'A\u202Eb' }, 'INVALID_REQUEST', 'name'],
    [{ colour: 'red' }, 'INVALID_REQUEST', 'colour'],
    [{ logo: 'a'.repeat(64) }, 'INVALID_REQUEST', 'logo'],
  ])('%o is refused: %s', async (changed, code, field) => {
    expect(await refusalOf(changed)).toMatchObject({ code, details: [{ path: `change.proposed.${field}` }] });
  });

  it('[MAR-05] has a logo that was uploaded, which everybody may see and which runs nothing', async () => {
    const pictures = { png: pngOf(400, 100), icon: pngOf(512, 512) };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';
    const upload = (changed: object) => maker.send(routes.uploadLogo, { body: { svg, ...pictures, ...changed } });
    expect((await upload({ svg: svg.replace('<rect', '<script/><rect') })).code).toBe('LOGO_UNSAFE');
    expect((await upload({ icon: pngOf(100, 100) })).code).toBe('LOGO_SHAPE');
    expect((await upload({ png: Buffer.from('no').toString('base64') })).code).toBe('LOGO_UNREADABLE');
    expect((await treasury.send(routes.uploadLogo, { body: { svg, ...pictures } })).code).toBe('ROLE_NEEDED');
    const uploaded = await maker.call(routes.uploadLogo, { body: { svg, ...pictures } });
    expect(await maker.call(routes.uploadLogo, { body: { svg, ...pictures } })).toEqual(uploaded);
    await bring({ logo: uploaded.logo });
    const { logo } = await shownAt();
    expect(logo).toEqual({ url: `/brand/${uploaded.logo}.svg`, width: 1024, height: 256 });
    const picture = await pageAt(logo.url);
    expect(picture.headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    expect(picture.bytes.toString()).toContain('<rect');
    const manifest = JSON.parse((await pageAt('/manifest.webmanifest')).bytes.toString());
    expect(manifest).toMatchObject({ name: firstBrand.name, icons: [{ src: `/brand/${uploaded.logo}-512.png` }, {}] });
    expect((await pageAt(manifest.icons[0].src)).bytes.toString('base64')).toBe(pictures.icon);
    await bring({});
  });
});

describe('[MAR-10] a preview', () => {
  const preview = (changed: object, by = maker) =>
    by.send(routes.previewBrand, { body: { proposed: { ...firstBrand, ...changed } } });

  it('is the mail and the document of the portal with the proposed brand, and changes nothing', async () => {
    const { logo } = await maker.call(routes.uploadLogo, {
      body: { svg: null, png: pngOf(300, 100), icon: pngOf(512, 512) },
    });
    const before = await world.portal.db.owner.query('select * from brand');
    const { mail, base64 } = await maker.call(routes.previewBrand, {
      body: {
        proposed: { ...firstBrand, name: 'Capital Brisa', legalName: 'Capital Brisa, S.A.', colour: '#8a1538', logo },
      },
    });
    expect(mail.from).toBe('Capital Brisa <avisos@aurora.example>');
    expect(mail.html).toContain(`<img src="/brand/${logo}.png"`);
    expect(mail.html).toContain('background:#8a1538');
    expect(mail.html).toContain('en el portal de Capital Brisa');
    const document = await getDocumentProxy(new Uint8Array(Buffer.from(base64, 'base64')));
    expect(JSON.stringify((await document.getMetadata()).info)).toContain('Capital Brisa, S.A.');
    expect((await extractText(document, { mergePages: true })).text).toContain('Capital Brisa, S.A.');
    expect((await world.portal.db.owner.query('select * from brand')).rows).toEqual(before.rows);
    expect((await shownAt()).name).toBe('Crédito Aurora');
  });

  it('is refused with a colour that cannot be read, and to those who may not propose it', async () => {
    expect((await preview({ colour: '#ffd400' })).code).toBe('COLOUR_UNREADABLE');
    expect((await preview({ senderAddress: 'avisos' })).code).toBe('INVALID_EMAIL');
    expect((await preview({}, treasury)).code).toBe('ROLE_NEEDED');
  });
});

describe('[MAR-11] the proposed sender', () => {
  const ask = (changed: object, by = maker) =>
    by.send(routes.sendBrandMail, { body: { proposed: { ...firstBrand, ...changed } } });

  it('sends a test mail with the proposed brand to the operator who asks, at most five an hour, and logs it', async () => {
    const { email } = await anOperator(world.portal);
    const operator = await world.portal.signIn(email);
    const proposed = { name: 'Capital Brisa', colour: '#8a1538', senderAddress: 'Avisos@brisa.example ' };
    expect((await ask({ senderAddress: 'avisos@hotmail.com' }, operator)).code).toBe('PUBLIC_MAILBOX');
    expect((await ask(proposed, treasury)).code).toBe('ROLE_NEEDED');
    expect(await ask(proposed, operator)).toMatchObject({ code: null, body: { to: email } });
    await world.deliver();
    const [mail, ...others] = world
      .mailsTo(email)
      .filter(({ subject }) => subject === 'Correo de prueba de Capital Brisa');
    expect(others).toEqual([]);
    expect(mail?.from).toBe('Capital Brisa <avisos@brisa.example>');
    expect(mail?.messageId).toContain('@brisa.example>');
    expect(mail?.html).toContain('background:#8a1538');
    expect((await shownAt()).name).toBe('Crédito Aurora');
    const { rows } = await world.portal.db.owner.query(
      "select subject, details from audit where action = 'setting.mailed'",
    );
    expect(rows).toEqual([{ subject: 'setting:brand', details: { from: 'avisos@brisa.example' } }]);
    const more = await Promise.all(Array.from({ length: 5 }, () => ask(proposed, operator)));
    expect(more.map(({ code }) => code).toSorted()).toEqual(
      [null, null, null, null, 'TEST_MAIL_LIMIT_REACHED'].toSorted(),
    );
  });

  it('[MAR-12] is looked up in the DNS: what is missing, and what could not be read', async () => {
    dns.put('brisa.example', ['v=spf1 include:correo.example -all']);
    dns.put('_dmarc.brisa.example', ['v=DMARC1; p=reject']);
    dns.put('falla.brisa.example', 'fails');
    const check = (domain: string) => maker.call(routes.checkSenderDomain, { query: { domain } });
    const dmarc = { state: 'found', record: 'v=DMARC1; p=reject' };
    const missing = { state: 'missing', record: null };
    expect(await check('Brisa.example')).toEqual({
      spf: { state: 'found', record: 'v=spf1 include:correo.example -all' },
      dmarc,
    });
    expect(await check('avisos.brisa.example')).toEqual({ spf: missing, dmarc });
    expect(await check('falla.brisa.example')).toEqual({ spf: { state: 'unknown', record: null }, dmarc });
    expect(await check('nadie.example')).toEqual({ spf: missing, dmarc: missing });
    expect((await maker.send(routes.checkSenderDomain, { query: { domain: 'a b' } })).code).toBe('INVALID_REQUEST');
  });
});

describe('[MAR-06] a page before a sign-in', () => {
  it('has name and colours in the document itself, which the policy permits by its hash', async () => {
    const page = await pageAt('/login');
    const html = page.bytes.toString();
    expect(html).toContain('<title>Crédito Aurora</title>');
    const style = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(page.headers['content-security-policy']).toContain(
      `style-src 'self' 'sha256-${Buffer.from(digest).toString('base64')}'`,
    );
    const etag = String(page.headers.etag);
    const again = await world.portal.visitor.get('/login', { accept: 'text/html', 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('escapes every text of the brand', async () => {
    await bring({ name: '</script><b>"A&B' });
    const html = (await pageAt('/')).bytes.toString();
    expect(html).toContain('<title>&lt;/script&gt;&lt;b&gt;&quot;A&amp;B</title>');
    expect(html).not.toContain('</script><b>');
    expect((await shownAt()).name).toBe('</script><b>"A&B');
    await bring({});
  });

  it('has the privacy notice, as a text or elsewhere', async () => {
    expect((await pageAt('/privacidad')).headers.location).toBe('https://aurora.example/privacidad');
    await bring({ privacyUrl: null, privacyText: 'Uno <b>\n\nDos' });
    expect((await shownAt()).privacyUrl).toBe('/privacidad');
    expect((await pageAt('/privacidad')).bytes.toString()).toContain('<p>Uno &lt;b&gt;</p>\n<p>Dos</p>');
    await bring({ privacyUrl: null, privacyText: null });
    expect((await pageAt('/privacidad')).status).toBe(404);
    await bring({});
  });
});

describe('[MAR-03] mails', () => {
  it('leave from the lender’s address with its head and foot, and an id of its domain', async () => {
    const { email } = await aUser(world.portal, { client: await aClient(world.portal) });
    await world.ask(email);
    const [mail] = world.mailsTo(email);
    expect(mail?.from).toBe('Crédito Aurora <avisos@aurora.example>');
    expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@aurora\.example>$/);
    expect(mail?.text).toContain('Teléfono 55 5000 0000 · WhatsApp +525550000000 · Correo ayuda@aurora.example');
  });

  it('wait while the lender has no sender: no mail leaves from a domain that it does not own', async () => {
    const { portal } = world;
    const { rows } = await portal.db.owner.query('delete from mail_sender returning name, address');
    const { email } = await aUser(portal, { client: await aClient(portal) });
    const setUp = async () => (await maker.call(routes.getSetup)).data;
    await world.ask(email);
    expect(world.mailsTo(email)).toEqual([]);
    expect(await setUp()).toContain('mail-sender');
    const waiting = `select last_error from outbox where kind = 'recovery-link' and delivered_at is null`;
    expect((await portal.db.owner.query(waiting)).rows).toMatchObject([
      { last_error: expect.stringContaining('no mail sender is set') },
    ]);
    await portal.db.owner.query('insert into mail_sender (name, address) values ($1, $2)', [
      rows[0].name,
      rows[0].address,
    ]);
    expect(await setUp()).not.toContain('mail-sender');
    world.pass(5);
    await world.sweep();
    expect(world.mailsTo(email)).toHaveLength(1);
  });
});

/** Files of the portal in which a person could read the demo's name. */
function* sources(folder: URL): Generator<URL> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = new URL(entry.name + (entry.isDirectory() ? '/' : ''), folder);
    if (entry.isDirectory()) yield* sources(at);
    else if (/\.(tsx?|css|html|svg|js|vtt|webmanifest|json)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      yield at;
  }
}

/** In any letter case: the header of a call that a client's server reads is in small letters. */
const DEMO = /\banticipa\b/i;

describe('[MAR-07] the demo’s brand', () => {
  it('is in no text of the portal: only in the demo’s own data, and in what a terminal shows', () => {
    const root = new URL('../../../../../', import.meta.url);
    const folders = [
      'apps/api/src/',
      'apps/web/src/',
      'apps/web/public/',
      'packages/contract/src/',
      'packages/domain/src/',
      'packages/texts/src/',
      'packages/cfdi/src/',
    ];
    const terminal =
      /^apps\/api\/src\/(?:seed\/|migrations\/|main\.ts|commands\/start\.ts|platform\/db\/|platform\/observe\/|modules\/health\/)/;
    // The certificate of the demo's issuer, and passwords that are refused.
    const demoOnly = ['packages/cfdi/src/trust-store.ts', 'packages/domain/src/common-password.ts'];
    // Packages, names in the browser's storage and in logs, and commands of a terminal.
    const unseen = /@anticipa\/|'anticipa\.|`anticipa\.|`anticipa [a-z]+ [a-z]+`|'(?:__Host-)?anticipa'/g;
    const files = [
      ...folders.flatMap((folder) => [...sources(new URL(folder, root))]),
      ...['index', 'login', 'lender'].map((page) => new URL(`apps/web/${page}.html`, root)),
    ];
    const found = files
      .map((file) => [file.href.slice(root.href.length), readFileSync(file, 'utf8')] as const)
      .filter(([path]) => !demoOnly.includes(path))
      .filter(([path, text]) => !terminal.test(path) && DEMO.test(text.replaceAll(unseen, '')));
    expect(files.length).toBeGreaterThan(1000);
    expect(found.map(([path]) => path)).toEqual([]);
  });
});
