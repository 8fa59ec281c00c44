/**
 * Stand-in for the address at which the tax authority publishes its list of article 69-B: the file in its real shape, in
 * windows-1252, with `Last-Modified` and 304 as its only version.
 */
import { serveOnLoopback } from './loopback.ts';

export interface ListedRow {
  readonly rfc: string;
  readonly name: string;
  readonly situation: string;
}

/** Details of the form that change from cut to cut. */
export interface ListForm {
  readonly encoding: 'latin1' | 'utf8';
  /** Heading of the column with the situations. */
  readonly heading: string;
  readonly isUpperCase: boolean;
}

export type ListBehaviour = 'whole' | 'cut-off' | 'html' | 'error-500' | 'hang';

export interface TaxpayerListServer {
  readonly url: string;
  /** Publishes another cut: the date of its legend, as in '31 de julio de 2026', and its rows. */
  publish(cut: string, rows: readonly ListedRow[], form?: Partial<ListForm>): void;
  script(behaviour: ListBehaviour): void;
  /** Statuses answered so far. */
  answered(): readonly number[];
  close(): Promise<void>;
}

const FORM: ListForm = { encoding: 'latin1', heading: 'Situación del contribuyente', isUpperCase: false };
const headerOf = (heading: string): string =>
  `No,RFC,Nombre del Contribuyente,${heading},Número y fecha de oficio global de presunción SAT,` +
  'Publicación página SAT presuntos,Número y fecha de oficio global de presunción DOF,Publicación DOF presuntos';
const REDACTED: ListedRow = { rfc: 'XXXXXXXXXXXX', name: 'XXXXXXXXXXXX', situation: 'Definitivo' };
const BROKEN_NAME: ListedRow = {
  rfc: 'DLR010203AB1',
  name: 'DISTRIBUIDORA "LA REFORMA",\r\nS.A. DE C.V. (PEÑA)',
  situation: 'Presunto',
};
/** The demo's list. No party of the demo is on it. */
const DEMO: readonly ListedRow[] = [
  REDACTED,
  BROKEN_NAME,
  { rfc: 'FAC990101AA1', name: 'FACTURAS DE AIRE, S.A. DE C.V.', situation: 'Definitivo' },
  { rfc: 'LIM880202BB2', name: 'LIMPIA, S.A.', situation: 'Desvirtuado' },
  { rfc: 'FAV770303CC3', name: 'FAVORECIDA, S. DE R.L.', situation: 'Sentencia Favorable' },
];

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The file in its real shape; windows-1252 equals Latin-1 for Spanish text. */
export function taxpayerListFile(cut: string, rows: readonly ListedRow[], form: ListForm = FORM): Buffer {
  const lines = rows.map(
    ({ rfc, name, situation }, at) =>
      `${at + 1},${rfc},${cell(name)},${situation},500-05-2018-14886 de fecha 18 de mayo de 2018,01/06/2018,,25/06/2018`,
  );
  const legend = `"Información actualizada al ${cut}; sujeta a cambios",,,,,,,`;
  const title = 'Listado completo de contribuyentes (Artículo 69-B del Código Fiscal de la Federación),,,,,,,';
  const header = headerOf(form.heading);
  const text = [legend, title, form.isUpperCase ? header.toUpperCase() : header, ...lines, ''].join('\r\n');
  return Buffer.from(text, form.encoding);
}

export async function startTaxpayerListServer(): Promise<TaxpayerListServer> {
  let file = taxpayerListFile('28 de febrero de 2026', DEMO);
  let published = new Date('2026-03-02T18:00:00Z');
  let behaviour: ListBehaviour = 'whole';
  const statuses: number[] = [];
  const { origin, close } = await serveOnLoopback((request, response) => {
    const answer = (status: number, body?: Buffer | string, type = 'text/csv'): void => {
      statuses.push(status);
      response.writeHead(status, { 'content-type': type, 'last-modified': published.toUTCString() }).end(body);
    };
    if (behaviour === 'hang') return;
    if (behaviour === 'error-500') return answer(500);
    if (behaviour === 'html') return answer(200, '<html><body>Mantenimiento</body></html>', 'text/html');
    if (Date.parse(request.headers['if-modified-since'] ?? '') >= published.getTime()) return answer(304);
    answer(200, behaviour === 'cut-off' ? file.subarray(0, file.indexOf('"LA REFORMA') + 8) : file);
  });
  return {
    url: `${origin}/Listado_completo_69-B.csv`,
    publish: (cut, rows, form) => {
      file = taxpayerListFile(cut, [REDACTED, BROKEN_NAME, ...rows], { ...FORM, ...form });
      published = new Date(published.getTime() + 86_400_000);
    },
    script: (wanted) => {
      behaviour = wanted;
    },
    answered: () => statuses,
    close,
  };
}
