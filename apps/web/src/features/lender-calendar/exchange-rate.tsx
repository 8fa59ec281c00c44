import { type LenderCalendar, publishRate, type RateOfDay } from '@anticipa/contract/lender-calendar';
import { isFarFrom, needsSecondPerson } from '@anticipa/domain/exchange-rate';
import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { useFetchRate, usePublishRate } from './api.ts';
import { es } from './es.ts';
import css from './lender-calendar.module.css';
import { knownRates, rateText, rateTyped } from './view-model.ts';

const texts = es.rate;
const rowId = ({ date }: RateOfDay): string => date;

const columns: readonly Column<RateOfDay>[] = [
  dateColumn({ id: 'date', header: texts.columns.date, pick: ({ date }) => date, card: 'title' }),
  {
    id: 'value',
    header: texts.columns.value,
    value: ({ tipoCambio }) => Number(tipoCambio),
    text: ({ tipoCambio }) => rateText(tipoCambio),
    align: 'end',
    width: '9.5rem',
    card: 'figure',
  },
  { id: 'source', header: texts.columns.source, value: ({ source }) => source, width: 'minmax(10rem, 2fr)' },
  {
    id: 'at',
    header: texts.columns.at,
    value: ({ publishedAt }) => publishedAt,
    text: ({ publishedAt }) => formatTableDate(publishedAt),
    width: '14rem',
  },
];

/** The exchange rate in force, or a warning without one. */
export function ExchangeRate({ calendar }: { calendar: LenderCalendar }) {
  const { today, inForce, official, proposed, rates } = calendar;
  const [isOpen, setOpen] = useState(false);
  const may = useMay(publishRate);
  const fetching = useFetchRate();
  const outcome = fetching.data && texts.fetched[fetching.data.outcome];
  const isPublished = rates[0]?.date === today;
  return (
    <Card
      title={texts.title}
      aside={
        may ? (
          <ButtonRow>
            {isPublished ? null : (
              <Button size="small" busy={fetching.isPending} onClick={() => fetching.mutate()}>
                {texts.fetch}
              </Button>
            )}
            <Button size="small" onClick={() => setOpen(true)}>
              {isPublished ? texts.correct : texts.publish}
            </Button>
          </ButtonRow>
        ) : null
      }
    >
      <div aria-live="polite">
        {outcome ? <Notice tone={outcome.tone} title={outcome.text} /> : null}
        {fetching.error ? <Notice tone="bad" title={failureText(fetching.error)} /> : null}
      </div>
      {inForce === null ? (
        <Notice tone="bad" title={texts.missingTitle}>
          {texts.missing}
        </Notice>
      ) : (
        <p>{texts.inForce(rateText(inForce.tipoCambio), inForce.source, formatDate(inForce.date))}</p>
      )}
      {official ? <OfficialRate official={official.tipoCambio} inForce={inForce?.tipoCambio ?? null} /> : null}
      {proposed ? <Notice tone="info" title={texts.proposed(rateText(proposed.tipoCambio), proposed.by)} /> : null}
      {isOpen ? (
        <RateDialog
          title={isPublished ? texts.correct : texts.publish}
          calendar={calendar}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}

/** The central bank's rate of today, with a warning if the one in force is far from it. */
function OfficialRate({ official, inForce }: { official: string; inForce: string | null }) {
  const shown = rateText(official);
  if (inForce !== null && isFarFrom(inForce, official)) return <Notice tone="warn" title={texts.differs(shown)} />;
  return <p className={css.quiet}>{texts.official(shown)}</p>;
}

/** The rates published so far, the newest on top. */
export function PublishedRates({ calendar: { rates } }: { calendar: LenderCalendar }) {
  return (
    <Card title={texts.label}>
      <DataTable
        label={texts.label}
        noun={texts.noun}
        rows={rates}
        columns={columns}
        rowId={rowId}
        empty={<p>{texts.none}</p>}
      />
    </Card>
  );
}

function RateDialog(props: { title: string; calendar: LenderCalendar; onClose: () => void }) {
  const { title, calendar, onClose } = props;
  const known = knownRates(calendar);
  const [typed, setTyped] = useState('');
  const [source, setSource] = useState<string>(calendar.rates[0]?.source ?? texts.defaultSource);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const publishing = usePublishRate();
  const rate = rateTyped(typed);
  const needsSecond = rate !== null && needsSecondPerson(rate, known);
  const isFirst = known.last === null && known.official === null;
  const shown = (text: string | null): string | null => text && rateText(text);
  const isSourceShort = source.trim().length < 3;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (rate === null || isSourceShort || isShortReason(reason)) return;
    publishing.mutate(
      { tipoCambio: rate, source: source.trim(), reason: reason.trim() },
      {
        onSuccess: ({ proposal }) => {
          showToast({ text: proposal ? texts.sent : texts.done, tone: 'good' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className={css.screen} onSubmit={submit} noValidate>
        <TextField
          label={texts.value}
          inputMode="decimal"
          data-autofocus
          value={typed}
          error={isChecked && rate === null ? texts.valueWrong : null}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isFirst ? null : <p className={css.quiet}>{texts.known(shown(known.last), shown(known.official))}</p>}
        {needsSecond ? <Notice tone="warn" title={isFirst ? texts.first : texts.far} /> : null}
        <TextField
          label={texts.source}
          maxLength={100}
          value={source}
          error={isChecked && isSourceShort ? texts.sourceMissing : null}
          onChange={({ target }) => setSource(target.value)}
        />
        <TextField
          label={texts.reason}
          maxLength={300}
          value={reason}
          error={isChecked && isShortReason(reason) ? texts.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className={css.quiet}>{texts.follows}</p>
        {publishing.error ? <Notice tone="bad" title={failureText(publishing.error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={publishing.isPending}>
            {title}
          </Button>
          <Button onClick={onClose}>{es.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
