/** The videos of the help centre: captions and actions for each question. */
import type { Page } from '@playwright/test';
import { accountRecordings } from './account-recordings.ts';
import { figureRecordings } from './figure-recordings.ts';
import type { Recording } from './recording.ts';
import {
  inSale,
  openSale,
  prepareReview,
  receiverName,
  sellButton,
  soonSunday,
  statusRegion,
  tick,
} from './screens.ts';
import { invoicesTo, notInvoices } from './stage.ts';

const norte = 'admin@norte.demo';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const uploading: readonly Recording[] = [
  {
    id: 'subir-facturas',
    as: norte,
    play: async ({ page, caption, pick, waitFor, drop, point }) => {
      const [few, more, broken] = [await invoicesTo('biMxn', 3), await invoicesTo('other', 2), await notInvoices()];
      await caption('En el Tablero General presiona «Subir facturas» y elige los XML, todos los que quieras.', () =>
        pick(button(page, 'Subir facturas'), few),
      );
      await caption('Al terminar verás cuántas facturas son nuevas.', () =>
        waitFor(page.getByText('3 facturas nuevas', { exact: true })),
      );
      await caption('También puedes arrastrarlos y soltarlos en cualquier parte de la página.', async () => {
        await drop([...more, ...broken]);
        await waitFor(page.getByText('3 archivos no válidos', { exact: true }));
      });
      await caption('De cada archivo que no se acepta se dice el motivo y qué hacer.', () =>
        point(page.getByRole('grid').first().getByRole('row').nth(1)),
      );
      await caption('Las aceptadas ya están en «Mis Facturas», listas para vender.', () => point(tick(page, 'biMxn')));
    },
  },
  {
    id: 'factura-rechazada',
    as: norte,
    play: async ({ page, caption, click, drop, waitFor, point }) => {
      const broken = await notInvoices();
      await caption('Al terminar una carga se ve qué archivos no se aceptaron.', async () => {
        await drop(broken);
        await waitFor(page.getByText('3 archivos no válidos', { exact: true }));
      });
      await caption('Cada uno lleva su motivo y qué hacer. Aquí, la factura es de otra empresa.', () =>
        point(
          page
            .getByRole('grid')
            .first()
            .getByRole('row', { name: /other-issuer/ }),
        ),
      );
      await caption('Las que rechaza la financiera están en «Estado de tus facturas».', () =>
        click(statusRegion(page).getByRole('tab', { name: /^Factoraje/ })),
      );
      await caption('Abre «Rechazadas»: cada factura dice por qué y qué sigue.', async () => {
        await click(statusRegion(page).getByRole('button', { name: 'Rechazadas' }));
        await point(page.getByRole('dialog').getByRole('grid').getByRole('row').nth(1));
      });
    },
  },
  {
    id: 'elegir-varias',
    as: norte,
    play: async ({ page, caption, click }) => {
      const rows = page
        .getByRole('grid')
        .first()
        .getByRole('checkbox', { name: /^Seleccionar F/ });
      await caption('La casilla de un cliente elige todas sus facturas.', () => click(tick(page, 'biMxn')));
      await caption('Para elegir solo algunas, quita la selección y abre al cliente.', async () => {
        await click(button(page, 'Quitar selección'));
        await click(button(page, `Ver las facturas de ${receiverName('biMxn')}`));
      });
      await caption(
        'Marca la primera y, con la tecla Mayús presionada, la última: se eligen todas las de en medio.',
        async () => {
          await click(rows.nth(0));
          await click(rows.nth(3), { modifiers: ['Shift'] });
        },
      );
      await caption('«Seleccionar todo» elige las facturas de todos tus clientes.', () =>
        click(page.getByRole('checkbox', { name: /^Seleccionar todo/ }).first()),
      );
    },
  },
];

const selling: readonly Recording[] = [
  {
    id: 'vender-facturas',
    as: norte,
    play: async ({ page, caption, click, type, waitFor, point }) => {
      await caption('La casilla de un cliente elige todas sus facturas.', () => click(tick(page, 'other')));
      await caption('Abajo ves cuánto recibes y cuánto cuesta. Presiona «Vender».', () => click(sellButton(page)));
      await caption('Escribe el plazo en que paga tu cliente: la fecha de pago se calcula sola.', async () => {
        await type(inSale(page).getByLabel('Plazo de pago en días').first(), '60');
        await waitFor(inSale(page).getByText('Precio confirmado'));
      });
      await caption('Presiona «Vender mis facturas».', () => click(button(page, 'Vender mis facturas')));
      await caption('Revisa los datos de la venta y confírmalos.', async () => {
        await waitFor(button(page, 'Confirmar los datos'));
        await click(button(page, 'Confirmar los datos'));
      });
      await caption('Nada se vende antes de presionar «Sí, acepto».', async () => {
        await click(button(page, 'Sí, acepto'));
        await waitFor(button(page, 'Dar seguimiento'));
      });
      await caption('Listo: tus facturas están en validación.', () => point(button(page, 'Dar seguimiento')));
    },
  },
  {
    id: 'fecha-de-pago',
    as: norte,
    prepare: (page) => openSale(page, ['biMxn']),
    play: async ({ page, caption, click, type, waitFor }) => {
      const due = inSale(page)
        .getByLabel(/^Fecha de pago de la factura/)
        .first();
      await caption('Escribe a cuántos días de la emisión paga tu cliente.', () =>
        type(inSale(page).getByLabel('Plazo de pago en días').first(), '45'),
      );
      await caption('Elige los días de la semana en que paga: la fecha se recorre al siguiente.', () =>
        click(inSale(page).getByRole('button', { name: 'martes' }).first()),
      );
      await caption('También puedes escribir la fecha de una factura. Debe ser un día hábil.', async () => {
        await type(due, soonSunday());
        await due.press('Enter');
      });
      await caption('Si no se puede, se dice por qué; aquí vuelves a la fecha calculada.', async () => {
        await waitFor(button(page, 'Usar la fecha calculada'));
        await click(button(page, 'Usar la fecha calculada'));
      });
    },
  },
  {
    id: 'orden-de-compra',
    as: norte,
    prepare: (page) => openSale(page, ['fbMxn']),
    play: async ({ page, caption, click, type, point }) => {
      const orders = inSale(page).getByLabel(/^Orden de compra de la factura/);
      await caption('Algunos clientes exigen el folio de su pedido: el de la orden de compra.', () =>
        point(orders.first()),
      );
      await caption('Si falta, la venta no continúa y se dice en qué facturas.', () =>
        click(button(page, 'Vender mis facturas')),
      );
      await caption('Escríbelo como aparece en la orden; espacios y minúsculas se corrigen solos.', () =>
        type(orders.first(), 'oc 2026-118'),
      );
      await caption('Cada factura lleva el suyo.', () => type(orders.nth(1), 'OC2026-119'));
    },
  },
  {
    id: 'cuando-llega',
    as: norte,
    prepare: (page) => prepareReview(page, ['biMxn']),
    play: async ({ page, caption, click, waitFor, point }) => {
      await caption('Confirma los datos de tu venta y acepta los términos.', async () => {
        await click(button(page, 'Confirmar los datos'));
        await click(button(page, 'Sí, acepto'));
        await waitFor(button(page, 'Dar seguimiento'));
      });
      await caption('Al terminar se dice cuándo llega el depósito, según el día y la hora.', () =>
        point(page.getByText(/^El depósito llegará/).first()),
      );
      await caption('Con «Dar seguimiento» ves en qué va cada venta y cuándo se depositó.', () =>
        click(button(page, 'Dar seguimiento')),
      );
    },
  },
  {
    id: 'cancelar-venta',
    as: norte,
    prepare: async (page) => {
      await page.reload();
      await prepareReview(page, ['fbUsd']);
    },
    play: async ({ page, caption, click, waitFor, point }) => {
      await caption('Al revisar los datos, tus facturas y tu crédito quedan apartados por 30 minutos.', () =>
        point(
          inSale(page)
            .getByText(/Quedan/)
            .last(),
        ),
      );
      await caption('Si ya no quieres vender, responde «No» en los términos.', async () => {
        await click(button(page, 'Confirmar los datos'));
        await click(page.getByRole('button', { name: 'No', exact: true }));
      });
      await caption('No se vendió nada. También puedes cerrar la ventana en cualquier momento.');
      await caption('Tus facturas siguen en la lista y tu crédito está libre.', async () => {
        await waitFor(tick(page, 'fbUsd'));
        await point(tick(page, 'fbUsd'));
      });
    },
  },
  {
    id: 'dolares',
    as: norte,
    play: async ({ page, caption, click, type, point }) => {
      await caption('Si tu empresa tiene una línea en dólares, la ves en tu crédito disponible.', () =>
        point(page.getByText(/en USD$/).first()),
      );
      await caption('Las facturas en dólares se eligen igual que las demás, también junto con pesos.', async () => {
        await click(tick(page, 'fbUsd'));
        await click(tick(page, 'fbMxn'));
      });
      await caption('Abajo se muestra lo que recibes en cada moneda. Presiona «Vender».', () =>
        click(sellButton(page)),
      );
      await caption('El resumen las separa por moneda: el depósito es en la moneda de la factura.', async () => {
        await type(
          inSale(page)
            .getByLabel(/^Orden de compra de la factura/)
            .first(),
          'OC77',
        );
        await point(
          inSale(page)
            .getByText(/ en USD$/)
            .first(),
        );
      });
    },
  },
];

export const recordings: readonly Recording[] = [...uploading, ...selling, ...figureRecordings, ...accountRecordings];
