import type { proposeExtension } from '@anticipa/contract/follow-up';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { later } from '@anticipa/domain/extension';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { extensionQuery, useProposeExtension } from './api.ts';
import { es } from './es.ts';

const texts = es.extension;

/** Proposes a later due date, after its price was shown. */
export function ExtensionDialog(props: { documentId: string; dueDate: string; today: string; onClose: () => void }) {
  const { documentId, dueDate, today, onClose } = props;
  const earliest = later(dateOf(dueDate), dateOf(today));
  return (
    <FormDialog<{ dueDate: string | null }, BodyOf<typeof proposeExtension>, ResponseOf<typeof proposeExtension>>
      title={texts.propose}
      submit={texts.submit}
      values={{ dueDate: null }}
      errorsOf={(values) => ({
        dueDate: values.dueDate === null || values.dueDate <= earliest ? texts.dueDateWrong : null,
      })}
      reasonHelp={texts.reasonHelp}
      changing={useProposeExtension(documentId)}
      bodyOf={(values) => (values.dueDate === null ? null : { dueDate: values.dueDate, reason: values.reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      {({ values, choice }) => (
        <>
          <p>{texts.now(formatDate(dueDate))}</p>
          <DateField
            {...choice('dueDate')}
            label={texts.dueDate}
            help={texts.dueDateHelp}
            today={today}
            min={earliest}
          />
          {values.dueDate !== null && values.dueDate > earliest ? (
            <Price documentId={documentId} dueDate={values.dueDate} />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** The server's price of a due date. */
function Price({ documentId, dueDate }: { documentId: string; dueDate: string }) {
  const { data, error } = useQuery(extensionQuery(documentId, dueDate));
  if (error) return <Notice tone="warn" title={failureText(error)} />;
  if (!data) return <p role="status">{texts.pricing}</p>;
  const money = (amount: string): string => formatMoney(moneyOf(amount, data.currency));
  return (
    <div role="status">
      <Facts
        facts={[
          [texts.owed, money(data.owed)],
          [texts.perDay(data.rate), money(data.perDay)],
          [texts.interest(data.days), money(data.interest)],
          [texts.iva, money(data.iva)],
          ...(data.lateCharges === '0.00' ? [] : ([[texts.lateCharges, money(data.lateCharges)]] as const)),
        ]}
      />
      <p className="quiet">{texts.effect}</p>
    </div>
  );
}
