/** Videos about prices, available credit and invoice statuses. */
import type { Page } from '@playwright/test';
import type { Recording } from './recording.ts';
import { nextSteps, receiverName, statusRegion, tick } from './screens.ts';

const norte = 'admin@norte.demo';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const figureRecordings: readonly Recording[] = [
  {
    id: 'cuanto-cuesta',
    as: norte,
    play: async ({ page, caption, click, point }) => {
      const tile = page.getByRole('grid').first();
      await caption('Abre a un cliente para ver sus facturas.', () =>
        click(button(page, `Ver las facturas de ${receiverName('fbMxn')}`)),
      );
      await caption('De cada factura ves cuánto recibes y cuánto cuesta.', () => point(tile.getByRole('row').nth(1)));
      await caption('Presiona la cifra para ver la cuenta: el interés es importe × días × tasa ÷ días del año.', () =>
        click(tile.getByTitle(/Cómo se calcula lo que recibes/).first()),
      );
      await caption('Al seleccionar, abajo ves el total de lo que recibes y de lo que cuesta.', async () => {
        await page.keyboard.press('Escape');
        await click(tick(page, 'fbMxn'));
        await point(page.getByRole('region', { name: 'Selección' }).getByText('Costo'));
      });
    },
  },
  {
    id: 'aforo',
    as: norte,
    play: async ({ page, caption, click, point }) => {
      await caption('El aforo es la parte de la factura que se retiene hasta que tu cliente paga.', () =>
        click(button(page, `Ver las facturas de ${receiverName('fbMxn')}`)),
      );
      await caption('Presiona lo que recibes: la cuenta muestra de cuánto es el aforo.', () =>
        click(
          page
            .getByRole('grid')
            .first()
            .getByTitle(/Cómo se calcula lo que recibes/)
            .first(),
        ),
      );
      await caption('Las facturas vendidas están en «En crédito», dentro de «Estado de tus facturas».', async () => {
        await page.keyboard.press('Escape');
        await click(statusRegion(page).getByRole('tab', { name: /^Factoraje/ }));
        await click(statusRegion(page).getByRole('button', { name: 'En crédito' }));
      });
      await caption(
        'Ahí ves el aforo de cada una. Al liquidarse se resta el IVA del interés y se te deposita el resto.',
        () => point(page.getByRole('dialog').getByRole('columnheader', { name: /Aforo/ })),
      );
    },
  },
  {
    id: 'credito-disponible',
    as: norte,
    play: async ({ page, caption, click, point }) => {
      await caption('Tu crédito disponible está al inicio, por producto y moneda.', () =>
        point(page.getByText(/en MXN$/).first()),
      );
      await caption(
        'Presiona la cifra para ver la cuenta: límite, menos anticipos por cobrar, menos lo apartado.',
        () => click(page.getByTitle(/Cómo se calcula tu crédito/).first()),
      );
      await caption('Al elegir facturas ves abajo el crédito que quedaría.', async () => {
        await page.keyboard.press('Escape');
        await click(tick(page, 'fbMxn'));
        await point(page.getByRole('region', { name: 'Selección' }).getByText('Crédito que queda'));
      });
      await caption('Si algo no cabe, se quita de la selección y se dice cuál.');
    },
  },
  {
    id: 'estado-de-facturas',
    as: norte,
    play: async ({ page, caption, click, point, waitFor }) => {
      await caption('«Estado de tus facturas» muestra cuántas hay en cada estado.', () =>
        point(statusRegion(page).getByRole('table').first()),
      );
      await caption('«Qué sigue» dice a quién le toca el siguiente paso y para cuándo.', () => point(nextSteps(page)));
      await caption('Presiona un estado para ver sus facturas.', async () => {
        await click(statusRegion(page).getByRole('button', { name: 'En crédito' }));
        await waitFor(page.getByRole('dialog').getByRole('grid'));
      });
      await caption('La lista se ordena, se busca y se actualiza sola.', () =>
        point(page.getByRole('dialog').getByLabel('Buscar folio, UUID, pagador o referencia')),
      );
    },
  },
  {
    id: 'referencia-de-pago',
    as: norte,
    play: async ({ page, caption, click, waitFor, point }) => {
      const list = page.getByRole('dialog', { name: /^En crédito/ });
      await caption('En «Estado de tus facturas» abre «En crédito».', () =>
        click(statusRegion(page).getByRole('button', { name: 'En crédito' })),
      );
      await caption('Selecciona facturas de una sola moneda.', async () => {
        const boxes = list.getByRole('row', { name: /MXN/ }).getByRole('checkbox', { name: /^Seleccionar F/ });
        await click(boxes.nth(0));
        await click(boxes.nth(1));
      });
      await caption('Presiona «Generar referencia de pago».', async () => {
        await click(list.getByRole('button', { name: 'Generar referencia de pago' }));
        await waitFor(
          page
            .getByRole('dialog', { name: 'Referencia de pago' })
            .getByText(/AN\d{12}/)
            .first(),
        );
      });
      await caption(
        'Transfiere el importe exacto y escribe la referencia en el concepto. Puedes copiar cada dato.',
        () =>
          point(
            page
              .getByRole('dialog', { name: 'Referencia de pago' })
              .getByText(/AN\d{12}/)
              .first(),
          ),
      );
      await caption('También puedes descargar el PDF.', () => point(button(page, 'Descargar PDF')));
    },
  },
];
