import { taxpayerListFile } from '@anticipa/sandbox/taxpayer-list-server';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { atDesk } from './desk.ts';
import { checkLooks } from './portal.ts';

const OTHERS = ['FAC990101AA1', 'AIR990102BB2', 'NAD990103CC3', 'HUM990104DD4', 'VAC990105EE5'];

/** Each step has its component and API tests. */
test('[SIS-03] an operator uploads the list of article 69-B and sees who of ours is on it', { tag: '@full' }, async ({
  page,
}) => {
  const { party } = await aCompany('sur');
  const rows = [
    ...OTHERS.map((rfc) => ({ rfc, name: 'FACTURAS DE AIRE, S.A. DE C.V. (PEÑA)', situation: 'Definitivo' })),
    { rfc: party.rfc, name: 'TEXTILES DEL SUR, S.A. DE C.V.', situation: 'Presunto' },
  ];
  await atDesk(page, 'operador@anticipa.demo', '/lender/taxpayer-list');
  await expect(page.getByRole('heading', { name: 'Lista 69-B', level: 1 })).toBeVisible();
  const input = page.getByLabel('Subir lista');
  const upload = (buffer: Buffer) =>
    input.setInputFiles({ name: 'Listado_completo_69-B.csv', mimeType: 'text/csv', buffer });
  await upload(taxpayerListFile('28 de febrero de 2026', rows));
  const row = page.getByRole('row', { name: new RegExp(`TEXTILES DEL SUR.*${party.rfc}.*Cliente.*Presunto`) });
  await expect(row).toBeVisible();
  await checkLooks(page, 'desk-taxpayer-list');
  await upload(taxpayerListFile('1 de marzo de 2026', rows.slice(0, 3)));
  await expect(page.getByRole('region', { name: 'Lista en uso' }).getByRole('alert')).toContainText(
    'La lista no cambió',
  );
  await checkLooks(page, 'desk-taxpayer-list-refused');
  await expect(row).toBeVisible();
  await page.getByRole('link', { name: 'TEXTILES DEL SUR' }).click();
  await expect(page.getByRole('heading', { name: 'Textiles del Sur', level: 1 })).toBeVisible();
});
