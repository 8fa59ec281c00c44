/** The videos about what things cost, how much credit is left and where invoices stand. */
import type { Page } from '@playwright/test';
import type { Recording } from './recording.ts';
import { nextSteps, receiverName, statusRegion, tick } from './screens.ts';

const norte = 'admin@norte.demo';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

export const figureRecordings: readonly Recording[] = [
  {
    id: 'cuanto-cuesta',
    as: norte,
    play: async ({ page, say, click, point }) => {
      const tile = page.getByRole('grid').first();
      await say('Abre a un cliente para ver sus facturas.', () =>
        click(button(page, `Ver las facturas de ${receiverName('fbMxn')}`)),
      );
      await say('De cada factura ves cuánto recibes y cuánto cuesta.', () => point(tile.getByRole('row').nth(1)));
      await say('Presiona la cifra para ver la cuenta: el interés es importe × días × tasa ÷ días del año.', () =>
        click(tile.getByTitle(/Cómo se calcula lo que recibes/).first()),
      );
      await say('Al seleccionar, abajo ves el total de lo que recibes y de lo que cuesta.', async () => {
        await page.keyboard.press('Escape');
        await click(tick(page, 'fbMxn'));
        await point(page.getByRole('region', { name: 'Selección' }).getByText('Costo'));
      });
    },
  },
  {
    id: 'aforo',
    as: norte,
    play: async ({ page, say, click, point }) => {
      await say('El aforo es la parte de la factura que se retiene hasta que tu cliente paga.', () =>
        click(button(page, `Ver las facturas de ${receiverName('fbMxn')}`)),
      );
      await say('Presiona lo que recibes: la cuenta muestra de cuánto es el aforo.', () =>
        click(
          page
            .getByRole('grid')
            .first()
            .getByTitle(/Cómo se calcula lo que recibes/)
            .first(),
        ),
      );
      await say('Las facturas vendidas están en «En crédito», dentro de «Estado de tus facturas».', async () => {
        await page.keyboard.press('Escape');
        await click(statusRegion(page).getByRole('tab', { name: /^Factoraje/ }));
        await click(statusRegion(page).getByRole('button', { name: 'En crédito' }));
      });
      await say(
        'Ahí ves el aforo de cada una. Al liquidarse se resta el IVA del interés y se te deposita el resto.',
        () => point(page.getByRole('dialog').getByRole('columnheader', { name: /Aforo/ })),
      );
    },
  },
  {
    id: 'credito-disponible',
    as: norte,
    play: async ({ page, say, click, point }) => {
      await say('Tu crédito disponible está al inicio, por producto y moneda.', () =>
        point(page.getByText(/en MXN$/).first()),
      );
      await say('Presiona la cifra para ver la cuenta: límite, menos anticipos por cobrar, menos lo apartado.', () =>
        click(page.getByTitle(/Cómo se calcula tu crédito/).first()),
      );
      await say('Al elegir facturas ves abajo el crédito que quedaría.', async () => {
        await page.keyboard.press('Escape');
        await click(tick(page, 'fbMxn'));
        await point(page.getByRole('region', { name: 'Selección' }).getByText('Crédito que queda'));
      });
      await say('Si algo no cabe, se quita de la selección y se dice cuál.');
    },
  },
  {
    id: 'estado-de-facturas',
    as: norte,
    play: async ({ page, say, click, point, see }) => {
      await say('«Estado de tus facturas» muestra cuántas hay en cada estado.', () =>
        point(statusRegion(page).getByRole('table').first()),
      );
      await say('«Qué sigue» dice a quién le toca el siguiente paso y para cuándo.', () => point(nextSteps(page)));
      await say('Presiona un estado para ver sus facturas.', async () => {
        await click(statusRegion(page).getByRole('button', { name: 'En crédito' }));
        await see(page.getByRole('dialog').getByRole('grid'));
      });
      await say('La lista se ordena, se busca y se actualiza sola.', () =>
        point(page.getByRole('dialog').getByLabel('Buscar folio, pagador o referencia')),
      );
    },
  },
  {
    id: 'referencia-de-pago',
    as: norte,
    play: async ({ page, say, click, see, point }) => {
      const list = page.getByRole('dialog', { name: /^En crédito/ });
      await say('En «Estado de tus facturas» abre «En crédito».', () =>
        click(statusRegion(page).getByRole('button', { name: 'En crédito' })),
      );
      await say('Selecciona facturas de una sola moneda.', async () => {
        const boxes = list.getByRole('row', { name: /MXN/ }).getByRole('checkbox', { name: /^Seleccionar F/ });
        await click(boxes.nth(0));
        await click(boxes.nth(1));
      });
      await say('Presiona «Generar referencia de pago».', async () => {
        await click(list.getByRole('button', { name: 'Generar referencia de pago' }));
        await see(
          page
            .getByRole('dialog', { name: 'Referencia de pago' })
            .getByText(/AN\d{12}/)
            .first(),
        );
      });
      await say('Transfiere el importe exacto y escribe la referencia en el concepto. Puedes copiar cada dato.', () =>
        point(
          page
            .getByRole('dialog', { name: 'Referencia de pago' })
            .getByText(/AN\d{12}/)
            .first(),
        ),
      );
      await say('También puedes descargar el PDF.', () => point(button(page, 'Descargar PDF')));
    },
  },
];
