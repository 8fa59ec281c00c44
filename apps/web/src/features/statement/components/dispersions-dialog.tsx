import type { CreditInformation } from '@anticipa/contract/credit';
import { type Month, monthOf } from '@anticipa/domain/month';
import { FIRST_DISPERSION_MONTH } from '@anticipa/domain/statement';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creditQuery } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { MonthField } from '../../../ui/field/month-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { MonthShown } from '../../../ui/table/month-table.tsx';
import { useDispersionsPdf } from '../api.ts';
import { es } from '../es.ts';
import css from '../statement.module.css';

/** [MOV-05] The transfers of a month, one PDF per credit line. */
export function DispersionsDialog({ initial, today, onClose }: DispersionsDialogProps) {
  const [month, setMonth] = useState(initial < FIRST_DISPERSION_MONTH ? FIRST_DISPERSION_MONTH : initial);
  const credit = useQuery(creditQuery);
  const lines = (credit.data?.lines ?? []).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'es-MX'));
  return (
    <Dialog
      title={es.dispersions.title}
      size="medium"
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {es.dispersions.close}
        </Button>
      }
    >
      <div className="blocks">
        <p className={css.explained}>{es.dispersions.explained}</p>
        <MonthField
          label={es.month}
          value={month}
          min={FIRST_DISPERSION_MONTH}
          max={monthOf(today)}
          onChange={setMonth}
        />
        {lines.length === 0 ? (
          <p>{es.dispersions.none}</p>
        ) : (
          <ul className={css.lines} aria-label={es.dispersions.lines}>
            {lines.map((line) => (
              <li key={line.creditLineId}>
                <LineOfMonth line={line} month={month} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

interface DispersionsDialogProps extends Pick<MonthShown, 'today'> {
  /** Replaced by the first month if it is earlier. */
  readonly initial: Month;
  readonly onClose: () => void;
}

const nameOf = ({ displayName, moneda }: CreditInformation): string => `${displayName} · ${moneda}`;

function LineOfMonth({ line, month }: { line: CreditInformation; month: Month }) {
  const { creditLineId } = line;
  const name = nameOf(line);
  const pdf = useDispersionsPdf();
  return (
    <>
      <span>{name}</span>
      <Button
        icon="download"
        busy={pdf.isPending}
        aria-label={es.dispersions.download(name)}
        onClick={() => pdf.mutate({ creditLineId, month })}
      >
        {es.download}
      </Button>
    </>
  );
}
