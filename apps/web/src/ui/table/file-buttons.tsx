import type { ExportFormat } from '@anticipa/contract/exports';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Popover } from '../overlay/popover.tsx';
import { showToast } from '../overlay/toast.tsx';
import { usePhone } from '../use-media.ts';

const texts = {
  of: {
    rows: { download: 'Descargar', xlsx: 'Descargar Excel', csv: 'Descargar CSV' },
    template: { download: 'Plantilla', xlsx: 'Plantilla en Excel', csv: 'Plantilla en CSV' },
  },
  done: (name: string) => `Se descargó ${name}`,
};

/** [DIN-111] Downloads what a screen shows, or the template of what it takes, in either format: two buttons, and on a phone behind one. */
export function FileButtons(props: {
  download: (format: ExportFormat) => Promise<{ readonly blob: Blob; readonly name: string }>;
  /** A file to fill in says so. */
  isTemplate?: boolean;
}) {
  const { download, isTemplate = false } = props;
  const named = texts.of[isTemplate ? 'template' : 'rows'];
  const phone = usePhone();
  const exporting = useMutation({
    mutationFn: download,
    onSuccess: (file) => {
      saveFile(file);
      showToast({ text: texts.done(file.name), tone: 'good' });
    },
    onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
  });
  const buttons = (onPress?: () => void) =>
    (['xlsx', 'csv'] as const).map((format) => (
      <Button
        key={format}
        icon="download"
        busy={exporting.isPending && exporting.variables === format}
        onClick={() => {
          exporting.mutate(format);
          onPress?.();
        }}
      >
        {named[format]}
      </Button>
    ));
  if (!phone) return buttons();
  return (
    <Popover
      label={named.download}
      trigger={(button) => (
        <Button icon="download" iconAfter="chevronDown" busy={exporting.isPending} {...button}>
          {named.download}
        </Button>
      )}
    >
      {(close) => <ButtonRow>{buttons(close)}</ButtonRow>}
    </Popover>
  );
}
