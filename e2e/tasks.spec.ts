import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { balanceStatement } from '@anticipa/contract/statements';
import { addDays, defaultWeekDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { addMonths, firstDayOf, monthOf } from '@anticipa/domain/month';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import type { DemoReceiver } from '@anticipa/sandbox/demo-parties';
import { rounds } from '@anticipa/sandbox/rounds';
import { expect, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { aCompany, type Company } from './company.ts';
import { type Effort, effortOf, type Hands } from './effort.ts';
import { sellIntoCredit } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { withReferenceNumbers } from './owner.ts';
import { sellOn } from './past.ts';
import { ARTEFACTS, api, signIn } from './portal.ts';

/** The phone, where everything is farther away, and in the full run the desktop too. */
const sizes = [
  { width: 390, height: 844, start: 61_000 },
  { width: 1440, height: 900, start: 60_000 },
].slice(0, rounds(1, 2));

const soldOn = addDays(firstDayOf(addMonths(monthOf(today()), -1)), 4);
const yesterday = addDays(today(), -1);

const common = (folio: number) => ({ version: '4.0', series: 'T', folio: String(folio) }) as const;
const pesos = (receiver: DemoReceiver) => ({ receiver, currency: 'MXN', exchangeRate: null }) as const;
const dollars = (receiver: DemoReceiver) => ({ receiver, currency: 'USD', exchangeRate: '18.5199' }) as const;

/** Uploads and sells, as if on an earlier day, invoices of which each size of the window needs one. */
async function sellInThePast({ party, admin: email }: Company): Promise<void> {
  const overdue = await validFiles(party, {
    count: sizes.length,
    seed: 62_000,
    specOf: (index) => ({
      ...common(62_000 + index),
      ...(index === 0 ? pesos(receivers.biMxn) : dollars(receivers.biUsd)),
      totalCents: 1_160_000n,
      emittedOn: addDays(soldOn, -5),
    }),
  });
  await sellOn(soldOn, { email, files: overdue, dueDate: nextBusinessDay(addDays(soldOn, 7)) });
  const recent = await validFiles(party, {
    count: 1,
    seed: 63_000,
    specOf: () => ({ ...common(63_000), ...pesos(receivers.biMxn), totalCents: 500_000n, emittedOn: yesterday }),
  });
  await sellOn(yesterday, { email, files: recent, dueDate: nextBusinessDay(addDays(yesterday, 60)) });
  // The portal does the same after a sale.
  const { rfc, name: razonSocial } = receivers.spareBiMxn;
  const { post } = await api(email);
  await post('/api/client/paymentDays', { rfc, razonSocial, paymentDays: 60, weekDays: defaultWeekDays });
}

/** The payers of the last sale, one of them with purchase orders, whose invoices came in again. */
const repeated = [receivers.spareBiMxn, receivers.spareFbMxn, receivers.spareFbMxn];
/** The two largest receivers, which state their terms. */
const largest = [receivers.biMxn, receivers.biUsd];

const uploaded =
  (start: number) =>
  (index: number): Partial<InvoiceSpec> => {
    const spec = { ...common(start + 10 + index), emittedOn: addDays(today(), -10) };
    const again = repeated[index];
    if (again) return { ...spec, ...pesos(again), totalCents: 300_000n };
    const [first, second] = largest;
    const receiver = (index % 2 === 0 ? first : second) ?? receivers.other;
    const kind = receiver === receivers.biUsd ? dollars(receiver) : pesos(receiver);
    return { ...spec, ...kind, totalCents: 20_000_000n, conditions: 'Crédito a 60 días' };
  };

/** Measures effort; each feature has its component test. */
test('a client does its tasks with few clicks, no typing and the deciding figures in view', { tag: '@full' }, async ({
  page,
}) => {
  const company = await aCompany('norte');
  const { party, admin } = company;
  await sellInThePast(company);
  await signIn(page, admin);

  const efforts: Record<string, Effort> = {};
  for (const { width, height, start } of sizes) {
    await page.setViewportSize({ width, height });
    const isPhone = width < 1024;
    const sold = await sellIntoCredit(admin, {
      files: await validFiles(party, {
        count: 2,
        seed: start,
        specOf: (index) => ({
          ...common(start + index),
          ...pesos(repeated[index] ?? receivers.other),
          totalCents: 200_000n,
          emittedOn: addDays(today(), -10),
        }),
      }),
      dueDate: nextBusinessDay(addDays(today(), 45)),
    });
    const files = await validFiles(party, { count: 5, seed: start + 500, specOf: uploaded(start) });
    const buffer = Buffer.from(zipSync(Object.fromEntries(files.map(({ name, buffer: xml }) => [name, xml]))));

    const within = async (
      name: string,
      limit: Partial<Effort> & Pick<Effort, 'clicks'>,
      work: (hands: Hands) => Promise<void>,
    ): Promise<void> => {
      const effort = await test.step(`${name} at ${width} px`, () => effortOf(page, work));
      efforts[`${width} px, ${name}`] = effort;
      const { clicks, pastes = 0, pixels = effort.pixels } = limit;
      expect.soft(effort.clicks, `clicks: ${name}`).toBeLessThanOrEqual(clicks);
      expect.soft(effort.pastes, `pastes: ${name}`).toBe(pastes);
      expect.soft(effort.pixels, `pixels: ${name}`).toBeLessThanOrEqual(pixels);
    };
    const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
    const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });

    await within('upload a ZIP', { clicks: 3 }, async ({ choose, see }) => {
      const archive = { name: 'facturas.zip', mimeType: 'application/zip', buffer };
      await choose(page.getByRole('button', { name: 'Subir facturas' }), archive);
      await see(page.getByText('5 facturas nuevas', { exact: true }));
    });

    await within('what is overdue, and the reference to pay it', { clicks: 3, pixels: 0 }, async ({ click, see }) => {
      const attention = page.getByRole('list', { name: 'Lo que necesita tu atención' });
      const due = attention.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Pagar' }) });
      await see(due.first());
      await click(due.first().getByRole('button', { name: 'Pagar' }));
      const paying = page.getByRole('dialog', { name: /^Pagar facturas vencidas en/ });
      await see(paying.getByText('A pagar ese día'), paying.getByText(/de recargos/));
      const reference = page.getByRole('dialog', { name: 'Referencia de pago' });
      await withReferenceNumbers(async () => {
        await click(paying.getByRole('button', { name: 'Generar referencia de pago' }));
        await see(
          reference.getByText(/AN\d{12}/).first(),
          reference.getByText('Importe a pagar', { exact: true }).first(),
        );
      });
    });

    const search = page.getByRole('combobox', { name: /^Folio, cliente/ });

    await within('[BUS-01] an invoice by its folio', { clicks: 1 }, async ({ click, see }) => {
      await click(page.getByRole('button', { name: 'Buscar', exact: true }));
      await expect(search).toBeFocused();
      await page.keyboard.type(`t-${start + 1}`);
      await page.keyboard.press('Enter');
      await see(page.getByRole('heading', { level: 1, name: `Factura T-${start + 1}` }));
    });

    await within('an invoice by its UUID', { clicks: 1, pastes: 1 }, async ({ click, paste, see }) => {
      await click(page.getByRole('button', { name: 'Buscar', exact: true }));
      await expect(search).toBeFocused();
      await paste(sold[0]?.uuid ?? '');
      await see(
        page.getByRole('heading', { level: 1, name: `Factura T-${start}` }),
        page.getByText('En crédito').first(),
      );
    });

    await within('what last month cost, interest and IVA', { clicks: 2 }, async ({ click, see }) => {
      await click(page.getByRole('link', { name: 'Estado de cuenta' }).first());
      await see(page.getByRole('heading', { name: 'Costo del mes en MXN' }), page.getByText('IVA del interés').first());
    });

    await within('the statement of a month for the accountant', { clicks: 2 }, async ({ click, see }) => {
      await click(page.getByRole('link', { name: 'Estado de cuenta' }).first());
      const [tab, printed] = await Promise.all([
        page.waitForEvent('popup'),
        page.waitForResponse((response) => response.url().endsWith(balanceStatement.path)),
        click(page.getByRole('button', { name: 'Abrir PDF' })),
      ]);
      expect(printed.ok()).toBe(true);
      await tab.close();
      await see(page.getByRole('heading', { name: 'Costo del mes en MXN' }));
    });

    await within('[EFE-05] the archive of a month for the accountant', { clicks: 2 }, async ({ click, see }) => {
      await click(page.getByRole('link', { name: 'Estado de cuenta' }).first());
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        click(page.getByRole('button', { name: 'Paquete del mes (ZIP)' })),
      ]);
      expect(saved.suggestedFilename()).toMatch(/^paquete-.*\.zip$/);
      await see(page.getByRole('heading', { name: 'Costo del mes en MXN' }));
    });

    await within("yesterday's sale with its tracking key", { clicks: 2, pixels: 0 }, async ({ click, see }) => {
      await click(page.getByRole('link', { name: 'Mis ventas' }).first());
      const row = isPhone ? page.getByRole('listitem') : page.getByRole('row');
      const [year, , day] = yesterday.split('-');
      await click(
        row
          .filter({ hasText: new RegExp(`${day}-\\w{3}-${year} 11:00`) })
          .getByRole('link')
          .first(),
      );
      await see(page.getByText(/Clave de rastreo: PAST/));
    });

    await test.step('an undone deletion', async () => {
      await page.goto('/');
      const receiver = receivers.spareBiMxn.name;
      await page.getByRole('button', { name: `Ver las facturas de ${receiver}` }).click();
      const folio = `T-${start + 10}`;
      const remove = page.getByRole('button', { name: `Eliminar la factura ${folio}` });
      const { x, width: wide } = (await remove.boundingBox()) ?? { x: width, width: 0 };
      expect(x + wide, 'not beyond the edge of the table').toBeLessThan(width);
      await remove.click();
      const undo = page.getByRole('button', { name: 'Deshacer' });
      await expect(undo).toBeInViewport({ ratio: 1 });
      await undo.click();
      await expect(page.getByText(`La factura ${folio} está de nuevo en tu lista.`).first()).toBeVisible();
    });

    const sellThrough = async ({ click, see }: Hands): Promise<void> => {
      await click(dialog.getByRole('button', { name: 'Vender mis facturas' }));
      await expect(dialog.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
      await see(dialog.getByText(/^Llega /).first());
      await click(dialog.getByRole('button', { name: 'Confirmar los datos' }));
      await see(terms.getByText(/^Al aceptar vendes/));
      await click(terms.getByRole('button', { name: 'Sí, acepto' }));
      await see(dialog.getByText(/^El depósito llegará a tu cuenta/));
    };
    const bar = page.getByRole('region', { name: 'Selección' });
    const receives = bar.getByText(/^Recibes /);

    await within("repeat last week's sale", { clicks: 5, pastes: 1 }, async (hands) => {
      await hands.click(page.getByRole('button', { name: 'Elegir los de tu última venta' }));
      await hands.see(receives);
      await hands.click(bar.getByRole('button', { name: 'Vender' }));
      await hands.see(dialog.getByText(/^\d facturas · Recibes MXN/));
      const orders = dialog.getByLabel(/^Orden de compra de la factura/);
      await expect(orders.first()).toBeFocused();
      // The sandbox leaves a sale with this order to a person, so that it can still be cancelled.
      await hands.paste(Array.from({ length: await orders.count() }, () => 'OPERADOR').join('\n'));
      await sellThrough(hands);
    });

    await within('cancel a sale', { clicks: 3 }, async ({ click, see }) => {
      const way = page.getByRole('region', { name: 'Tu dinero en camino' });
      const open = way.getByRole('listitem').filter({ hasText: 'En revisión' });
      // The sandbox answers the other sale.
      await expect(open).toHaveCount(1);
      await click(open.getByRole('link'));
      await click(page.getByRole('button', { name: 'Cancelar venta' }));
      const question = page.getByRole('alertdialog', { name: /^¿Cancelar la venta/ });
      await see(question.getByText(/tu crédito se libera/));
      await click(question.getByRole('button', { name: 'Cancelar venta' }));
      await see(page.getByText('No se depositó'));
    });

    await within('[EFE-03] I need 200,000 on a day', { clicks: 3 }, async ({ click, see }) => {
      const need = page.getByRole('region', { name: '¿Cuánto necesitas?' });
      await click(need.getByRole('textbox', { name: 'Importe' }));
      await page.keyboard.insertText('200000');
      await click(need.getByRole('group', { name: 'Para cuándo' }).getByRole('button').last());
      await click(need.getByRole('button', { name: /^Vender/ }).first());
      await see(dialog.getByText(/facturas? · Recibes MXN/));
    });
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Quitar selección' }).click();

    await within('a first sale to the two largest receivers', { clicks: 7 }, async (hands) => {
      if (isPhone) await hands.click(page.getByRole('navigation').getByRole('link', { name: 'Vender' }));
      for (const { name } of largest) {
        await hands.click(page.getByRole('checkbox', { name: `Seleccionar las facturas de ${name}` }));
        await hands.see(receives);
      }
      await hands.click(bar.getByRole('button', { name: 'Vender' }));
      await hands.see(dialog.getByText(/^2 facturas · Recibes MXN/));
      await sellThrough(hands);
    });
  }
  await mkdir(ARTEFACTS, { recursive: true });
  await writeFile(join(ARTEFACTS, 'tasks.json'), `${JSON.stringify(efforts, null, 2)}\n`);
});

test('[AVI-16] a notice of a payment is four taps from the next sale on a phone', { tag: '@full' }, async ({
  page,
}) => {
  const { party, admin } = await aCompany('norte');
  const receiver = receivers.spareBiMxn;
  const oneOf = (folio: number) =>
    validFiles(party, {
      count: 1,
      seed: folio,
      specOf: () => ({ ...common(folio), ...pesos(receiver), totalCents: 200_000n, emittedOn: addDays(today(), -10) }),
    });
  const dueDate = nextBusinessDay(addDays(today(), 45));
  const [sold] = await sellIntoCredit(admin, { files: await oneOf(64_000), dueDate });
  const { post } = await api(admin);
  const habit = { rfc: receiver.rfc, razonSocial: receiver.name, paymentDays: 60, weekDays: defaultWeekDays };
  await expect(await post('/api/client/paymentDays', habit)).toHaveProperty('ok', true);
  for (const { name, buffer } of await oneOf(64_001))
    await post('/api/file', { fileName: name, fileData: buffer.toString('base64') });
  const payment = { amount: '2000.00', currency: 'MXN', valueDate: today(), source: 'STP', bank: 'Banco del Golfo' };
  const pays = { documentIds: [sold?.documentId] };
  const operator = await api('operador@anticipa.demo');
  const paid = await operator.post('/api/lender/collections', { pays, ...payment, trackingKey: `TASK${party.rfc}` });
  expect(await paid.json()).toHaveProperty('collection');

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin);
  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });
  const effort = await effortOf(
    page,
    async ({ click, see }) => {
      const notice = page.getByRole('listitem').filter({ hasText: 'La factura T-64000 quedó pagada' });
      await click(notice.getByRole('link', { name: 'Vender otra vez' }));
      await see(dialog.getByText(/^1 factura · Recibes MXN/));
      await click(dialog.getByRole('button', { name: 'Vender mis facturas' }));
      await see(dialog.getByText(/^Llega /).first());
      await click(dialog.getByRole('button', { name: 'Confirmar los datos' }));
      await see(terms.getByText(/^Al aceptar vendes/));
      await click(terms.getByRole('button', { name: 'Sí, acepto' }));
      await see(dialog.getByText(/^El depósito llegará a tu cuenta/));
    },
    { path: '/avisos', heading: 'Avisos' },
  );
  expect(effort).toMatchObject({ clicks: 4, pastes: 0 });
});
