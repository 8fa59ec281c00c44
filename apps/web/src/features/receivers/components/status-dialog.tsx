import type { Receiver } from '@anticipa/contract/lender-receivers';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { useState } from 'react';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
import { useSetStatus } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';
import { effectOf, statuses, toneOf } from '../view-model.ts';

const texts = es.status;

/** Chooses a status, with what follows for the invoices that wait. */
export function StatusDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { statusId: now, companyId, name } = receiver;
  const choices = statuses.filter((status) => status !== now);
  const [wanted, setWanted] = useState<CompanyStatus | null>(null);
  const changing = useSetStatus(companyId);
  return (
    <ReasonDialog
      title={`${texts.change}: ${name}`}
      submit={texts.apply}
      changing={changing}
      bodyOf={(reason) => (wanted === null ? null : { statusId: wanted, reason })}
      onDone={({ data, moved }) => texts.done(es.statuses[data.statusId], moved.invoices, moved.clients)}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <fieldset className={css.choices}>
            <legend>{texts.choose}</legend>
            {choices.map((status, place) => (
              <label key={status}>
                <input
                  type="radio"
                  name="status"
                  checked={status === wanted}
                  data-autofocus={place === 0 || undefined}
                  onChange={() => setWanted(status)}
                />
                {es.statuses[status]}
              </label>
            ))}
          </fieldset>
          {isChecked && wanted === null ? <Notice tone="bad" title={texts.missing} /> : null}
          <Facts
            facts={[
              [
                texts.before,
                <StatusBadge key="before" tone={toneOf(now)}>
                  {es.statuses[now]}
                </StatusBadge>,
              ],
              [
                texts.after,
                wanted === null ? (
                  es.none
                ) : (
                  <StatusBadge key="after" tone={toneOf(wanted)}>
                    {es.statuses[wanted]}
                  </StatusBadge>
                ),
              ],
            ]}
          />
          <p aria-live="polite">
            {wanted === null ? null : <strong>{effectOf(receiver, wanted) ?? texts.nothing}</strong>} {texts.inSale}
          </p>
        </>
      )}
    </ReasonDialog>
  );
}
