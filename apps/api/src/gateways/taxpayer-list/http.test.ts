import {
  type ListForm,
  startTaxpayerListServer,
  type TaxpayerListServer,
  taxpayerListFile,
} from '@anticipa/sandbox/taxpayer-list-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseTaxpayerList } from '../../modules/taxpayer-list/parse.ts';
import { taxpayerListOver } from './http.ts';
import type { FetchedList } from './port.ts';

let server: TaxpayerListServer;
beforeAll(async () => {
  server = await startTaxpayerListServer();
});
beforeEach(() => server.script('whole'));
afterAll(() => server.close());

const fetchList = (lastModified: string | null = null, deadlineMs = 60_000): Promise<FetchedList> =>
  taxpayerListOver({ address: async () => server.url, deadlineMs }).fetch(lastModified);
const listIn = (fetched: FetchedList) => (fetched.kind === 'changed' ? parseTaxpayerList(fetched.bytes) : fetched);

describe('[SIS-03] the list of article 69-B', () => {
  it('is read in its real shape: windows-1252, legend, redacted ids, names with line breaks', async () => {
    const list = listIn(await fetchList());
    expect(list).toMatchObject({ cutOn: '2026-02-28', rows: 5 });
    expect(list && 'taxpayers' in list && list.taxpayers).toEqual([
      { rfc: 'DLR010203AB1', name: 'DISTRIBUIDORA "LA REFORMA", S.A. DE C.V. (PEÑA)', situation: 'presunto' },
      { rfc: 'FAC990101AA1', name: 'FACTURAS DE AIRE, S.A. DE C.V.', situation: 'definitivo' },
      { rfc: 'LIM880202BB2', name: 'LIMPIA, S.A.', situation: 'desvirtuado' },
      { rfc: 'FAV770303CC3', name: 'FAVORECIDA, S. DE R.L.', situation: 'sentencia-favorable' },
    ]);
  });

  it('has the strictest situation of an id that is listed more than once', async () => {
    const twice = ['Presunto', 'Definitivo', 'Sentencia Favorable'].map((situation) => ({
      rfc: 'DOS990101AA1',
      name: 'DOS',
      situation,
    }));
    server.publish('1 de marzo de 2026', twice);
    expect(listIn(await fetchList())).toMatchObject({
      cutOn: '2026-03-01',
      rows: 5,
      taxpayers: [{}, { rfc: 'DOS990101AA1', situation: 'definitivo' }],
    });
  });

  it.each<[string, string, string, Partial<ListForm>]>([
    ['two spaces before its day', ' 02 de julio de 2018', '2018-07-02', {}],
    ['the first of a month', '1° de agosto de 2026', '2026-08-01', {}],
    ['another sign for it', '1º de agosto de 2026', '2026-08-01', {}],
    ['del', '3 de marzo del 2026', '2026-03-03', {}],
    ['capitals', '3 DE MARZO DE 2026', '2026-03-03', { isUpperCase: true }],
    ['UTF-8', '3 de marzo de 2026', '2026-03-03', { encoding: 'utf8' }],
    ['a short heading', '3 de marzo de 2026', '2026-03-03', { heading: 'Situación' }],
  ])('is read with %s', async (_, cut, cutOn, form) => {
    const row = { rfc: 'PEÑ990101AA1', name: 'PEÑA', situation: 'Definitivo' };
    server.publish(cut, [row], form);
    expect(listIn(await fetchList())).toMatchObject({ cutOn, taxpayers: [{}, { ...row, situation: 'definitivo' }] });
  });

  it('is fetched again only after it changed', async () => {
    const first = await fetchList();
    const lastModified = first.kind === 'changed' ? first.lastModified : null;
    expect(await fetchList(lastModified)).toEqual({ kind: 'unchanged' });
    server.publish('2 de marzo de 2026', []);
    expect((await fetchList(lastModified)).kind).toBe('changed');
  });

  it.each(['cut-off', 'html'] as const)('is no list if its answer is of kind "%s"', async (behaviour) => {
    server.script(behaviour);
    expect(listIn(await fetchList())).toBeNull();
  });

  it('is read whole with the other kind of line break inside a name that is not quoted', async () => {
    const file = taxpayerListFile('2 de marzo de 2026', [
      { rfc: 'PAR990101AA1', name: 'PARTIDA SEGUNDA', situation: 'Definitivo' },
      { rfc: 'DOS990101AA1', name: 'DOS', situation: 'Presunto' },
    ]);
    const broken = file.toString('latin1').replace('PARTIDA SEGUNDA', 'PARTIDA\nSEGUNDA');
    expect(parseTaxpayerList(Buffer.from(broken, 'latin1'))).toMatchObject({
      taxpayers: [{ name: 'PARTIDA SEGUNDA', situation: 'definitivo' }, { rfc: 'DOS990101AA1' }],
    });
  });

  it('is refused with the number of its first row that is short or has an unknown situation', async () => {
    const rows = ['UNO990101AA1', 'DOS990101AA1'].map((rfc) => ({ rfc, name: 'UNA', situation: 'Definitivo' }));
    const whole = taxpayerListFile('2 de marzo de 2026', rows).toString('latin1');
    for (const broken of [
      whole.replaceAll('\r\n', '\n').replace('2,DOS990101AA1,UNA', '2,DOS990101AA1,\nUNA'),
      whole.replace(/,25\/06\/2018\r\n$/, '\r\n'),
      whole.replace('DOS990101AA1,UNA,Definitivo', 'DOS990101AA1,UNA,Suspendido'),
    ])
      expect(parseTaxpayerList(Buffer.from(broken, 'latin1'))).toEqual({ unreadableRow: 5 });
  });

  it('is no list without a legend or with an impossible date', async () => {
    server.publish('31 de febrero de 2026', []);
    expect(listIn(await fetchList())).toBeNull();
    expect(parseTaxpayerList(Buffer.from('No,RFC,Situación del contribuyente\n', 'latin1'))).toBeNull();
  });

  it('is unavailable after a 500, a hanging answer, a closed port and without an address', async () => {
    server.script('error-500');
    expect(await fetchList()).toEqual({ kind: 'unavailable' });
    server.script('hang');
    expect(await fetchList(null, 200)).toEqual({ kind: 'unavailable' });
    const gone = await startTaxpayerListServer();
    await gone.close();
    for (const address of [gone.url, null])
      expect(await taxpayerListOver({ address: async () => address }).fetch(null)).toEqual({ kind: 'unavailable' });
  });
});
