import type { ListedSituation } from '@anticipa/domain/listed-taxpayer';

const situations: Readonly<Record<ListedSituation, string>> = {
  definitivo: 'Definitivo',
  presunto: 'Presunto',
  desvirtuado: 'Desvirtuado',
  'sentencia-favorable': 'Sentencia favorable',
};

/** Texts of the list of article 69-B, for the lender's operators. */
export const es = {
  explained:
    'Contribuyentes que, según el SAT, facturan operaciones inexistentes (artículo 69-B del CFF). Definitivo: no se financia. Presunto: se avisa. Los demás quedaron libres.',
  inForce: 'Lista en uso',
  situations,
  cutOn: 'Corte del SAT',
  rows: 'Renglones',
  importedAt: 'Recibida',
  byDownload: 'por descarga',
  byOperator: (email: string) => `por ${email}`,
  upload: 'Subir lista',
  download: 'Descargar del SAT',
  downloading: 'Se descarga del SAT. Si no aparece en un minuto, Sistemas dice por qué.',
  downloadFailed: 'No se pudo pedir la lista',
  uploaded: (cut: string) => `Ya se usa la lista con corte al ${cut}.`,
  uploadFailed: 'La lista no cambió',
  unreadableRow: (row: string) => `El renglón ${row} está incompleto o tiene una situación desconocida.`,
  failed: 'No se pudo leer la lista',
  noneTitle: 'Todavía no hay lista',
  none: 'Se descarga cada noche del SAT.',
  noneUpload: 'Se descarga cada noche del SAT. También puedes subir el archivo CSV que publica.',
  met: 'Clientes y receptores en la lista',
  metNoun: ['contribuyente', 'contribuyentes'] as const,
  nobodyTitle: 'Nadie de los nuestros está en la lista',
  nobody: 'Se comparan los clientes y los receptores de facturas sin liquidar, también cada noche.',
  columns: {
    name: 'Nombre en la lista',
    rfc: 'RFC',
    role: 'Es',
    situation: 'Situación',
    invoices: 'Facturas sin liquidar',
  },
  client: 'Cliente',
  receiver: 'Receptor',
} as const;
