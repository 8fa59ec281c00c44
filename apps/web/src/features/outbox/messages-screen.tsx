import { type Message, messageStates, repeatMessage } from '@anticipa/contract/outbox';
import { repeatProblem } from '@anticipa/domain/message';
import { messageKindTexts, messageStateTexts } from '@anticipa/texts/message-texts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { outsideFailureText } from '../../lib/outside-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Explanation } from '../../ui/explanation.tsx';
import { EmptyState, NothingFound } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { Dialog, DialogButtons } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { messagesQuery, useRepeatMessage } from './api.ts';
import { es } from './es.ts';
import css from './messages.module.css';

type State = Message['state'];

const tones: Readonly<Record<State, Tone>> = {
  waiting: 'info',
  retrying: 'warn',
  sent: 'good',
  arrived: 'good',
  read: 'good',
  unheard: 'warn',
  dropped: 'neutral',
  bounced: 'bad',
  refused: 'bad',
  'given-up': 'bad',
};
const chips = messageStates.map((value) => ({ value, label: messageStateTexts[value] }));
const rowId = ({ id }: Message): string => id;

/** Every message of the portal with its state, for operators who are asked about a missing one, and may send it again. */
export function MessagesScreen() {
  const [state, setState] = useState<State | null>(null);
  const { data, error, refetch } = useQuery(messagesQuery(state));
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Message | null>(null);
  const search = useDeferredValue(typed);
  return (
    <section className="stack" aria-label={es.title}>
      <Explanation>{es.explained}</Explanation>
      <Toolbar label={es.search} value={typed} onChange={setTyped}>
        <ChipGroup
          label={es.states}
          chips={chips}
          selected={new Set(state ? [state] : [])}
          onChange={(next) => setState([...next].find((each) => each !== state) ?? null)}
        />
      </Toolbar>
      {data ? (
        <DataTable
          label={es.label}
          noun={['mensaje', 'mensajes']}
          rows={data}
          columns={columns}
          rowId={rowId}
          search={search}
          actions={(message) => <RepeatMessage message={message} onAsk={setAsked} />}
          empty={
            data.length > 0 ? (
              <NothingFound title={es.notFoundTitle} onClear={() => setTyped('')} />
            ) : (
              <EmptyState drawing="papers" level={2} title={state === null ? es.noneTitle : es.emptyTitle}>
                {es.empty}
              </EmptyState>
            )
          }
        />
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />
      )}
      {asked ? <RepeatQuestion message={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

/** Why a message did not arrive, and how its notice did. */
function outcomeText({ lastError, isMailed }: Message): string {
  const facts = [...(lastError === null ? [] : [outsideFailureText(lastError)]), ...(isMailed ? [es.byMail] : [])];
  return facts.join('. ') || es.none;
}

const failed: readonly State[] = ['retrying', 'bounced', 'refused', 'given-up'];

/** Attempts that failed: all but the last of a message that was taken or dropped. */
const failures = ({ attempts, state }: Message): number =>
  failed.includes(state) ? attempts : Math.max(0, attempts - 1);

const columns: readonly Column<Message>[] = [
  {
    id: 'created',
    header: 'Creado',
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => formatTableDate(createdAt),
    width: '13rem',
  },
  {
    id: 'kind',
    header: 'Mensaje',
    value: ({ kind }) => messageKindTexts[kind],
    width: 'minmax(8rem, 2fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'state',
    header: 'Estado',
    value: ({ state }) => messageStateTexts[state],
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{messageStateTexts[state]}</StatusBadge>,
    width: '10.5rem',
    card: 'figure',
  },
  { id: 'client', header: 'Cliente', value: ({ entityName }) => entityName, width: 'minmax(8rem, 2fr)', breaks: true },
  {
    id: 'to',
    header: 'Destinatario',
    value: ({ sentTo }) => sentTo,
    text: ({ sentTo }) => sentTo ?? es.none,
    width: 'minmax(12rem, 2fr)',
    breaks: true,
  },
  { id: 'attempts', header: 'Fallos', value: failures, align: 'end', width: '5.75rem', optional: 'hidden' },
  {
    id: 'error',
    header: 'Detalle',
    value: ({ lastError }) => lastError,
    text: outcomeText,
    cell: (message) => <span title={message.lastError ?? undefined}>{outcomeText(message)}</span>,
    width: 'minmax(9rem, 2fr)',
    breaks: true,
  },
];

const texts = es.repeat;

/** Offers to resend a message that the portal has stopped trying to deliver. */
function RepeatMessage({ message, onAsk }: { message: Message; onAsk: (message: Message) => void }) {
  const mayRepeat = useMay(repeatMessage);
  const { kind, entityName, isRepeated } = message;
  if (isRepeated) return <span className={css.quiet}>{texts.was}</span>;
  if (!mayRepeat || repeatProblem(message) !== null) return null;
  return (
    <Button size="small" aria-label={texts.of(messageKindTexts[kind], entityName)} onClick={() => onAsk(message)}>
      {texts.action}
    </Button>
  );
}

/** The question, outside the table: its rows change their form with the width of the window. */
function RepeatQuestion({ message, onClose }: { message: Message; onClose: () => void }) {
  const { kind, state, entityName, sentTo } = message;
  const { mutate, isPending, error } = useRepeatMessage();
  const onSuccess = (): void => {
    showToast({ text: texts.done, tone: 'good' });
    onClose();
  };
  return (
    <Dialog
      title={texts.title}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={
        <DialogButtons
          confirm={texts.action}
          busy={isPending}
          focus="confirm"
          onConfirm={() => mutate(message, { onSuccess })}
          onClose={onClose}
        />
      }
    >
      <p>{texts.text(messageKindTexts[kind], entityName)}</p>
      {state === 'bounced' && sentTo !== null ? <p>{texts.refused(sentTo)}</p> : null}
      {error ? <Notice tone="bad" title={failureText(error)} /> : null}
    </Dialog>
  );
}
