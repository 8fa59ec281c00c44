import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import css from '../upload.module.css';
import type { UploadEntry } from '../view-model/queue.ts';

const Wrapped = ({ text = '' }: { text?: string | undefined }) => <span className={css.wrapped}>{text}</span>;

const columns: readonly Column<UploadEntry>[] = [
  { id: 'file', header: 'Archivo', value: ({ name }) => name, width: 'minmax(10rem, 2fr)', card: 'title' },
  {
    id: 'motive',
    header: 'Motivo',
    value: ({ why }) => why?.reason ?? '',
    cell: ({ why }) => <Wrapped text={why?.reason} />,
    width: 'minmax(12rem, 3fr)',
  },
  {
    id: 'remedy',
    header: 'Qué hacer',
    value: ({ why }) => why?.remedy ?? '',
    cell: ({ why }) => <Wrapped text={why?.remedy} />,
    width: 'minmax(12rem, 3fr)',
  },
];
const rowId = ({ id }: UploadEntry): string => String(id);

/** The files of an upload that were not accepted, each with its motive and remedy. */
export function RefusedFiles({ files }: { files: readonly UploadEntry[] }) {
  return <DataTable label={es.invalid} noun={es.noun} rows={files} columns={columns} rowId={rowId} empty={null} />;
}
