import type { proposeExtension } from '@anticipa/contract/follow-up';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { later } from '@anticipa/domain/extension';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Preview } from '../../ui/overlay/preview.tsx';
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
  const preview = useQuery(extensionQuery(documentId, dueDate));
  return (
    <Preview of={preview} reading={texts.pricing}>
      {({ currency, ...price }) => {
        const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
        return (
          <div role="status">
            <Facts
              facts={[
                [texts.owed, money(price.owed)],
                [texts.perDay(price.rate), money(price.perDay)],
                [texts.interest(price.days), money(price.interest)],
                [texts.iva, money(price.iva)],
                ...(price.lateCharges === '0.00' ? [] : ([[texts.lateCharges, money(price.lateCharges)]] as const)),
              ]}
            />
            <p className="quiet">{texts.effect}</p>
          </div>
        );
      }}
    </Preview>
  );
}
