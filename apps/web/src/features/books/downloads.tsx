import type { ExportFormat } from '@anticipa/contract/exports';
import { ButtonRow } from '../../ui/button-row.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { es } from './es.ts';

/** The buttons that save a book as a file. */
export const Downloads = ({ download }: { download: (format: ExportFormat) => Promise<unknown> }) => (
  <ButtonRow>
    {(['xlsx', 'csv'] as const).map((format) => (
      <DownloadButton key={format} size="small" download={() => download(format)} failed={es.notSaved}>
        {es.download[format]}
      </DownloadButton>
    ))}
  </ButtonRow>
);
