import type { BankLine, decideBankLine } from '@anticipa/contract/bank-files';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { moneyOf } from '@anticipa/domain/money';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useDecide } from './api.ts';
import { keysOf, stateOf, textOfLine } from './columns.tsx';
import { es } from './es.ts';

const texts = es.decide;

/** Says whether a movement is another one than the one that it resembles, or leaves it out with a reason. */
export function DecideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const deciding = useDecide(line.lineId);
  const isAlike = line.cause === 'resembles';
  const takeAsOther = (): void =>
    deciding.mutate(
      { decision: 'other' },
      {
        onSuccess: () => {
          showToast({ text: texts.otherDone, tone: 'good' });
          onClose();
        },
        onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
      },
    );
  return (
    <FormDialog<object, SentBodyOf<typeof decideBankLine>, ResponseOf<typeof decideBankLine>>
      title={texts.title}
      submit={texts.ignore}
      isDanger
      values={{}}
      changing={deciding}
      bodyOf={({ reason }) => ({ decision: 'ignore', reason })}
      onDone={() => texts.ignoreDone}
      onClose={onClose}
      extra={isAlike ? <Button onClick={takeAsOther}>{texts.other}</Button> : undefined}
    >
      <Facts
        facts={[
          [es.columns.date, formatDate(line.date)],
          [es.columns.amount, formatMoney(moneyOf(line.amount, line.currency))],
          [es.columns.what, [textOfLine(line), keysOf(line)].filter(Boolean).join(' · ')],
          [es.columns.state, stateOf(line)],
          ...(line.resembles === null ? [] : ([[texts.known, line.resembles]] as const)),
        ]}
      />
      {isAlike ? <p>{texts.resembles}</p> : null}
      <p>{texts.ignoreText}</p>
    </FormDialog>
  );
}
