import { type LenderCalendar, publishRate, type RateOfDay } from '@anticipa/contract/lender-calendar';
import { isFarFrom, needsSecondPerson } from '@anticipa/domain/exchange-rate';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { useFetchRate, usePublishRate } from './api.ts';
import { es } from './es.ts';
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
  return <p className="quiet">{texts.official(shown)}</p>;
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
  const publishing = usePublishRate();
  const isFirst = known.last === null && known.official === null;
  const shown = (text: string | null): string | null => text && rateText(text);
  return (
    <FormDialog
      title={title}
      submit={title}
      values={{ tipoCambio: '', source: calendar.rates[0]?.source ?? texts.defaultSource }}
      errorsOf={({ tipoCambio, source }) => ({
        tipoCambio: rateTyped(tipoCambio) === null ? texts.valueWrong : null,
        source: source.trim().length < 3 ? texts.sourceMissing : null,
      })}
      changing={publishing}
      bodyOf={({ tipoCambio, source, reason }) => ({ tipoCambio: tipoCambio.trim(), source: source.trim(), reason })}
      onDone={({ proposal }) => (proposal ? texts.sent : texts.done)}
      onClose={onClose}
    >
      {({ values, field }) => {
        const rate = rateTyped(values.tipoCambio);
        const needsSecond = rate !== null && needsSecondPerson(rate, known);
        return (
          <>
            <TextField {...field('tipoCambio')} label={texts.value} inputMode="decimal" data-autofocus />
            {isFirst ? null : <p className="quiet">{texts.known(shown(known.last), shown(known.official))}</p>}
            {needsSecond ? <Notice tone="warn" title={isFirst ? texts.first : texts.far} /> : null}
            <TextField {...field('source')} label={texts.source} maxLength={100} />
            <p className="quiet">{texts.follows}</p>
          </>
        );
      }}
    </FormDialog>
  );
}
