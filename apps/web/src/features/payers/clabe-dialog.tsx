import { type ClabeDebt, MAX_CLABE_INVOICES } from '@anticipa/contract/payers';
import { add, decimalOf, moneyOf } from '@anticipa/domain/money';
import { emailProblem } from '@anticipa/domain/user';
import { formatFolio } from '@anticipa/texts/format';
import { errorTexts } from '@anticipa/texts/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useLacking } from '../../lib/rights.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { useCheckedForm } from '../../ui/field/use-checked-form.ts';
import { MoneyText } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { debtsQuery, type Owing, useMailClabe } from './api.ts';
import { es } from './es.ts';
import css from './payers.module.css';

const text = es.debts;

/** [CLI-09] Where and how much the payers of invoices pay who have a CLABE of their own, to copy or to mail. */
export function ClabeDialog({ owing, onClose }: { owing: Owing; onClose: () => void }) {
  const { data, error, refetch } = useQuery(debtsQuery(owing));
  return (
    <Dialog title={text.title} size="medium" onClose={onClose}>
      <div className={css.list}>
        <p className={css.quiet}>{text.explained}</p>
        {data ? (
          data.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            data.map((debt) => <Debt key={`${debt.rfcPayer} ${debt.currency}`} debt={debt} />)
          )
        ) : (
          <LoadFallback error={error} onRetry={refetch} title={text.failed} lines={6} />
        )}
      </div>
    </Dialog>
  );
}

function Debt({ debt }: { debt: ClabeDebt }) {
  const { stpName, clabe, currency, invoices } = debt;
  const { view } = useUser();
  const [isSending, setSending] = useState(false);
  const lacking = useLacking('prepare');
  const total = moneyOf(debt.total, currency);
  const lateCharges = moneyOf(debt.lateCharges, currency);
  const today = add(total, lateCharges);
  const mailed = invoices.slice(0, MAX_CLABE_INVOICES);
  const concept = text.conceptText(invoices.map(formatFolio));
  return (
    <section className={css.debt} aria-label={stpName}>
      <h3>{stpName}</h3>
      <dl>
        <div>
          <dt>{text.clabe}</dt>
          <dd className={css.clabe}>
            <Clabe of={clabe} />
            <CopyButton what={es.clabeOf(stpName)} text={clabe} />
          </dd>
        </div>
        <div>
          <dt>{text.today}</dt>
          <dd className={css.clabe}>
            <MoneyText amount={today} strong />
            <CopyButton what={text.amount} text={decimalOf(today)} />
          </dd>
          {lateCharges.cents > 0n ? (
            <dd className={css.quiet}>{unbroken(text.parts(formatMoney(total), formatMoney(lateCharges)))}</dd>
          ) : null}
        </div>
        <div>
          <dt>{text.concept}</dt>
          <dd>{concept}</dd>
        </div>
      </dl>
      <ul className={css.owed}>
        {invoices.map((invoice) => (
          <li key={invoice.documentId}>
            <span className={css.quiet}>{text.due(formatFolio(invoice), formatDate(invoice.dueDate))}</span>
            <MoneyText amount={moneyOf(invoice.total, currency)} />
          </li>
        ))}
      </ul>
      {view ? null : isSending ? (
        <>
          {mailed.length < invoices.length ? <p className={css.quiet}>{text.mailed(mailed.length)}</p> : null}
          <SendForm documentIds={mailed.map(({ documentId }) => documentId)} onSent={() => setSending(false)} />
        </>
      ) : (
        <Button disabledReason={lacking} onClick={() => setSending(true)}>
          {text.send}
        </Button>
      )}
    </section>
  );
}

function SendForm({ documentIds, onSent }: { documentIds: string[]; onSent: () => void }) {
  const [values, onChange] = useState({ email: '' });
  const sending = useMailClabe();
  const form = useCheckedForm({
    values,
    onChange,
    errorsOf: ({ email }) => ({ email: emailProblem(email.trim()) && errorTexts.INVALID_EMAIL }),
  });
  const email = values.email.trim();
  const send = (): void =>
    sending.mutate(
      { documentIds, email },
      {
        onSuccess: () => {
          showToast({ text: text.sent(email), tone: 'good' });
          onSent();
        },
      },
    );
  return (
    <form className={css.list} {...form.onSubmit(send)}>
      <TextField
        label={text.email}
        help={text.emailHelp}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      {sending.error ? <Notice tone="bad" title={failureText(sending.error)} /> : null}
      <Button variant="primary" type="submit" busy={sending.isPending}>
        {sending.isPending ? text.sending : text.sendNow}
      </Button>
    </form>
  );
}
