import type { Receiver } from '@anticipa/contract/lender-receivers';
import type { CompanyStatus } from '@anticipa/domain/receiver';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useSetStatus } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';
import { effectOf, statuses, toneOf } from '../view-model.ts';

const texts = es.status;
const undecided: { readonly wanted: CompanyStatus | null } = { wanted: null };

/** Chooses a status, with what follows for the invoices that wait. */
export function StatusDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { statusId: now, companyId, name } = receiver;
  const choices = statuses.filter((status) => status !== now);
  const changing = useSetStatus(companyId);
  return (
    <FormDialog
      title={`${texts.change}: ${name}`}
      submit={texts.apply}
      values={undecided}
      errorsOf={({ wanted }) => ({ wanted: wanted === null ? texts.missing : null })}
      changing={changing}
      bodyOf={({ wanted, reason }) => (wanted === null ? null : { statusId: wanted, reason })}
      onDone={({ data, moved }) => texts.done(es.statuses[data.statusId], moved.invoices, moved.clients)}
      onClose={onClose}
    >
      {({ values: { wanted }, choice, errorOf }) => (
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
                  onChange={() => choice('wanted').onChange(status)}
                />
                {es.statuses[status]}
              </label>
            ))}
          </fieldset>
          {errorOf('wanted') ? <Notice tone="bad" title={errorOf('wanted')} /> : null}
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
    </FormDialog>
  );
}
