import type { ExportFormat } from '@anticipa/contract/exports';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../button.tsx';
import { showToast } from '../overlay/toast.tsx';

const texts = { xlsx: 'Descargar Excel', csv: 'Descargar CSV', done: (name: string) => `Se descargó ${name}` };

/** Downloads what a screen of the desk shows, in either format. */
export function FileButtons({
  download,
}: {
  download: (format: ExportFormat) => Promise<{ readonly blob: Blob; readonly name: string }>;
}) {
  const exporting = useMutation({
    mutationFn: download,
    onSuccess: (file) => {
      saveFile(file);
      showToast({ text: texts.done(file.name), tone: 'good' });
    },
    onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
  });
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      icon="download"
      busy={exporting.isPending && exporting.variables === format}
      onClick={() => exporting.mutate(format)}
    >
      {texts[format]}
    </Button>
  ));
}
