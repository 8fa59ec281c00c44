import { uploadFile } from '@anticipa/contract/files';
import type { ResponseOf } from '@anticipa/contract/route';
import { getSession } from '@anticipa/contract/session';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aFile, anInvoice } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { uploads } from './api.ts';
import { UploadPanel } from './upload-panel.tsx';

// Files are sent again at once.
skipWaits('uploads');
beforeEach(() => signInAs(aUser()));
afterEach(async () => {
  uploads.clear();
  await page.viewport(1280, 800);
});

type Answer = ResponseOf<typeof uploadFile>;

const answered = (over: Partial<Answer>, motive: Answer['doc']['motive'] = null): Answer => ({
  outcome: 'invoice',
  invoice: anInvoice(),
  ...over,
  doc: aFile({ motive }),
});

const add = (...names: string[]): void => uploads.add(names.map((name) => new File([`<a>${name}</a>`], name)));

let reads = 0;
beforeEach(() => {
  reads = 0;
});

/** The panel beside a list of invoices. */
function Screen() {
  useQuery({ queryKey: ['invoices', 'of the test'], queryFn: () => ++reads });
  return <UploadPanel sellNew={(documentIds) => <output aria-label="Nuevas">{documentIds.join(' ')}</output>} />;
}
const show = () => renderScreen(<Screen />);
type Shown = Awaited<ReturnType<typeof show>>;
const refusals = (screen: Shown) => screen.getByRole('list', { name: 'Archivos no válidos y facturas rechazadas' });
const badges = (screen: Shown): string[] =>
  [...screen.container.querySelectorAll('header [data-tone]')].map(({ textContent }) => textContent);

const refusal = (code: 'XML_DOCTYPE' | 'XML_MALFORMED') => {
  const { reason: description, remedy } = motiveTexts[code];
  return { code, description, remedy };
};

it('[CAR-02] reads the lists again after a single file that is answered at once', async () => {
  vi.restoreAllMocks();
  answer(uploadFile).with(() => answered({}));
  await show();
  await expect.poll(() => reads).toBe(1);
  add('unica.xml');
  await expect.poll(() => reads).toBe(2);
});

it('[CAR-02] names the outcome of each file with its reason and remedy, and reads the lists again at the end', async () => {
  const motive = { code: 'PPD_REQUIRED', description: '', remedy: '', user: false } as const;
  const outcomes: Readonly<Record<string, Answer | Refusal>> = {
    'nueva.xml': answered({}),
    'repetida.xml': answered({ outcome: 'existing' }),
    'rechazada.xml': answered({ invoice: anInvoice({ status: 0, motive, folio: '7' }) }),
    'rota.xml': answered({ outcome: 'refused', invoice: null }, refusal('XML_MALFORMED')),
    'negada.xml': new Refusal(422, 'INVALID_REQUEST', 'No se pudo recibir.'),
  };
  const sent = answer(uploadFile).with(({ body }) => outcomes[body.fileName] ?? answered({}));
  const screen = await show();
  await expect.poll(() => reads).toBe(1);
  add(...Object.keys(outcomes));
  await expect
    .poll(() => badges(screen))
    .toEqual(['1 factura nueva', '1 ya estaba en tu lista', '1 factura rechazada', '2 archivos no válidos']);
  await expect.element(screen.getByText('5 de 5 archivos')).toBeVisible();
  await expect.element(screen.getByLabelText('Nuevas')).toHaveTextContent(anInvoice().documentId);
  await expect.poll(() => reads).toBe(2);
  expect(sent.map(({ body }) => [body.fileName, atob(body.fileData ?? '')])).toEqual(
    Object.keys(outcomes).map((name) => [name, `<a>${name}</a>`]),
  );
  const motives = refusals(screen);
  await expect.element(motives).toBeVisible();
  const [ppd, malformed] = [motiveTexts.PPD_REQUIRED, motiveTexts.XML_MALFORMED];
  expect([...motives.element().children].map(({ textContent }) => textContent)).toEqual([
    `${ppd.reason}1 archivo${ppd.remedy}A-7 (rechazada.xml)`,
    `${malformed.reason}1 archivo${malformed.remedy}rota.xml`,
    'No se pudo recibir.1 archivoRevisa el archivo e intenta de nuevo.negada.xml',
  ]);
  await screen.getByRole('button', { name: 'Ver avance por archivo' }).click();
  const files = screen.getByRole('list', { name: 'Avance por archivo' }).getByRole('listitem');
  expect(files.elements().map(({ textContent }) => textContent)).toEqual([
    'nueva.xmlListoFactura agregada',
    'repetida.xmlListoYa estaba en tu lista',
    `rechazada.xmlCon error${ppd.reason}`,
    `rota.xmlCon error${malformed.reason}`,
    'negada.xmlCon errorNo se pudo recibir.',
  ]);
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Cerrar' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Carga de facturas' })).not.toBeInTheDocument();
});

it('[CAR-02] groups what was not accepted by motive, with one message to the adviser about all of it', async () => {
  await signInAs(aUser());
  const refused = (code: 'XML_DOCTYPE' | 'XML_MALFORMED') =>
    answered({ outcome: 'refused', invoice: null }, refusal(code));
  answer(uploadFile).with(({ body }) => refused(body.fileName === 'rota.xml' ? 'XML_MALFORMED' : 'XML_DOCTYPE'));
  const screen = await show();
  add('rota.xml', ...Array.from({ length: 12 }, (_, index) => `doctype-${index}.xml`), '\ud800.xml');
  await expect.poll(() => badges(screen)).toEqual(['14 archivos no válidos']);
  const motives = refusals(screen);
  const most = motives.getByRole('listitem').first();
  await expect.element(most.getByText('13 archivos', { exact: true })).toBeVisible();
  await expect.element(most.getByText('doctype-3.xml')).not.toBeVisible();
  await most.getByText('Ver los 13 archivos').click();
  await expect.element(most.getByText('doctype-3.xml')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Escribirle a tu asesor por WhatsApp' });
  const message = new URL(link.element().getAttribute('href') ?? '').searchParams.get('text')?.split('\n');
  expect(message?.slice(1)).toEqual([
    `${motiveTexts.XML_DOCTYPE.reason}: ${Array.from({ length: 10 }, (_, index) => `doctype-${index}.xml`).join(', ')} y 3 más.`,
    `${motiveTexts.XML_MALFORMED.reason}: rota.xml.`,
  ]);
});

it('[CAR-02] shows the reason and the remedy in full on a phone', async () => {
  await page.viewport(390, 844);
  answer(uploadFile).with(() => answered({ outcome: 'refused', invoice: null }, refusal('XML_DOCTYPE')));
  const screen = await show();
  add('rota.xml');
  const remedy = screen.getByText(motiveTexts.XML_DOCTYPE.remedy);
  await expect.element(remedy).toBeVisible();
  await document.fonts.ready;
  expect(remedy.element().scrollHeight).toBe(remedy.element().clientHeight);
});

describe('[CAR-06] a file that could not be sent', () => {
  it.each([
    ['the server failed', () => new Refusal(500, 'UNEXPECTED', 'Error'), /^Lo sentimos!/],
    ['there was no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'No hubo conexión con el servidor'],
    ['the server asked to wait', () => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera'), 'El servidor pidió esperar'],
  ])('a file not sent because %s is tried five times, kept and sent again on request', async (_, fail, reason) => {
    const failed = answer(uploadFile).with(fail);
    const screen = await show();
    add('a.xml');
    await expect.poll(() => badges(screen)).toEqual(['1 archivo sin enviar']);
    await expect.element(refusals(screen).getByText(reason)).toBeVisible();
    expect(failed).toHaveLength(5);
    answer(uploadFile).with(() => answered({}));
    await screen.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(() => badges(screen)).toEqual(['1 factura nueva']);
    await expect.element(refusals(screen)).not.toBeInTheDocument();
  });

  it.each([
    ['PRODUCT_INACTIVE', 403, 'Cuando se active de nuevo podrás subirlos.'],
    ['DAILY_LIMIT_REACHED', 429, 'Los que ya subiste están en tu lista.'],
  ] as const)('a file not sent because of %s stops all of them', async (code, status, remedy) => {
    const sent = answer(uploadFile).with(() => new Refusal(status, code, 'Hoy no.'));
    const screen = await show();
    add(...Array.from({ length: 9 }, (_, index) => `${index}.xml`));
    await expect.poll(() => badges(screen)).toEqual(['9 archivos sin enviar']);
    expect(sent).toHaveLength(6);
    await expect.element(screen.getByText(remedy).first()).toBeVisible();
  });
});

describe('while files are being sent', () => {
  const leave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('[CAR-01] closing the window asks first, and the rest can be cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answer(uploadFile).with(() => promise);
    const screen = await show();
    expect(leave()).toBe(false);
    add('a.xml', 'b.xml');
    await expect.element(screen.getByText('0 de 2 archivos')).toBeVisible();
    expect(leave()).toBe(true);
    await screen.getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(() => badges(screen)).toEqual(['2 archivos cancelados']);
    expect(leave()).toBe(false);
    resolve(answered({}));
    await screen.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(() => badges(screen)).toEqual(['2 facturas nuevas']);
  });

  it('[SES-06] another user finds none of the files of the one before', async () => {
    answer(uploadFile).with(() => new Promise<Answer>(() => {}));
    const screen = await show();
    add('a.xml');
    await expect.element(screen.getByText('0 de 1 archivo')).toBeVisible();
    await signInAs(aUser({ userId: '00000000-0000-4000-8000-000000000002' }));
    await expect.element(screen.getByText('0 de 1 archivo')).not.toBeInTheDocument();
  });

  it('[SES-06] a session that ends holds them until the same user signs in again', async () => {
    let isOver = true;
    const sent = answer(uploadFile).with(() =>
      isOver ? new Refusal(401, 'NO_SESSION', 'La sesión terminó.') : answered({}),
    );
    const screen = await show();
    answer(getSession).with(() => ({ isLoggedIn: false, user: null, token: null }));
    add('a.xml');
    await expect.element(screen.getByText(/^La carga continúa cuando inicies sesión de nuevo/)).toBeVisible();
    expect(sent).toHaveLength(1);
    isOver = false;
    await signInAs(aUser());
    await expect.poll(() => badges(screen)).toEqual(['1 factura nueva']);
  });
});
