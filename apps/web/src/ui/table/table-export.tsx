import { exportClientTable, tablesOfPapers } from '@anticipa/contract/client-papers';
import { type ExportedTable, type ExportFormat, exportTable } from '@anticipa/contract/exports';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiRefusal, callForFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useShownClient } from '../../lib/shown-client.ts';
import { Button } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { DateField } from '../field/date-field.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { showToast } from '../overlay/toast.tsx';
import css from './table-export.module.css';

interface ExportProps {
  readonly table: ExportedTable;
  /** The date that 'Desde' and 'Hasta' limit, in words: "fecha de emisión"; none for rows without a date. */
  readonly dated?: string;
  /** `YYYY-MM-DD`; undefined while it is not known. */
  readonly today?: string | undefined;
  readonly product?: ProductCode | undefined;
  readonly currency?: FinancedCurrency | undefined;
  /** The dates at first. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly disabledReason?: string | null;
}

const texts = {
  open: 'Exportar',
  title: 'Exportar a hoja de cálculo',
  intro: 'Todas las filas de la tabla.',
  byDate: (dated: string) => `Las fechas son opcionales y limitan por ${dated}.`,
  from: 'Desde',
  to: 'Hasta',
  backwards: 'La fecha final es anterior a la inicial',
  xlsx: 'Descargar Excel',
  csv: 'Descargar CSV',
  empty: 'No hay datos para exportar',
  failed: 'Ocurrió un error al exportar los datos',
  done: (name: string) => `Se descargó ${name}`,
};

/** [EXP-01] The button that exports a table, and its dialog. */
export function TableExport(props: ExportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" disabledReason={props.disabledReason ?? null} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen ? <ExportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ExportDialog({
  table,
  dated,
  today,
  product,
  currency,
  onClose,
  ...initial
}: ExportProps & { onClose: () => void }) {
  const [from, setFrom] = useState(initial.from ?? null);
  const [to, setTo] = useState(initial.to ?? null);
  const isBackwards = from !== null && to !== null && to < from;
  const shown = useShownClient();
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => {
      const query = { format, product, currency, from: from ?? undefined, to: to ?? undefined };
      const paper = tablesOfPapers.find((known) => known === table);
      return shown && paper
        ? callForFile(exportClientTable, { params: { clientId: shown.clientId, table: paper }, query })
        : callForFile(exportTable, { params: { table }, query });
    },
    onSuccess: (file) => {
      saveFile(file);
      showToast({ text: texts.done(file.name), tone: 'good' });
      onClose();
    },
  });
  const button = (format: ExportFormat, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      icon="download"
      busy={exporting.isPending && exporting.variables === format}
      disabledReason={isBackwards ? texts.backwards : null}
      onClick={() => exporting.mutate(format)}
    >
      {texts[format]}
    </Button>
  );
  return (
    <Dialog
      title={texts.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          {button('csv', 'secondary')}
          {button('xlsx', 'primary')}
        </>
      }
    >
      <div className={css.form}>
        <p>
          {texts.intro} {dated ? texts.byDate(dated) : null}
        </p>
        {dated && today ? (
          <div className={css.dates}>
            <DateField label={texts.from} value={from} onChange={setFrom} today={today} />
            <DateField
              label={texts.to}
              value={to}
              onChange={setTo}
              today={today}
              error={isBackwards ? texts.backwards : null}
            />
          </div>
        ) : null}
        {exporting.error ? <ExportFailure error={exporting.error} /> : null}
      </div>
    </Dialog>
  );
}

/** [EXP-02] */
const ExportFailure = ({ error }: { error: Error }) =>
  error instanceof ApiRefusal && error.code === 'NOTHING_TO_EXPORT' ? (
    <Notice tone="info">{texts.empty}</Notice>
  ) : (
    <Notice tone="bad">{texts.failed}</Notice>
  );
