import { useState } from 'react';
import { useShownClient } from '../../../lib/shown-client.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Period, useStatementMail, useStatementPdf } from '../api.ts';
import { es } from '../es.ts';
import css from '../statement.module.css';
import { periodErrors, periodOf } from '../view-model.ts';

/** [MOV-01] [MOV-02] The statement of any dates up to today. */
export function MovementsDialog({ initial, today, onClose }: { initial: Period; today: string; onClose: () => void }) {
  const [from, setFrom] = useState<string | null>(initial.startDate);
  const [to, setTo] = useState<string | null>(initial.endDate);
  const pdf = useStatementPdf();
  const mail = useStatementMail();
  const atDesk = useShownClient() !== null;
  const errors = periodErrors({ from, to }, today);
  const period = periodOf({ from, to }, today);
  const disabledReason = errors.from ?? errors.to;
  return (
    <Dialog
      title={es.query.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {es.query.cancel}
          </Button>
          {atDesk ? null : (
            <Button
              busy={mail.isPending}
              disabledReason={disabledReason}
              onClick={() => period && mail.mutate(period, { onSuccess: onClose })}
            >
              {es.mail}
            </Button>
          )}
          <Button
            variant="primary"
            icon="eye"
            busy={pdf.isPending}
            disabledReason={disabledReason}
            onClick={() => period && pdf.open(period)}
          >
            {es.download}
          </Button>
        </>
      }
    >
      <div className="blocks">
        <p className={css.explained}>{es.query.explained}</p>
        <div className={css.dates}>
          <DateField
            label={es.query.from}
            value={from}
            onChange={setFrom}
            today={today}
            max={today}
            error={errors.from}
          />
          <DateField label={es.query.to} value={to} onChange={setTo} today={today} max={today} error={errors.to} />
        </div>
      </div>
    </Dialog>
  );
}
