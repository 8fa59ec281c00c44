import { listProposals, proposeSetting } from '@anticipa/contract/approvals';
import { checkSenderDomain, previewBrand, sendBrandMail, uploadLogo } from '@anticipa/contract/brand';
import { getReminders } from '@anticipa/contract/reminders';
import { getSettings, type Settings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noSettings, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { BrandCard } from './brand-card.tsx';

const brand: NonNullable<Settings['brand']> = {
  name: 'Crédito Aurora',
  legalName: 'Crédito Aurora, S.A. de C.V.',
  colour: '#0b6e4f',
  darkColour: null,
  logo: null,
  privacyUrl: 'https://aurora.example/privacidad',
  privacyText: null,
  supportPhone: '55 5000 0000',
  supportWhatsApp: null,
  supportEmail: null,
  senderAddress: 'avisos@aurora.example',
};
const administrator = aUser({ kind: 'operator', client: null, clientId: null, roles: ['administrador'] });

const spf = (name: string) => ({ state: 'found', record: `v=spf1 include:${name}.example -all` }) as const;
const missing = { state: 'missing', record: null } as const;

beforeEach(async () => {
  await signInAs(administrator);
  answer(listProposals).with(() => ({ data: [] }));
  answer(getSettings).with(() => ({ settings: noSettings }));
  answer(getReminders).with(() => ({ isOn: true, isDecided: true, isOnForReceivers: false, texts: [] }));
  answer(checkSenderDomain).with(() => ({ spf: spf('aurora'), dmarc: missing }));
});

it('[MAR-02] offers the nearest colour that can be read, and previews portal, mail and PDF in both themes', async () => {
  const sent = answer(proposeSetting).with(() => ({ proposal }));
  const screen = await renderScreen(<BrandCard settings={{ ...noSettings, brand }} />, '/#brand');
  await expect.element(screen.getByText('Teléfono 55 5000 0000').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer cambio de marca' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Color principal', { exact: true }).fill('#FFD400');
  await expect
    .element(
      dialog.getByText(
        'Los textos no se leen: contraste 1.2, y hacen falta 4.5. El más cercano que se lee es #826b05.',
      ),
    )
    .toBeVisible();
  await dialog.getByLabelText('Motivo').fill('nueva imagen');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar #826b05' }).click();
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Capital Brisa');
  for (const [theme, colour] of [
    ['Modo claro', 'rgb(130, 107, 5)'],
    ['Modo oscuro', 'rgb(139, 116, 24)'],
  ] as const) {
    const preview = dialog.getByRole('group', { name: theme });
    await expect.element(preview.getByText('De: Capital Brisa <avisos@aurora.example>')).toBeVisible();
    await expect.element(preview.getByText('Vender')).toHaveStyle({ backgroundColor: colour });
  }
  await expect.element(dialog.getByRole('group', { name: 'PDF' }).getByText('Capital Brisa')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(screen.getByText('Enviada; vale cuando otra persona la apruebe.')).toBeVisible();
  expect(sent[0]?.body).toEqual({
    reason: 'nueva imagen',
    change: { kind: 'brand', proposed: { ...brand, name: 'Capital Brisa', colour: '#826b05' } },
  });
});

it('[MAR-10] shows the mail that the server makes with what is typed, with its own styles, and not after a change', async () => {
  const sent = answer(previewBrand).with(({ body: { proposed } }) => ({
    mail: {
      from: `${proposed.name} <avisos@aurora.example>`,
      subject: 'Tu venta está en revisión',
      html: `<!doctype html><html><head><style>body { color: rgb(1, 2, 3); }</style></head><body><p>Portal de ${proposed.name}</p><a href="https://aurora.example" style="background:${proposed.colour}">Ver la venta</a></body></html>`,
    },
    base64: btoa('%PDF-1.7'),
    fileName: 'marca-propuesta.pdf',
  }));
  const screen = await renderScreen(<BrandCard settings={{ ...noSettings, brand }} />, '/#brand');
  await screen.getByRole('button', { name: 'Proponer cambio de marca' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Capital Brisa');
  await dialog.getByRole('button', { name: 'Ver el correo y el PDF reales' }).click();
  const mail = dialog.getByRole('region', { name: 'Correo con la marca propuesta' });
  await expect.element(mail.getByText('Portal de Capital Brisa')).toHaveStyle({ color: 'rgb(1, 2, 3)' });
  await expect.element(mail.getByText('Ver la venta')).toHaveStyle({ backgroundColor: 'rgb(11, 110, 79)' });
  await expect.element(mail.getByText('Ver la venta')).not.toHaveAttribute('href');
  await expect.element(dialog.getByRole('button', { name: 'Descargar el PDF' })).toBeVisible();
  expect(sent[0]?.body.proposed).toEqual({ ...brand, name: 'Capital Brisa' });
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Brisa');
  await expect.element(mail).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Ver con los cambios' })).toBeVisible();
});

it('[MAR-11] [MAR-13] refuses a public mailbox in words, says what the domain lacks, and sends a test mail', async () => {
  const domains = answer(checkSenderDomain).with(({ query: { domain } }) =>
    domain === 'brisa.example'
      ? { spf: missing, dmarc: { state: 'unknown', record: null } }
      : { spf: spf('aurora'), dmarc: missing },
  );
  const sent = answer(sendBrandMail).with(() => ({ to: 'ana@aurora.example' }));
  const screen = await renderScreen(<BrandCard settings={{ ...noSettings, brand }} />, '/#brand');
  await screen.getByRole('button', { name: 'Proponer cambio de marca' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revisar el dominio' }).click();
  await expect.element(dialog.getByText('v=spf1 include:aurora.example -all')).toBeVisible();
  await expect.element(dialog.getByText('Falta. Pide a quien administra el dominio que lo agregue.')).toBeVisible();
  const sender = dialog.getByLabelText('Remitente de los correos');
  await sender.fill('avisos@gmail.com');
  await expect.element(dialog.getByRole('button', { name: 'Enviar un correo de prueba' })).not.toBeInTheDocument();
  await dialog.getByLabelText('Motivo').fill('nuevo remitente');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText(/buzones públicos no puede salir el correo/)).toBeVisible();
  await sender.fill('avisos@brisa.example');
  await dialog.getByRole('button', { name: 'Revisar el dominio' }).click();
  await expect.element(dialog.getByText('No se pudo comprobar. No impide proponer el cambio.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar un correo de prueba' }).click();
  await expect.element(dialog.getByText('Se envía a ana@aurora.example')).toBeVisible();
  expect(sent[0]?.body.proposed.senderAddress).toBe('avisos@brisa.example');
  expect(domains.map(({ query }) => query.domain)).toEqual(['aurora.example', 'brisa.example']);
});

it('[MAR-14] says where the name before is still found, with a link to each', async () => {
  const version = { version: '3', hash: 'a', publishedAt: '2026-01-01T06:00:00.000Z', inForce: true };
  const shown = { ...noSettings, brand: { ...brand, privacyText: 'Crédito Aurora cuida tus datos.' } };
  answer(getSettings).with(() => ({
    settings: { ...shown, terms: [{ ...version, body: 'Contrato con CREDITO AURORA, S.A. DE C.V.' }] },
  }));
  const own = { subject: 'Tus facturas', paragraphs: 'Paga a Crédito Aurora.', isOwn: true };
  const plain = { subject: 'Tus facturas', paragraphs: 'Paga a tiempo.', isOwn: false };
  answer(getReminders).with(() => ({
    isOn: true,
    isDecided: true,
    isOnForReceivers: false,
    texts: [
      { text: 'client-due', ...own },
      { text: 'client-overdue', ...plain },
    ],
  }));
  const screen = await renderScreen(<BrandCard settings={shown} />, '/#brand');
  await screen.getByRole('button', { name: 'Proponer cambio de marca' }).click();
  const dialog = screen.getByRole('dialog');
  const title = dialog.getByText('El nombre anterior se queda en estos textos');
  await expect.element(title).not.toBeInTheDocument();
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Capital Brisa');
  await dialog.getByLabelText('Razón social').fill('Capital Brisa, S.A. de C.V.');
  await expect.element(title).toBeVisible();
  const links = () => dialog.getByRole('link').elements();
  await expect
    .poll(() => links().map((link) => link.getAttribute('href')))
    .toEqual(['/lender/settings#brand', '/lender/settings#terms', '/lender/settings#reminders']);
  await dialog.getByLabelText('Texto del aviso de privacidad').fill('Capital Brisa cuida tus datos.');
  await expect.poll(() => links()).toHaveLength(2);
});

it('[MAR-05] [MAR-09] draws a logo for mails and phones, shows it on a plate in the dark, and says why one is refused', async () => {
  const message = 'El logotipo tiene un programa o carga algo de fuera.';
  let isRefused = true;
  const sent = answer(uploadLogo).with(() => {
    if (!isRefused) return { logo: 'a'.repeat(64), width: 512, height: 128 };
    isRefused = false;
    return new Refusal(400, 'LOGO_UNSAFE', message);
  });
  const screen = await renderScreen(<BrandCard settings={{ ...noSettings, brand }} />, '/#brand');
  await screen.getByRole('button', { name: 'Proponer cambio de marca' }).click();
  const dialog = screen.getByRole('dialog');
  const pick = async (content: string): Promise<void> => {
    const file = new File([content], 'logo.svg', { type: 'image/svg+xml' });
    await userEvent.upload(dialog.getByLabelText('Subir logotipo').last(), file);
  };
  await pick('<p>no</p>');
  await expect.element(dialog.getByText('No se pudo leer el archivo como imagen.')).toBeVisible();
  expect(sent).toEqual([]);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#0b6e4f"/></svg>';
  await pick(svg);
  await expect.element(dialog.getByText(message)).toBeVisible();
  await pick(svg);
  await expect.element(dialog.getByRole('button', { name: 'Sin logotipo' })).toBeVisible();
  for (const [theme, plate] of [
    ['Modo claro', 'rgba(0, 0, 0, 0)'],
    ['Modo oscuro', 'rgb(233, 230, 224)'],
  ] as const) {
    const pictures = [...dialog.getByRole('group', { name: theme }).element().querySelectorAll('img')];
    expect(pictures.map((one) => getComputedStyle(one).backgroundColor)).toEqual([plate, plate]);
  }
  const sizeOf = async (png = ''): Promise<readonly [number, number]> => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  };
  const body = sent[1]?.body;
  expect([body?.svg, await sizeOf(body?.png), await sizeOf(body?.icon)]).toEqual([svg, [512, 128], [512, 512]]);
});

it('[WEB-12] leads to the change that waits, in place of the form', async () => {
  const waiting = { kind: 'brand', about: { of: 'lender' }, before: null, proposed: brand } as const;
  answer(listProposals).with(() => ({ data: [{ ...proposal, change: waiting }] }));
  const screen = await renderScreen(<BrandCard settings={{ ...noSettings, brand }} />, '/#brand');
  const link = screen.getByRole('link', { name: 'Ver la propuesta que espera' });
  await expect.element(link).toHaveAttribute('href', `/lender/proposals#${proposal.id}`);
  expect(screen.getByRole('button', { name: /^Proponer/ }).elements()).toEqual([]);
});

it('[MAR-01] shows that a change waits, and nothing to change to other roles', async () => {
  await signInAs({ ...administrator, roles: ['tesoreria'] });
  const waiting = { kind: 'brand', about: { of: 'lender' }, before: null, proposed: brand } as const;
  answer(listProposals).with(() => ({ data: [{ ...proposal, change: waiting }] }));
  const screen = await renderScreen(<BrandCard settings={noSettings} />);
  await expect.element(screen.getByText('Por aprobar')).toBeVisible();
  await expect.element(screen.getByText(/no sale ningún correo/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Proponer/ }).elements()).toEqual([]);
});
