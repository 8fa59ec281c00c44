import type { downloadBookFile, getBookMonth } from '@anticipa/contract/accountant';
import { type BookFileKind, requestedFiles } from '@anticipa/contract/accountant';
import { getLenderCalendar } from '@anticipa/contract/lender-calendar';
import type { ResponseOf, SentQueryOf } from '@anticipa/contract/route';
import { type AccountingRequest, hasOrder, isRequestNumber, requestTypes } from '@anticipa/domain/accounting-books';
import { endsYear } from '@anticipa/domain/book-close';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { addMonths, type Month, monthOf, parseMonth } from '@anticipa/domain/month';
import { type BookRemedy, problemsByRemedy } from '@anticipa/texts/book-problems';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { lenderPaths, type SettingCardId } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { MonthField } from '../../ui/field/month-field.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { bookMonthQuery, saveBookFile, saveBookPackage } from './api.ts';
import { es } from './es.ts';

const texts = es.accountant;
type Checked = ResponseOf<typeof getBookMonth>;
type Problem = Checked['files'][number]['problems'][number];
type Options = SentQueryOf<typeof downloadBookFile>;

const remedies: Readonly<Record<BookRemedy, string>> = {
  numbers: lenderPaths.settings,
  lender: lenderPaths.settings,
  bank: lenderPaths.bank,
  rates: lenderPaths.calendar,
  entry: lenderPaths.books,
};
/** Nothing was booked: no file, and nothing to put right. */
const isNothing = ({ code }: Problem): boolean => code === 'NOTHING_TO_WRITE';

/** [LIB-50] A month of the books in files for the lender's accountant, with what is missing for them. */
export function ForAccountant() {
  const today = dateAt(new Date(), MEXICO_CITY);
  const current = monthOf(today);
  const [named, name] = useSearchParam('mes');
  const month = parseMonth(named ?? '') ?? addMonths(current, -1);
  const [closes, setCloses] = useState(false);
  const isDecember = endsYear(month);
  const isClosing = isDecember && closes;
  const filed = isClosing ? month.replace(/12$/, '13') : month;
  const { data, error, refetch } = useQuery(bookMonthQuery(filed));
  return (
    <>
      <ButtonRow>
        <MonthField label={texts.month} value={month} max={current} onChange={(next) => name(next)} />
        {isDecember ? (
          <Checkbox label={texts.closing} checked={closes} onChange={({ target }) => setCloses(target.checked)} />
        ) : null}
      </ButtonRow>
      {month === current ? <Notice tone="info">{texts.running}</Notice> : null}
      {data ? (
        <>
          <Missing problems={data.files.flatMap(({ problems }) => problems)} />
          <Authority key={filed} checked={data} month={filed} today={today} isClosing={isClosing} />
          {isClosing ? null : (
            <>
              <OnRequest checked={data} month={filed} />
              <Programs checked={data} month={filed} />
              <WholeMonth
                month={month}
                lacks={data.files.some(({ problems }) => problems.some((one) => !isNothing(one)))}
              />
            </>
          )}
        </>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />
      )}
    </>
  );
}

/** Problems that keep files from being written, each once, with the screen where they are put right. */
function Missing({ problems }: { problems: readonly Problem[] }) {
  const mayRates = useMay(getLenderCalendar);
  const groups = problemsByRemedy(problems.filter((one) => !isNothing(one)));
  if (groups.length === 0) return null;
  return (
    <Notice tone="warn" title={texts.missing}>
      <div className="stack">
        {groups.map(({ remedy, texts: sentences }) => (
          <div key={remedy}>
            <ul>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {remedy === null ? null : remedy === 'rates' && !mayRates ? (
              texts.remedies[remedy]
            ) : (
              <Link to={remedies[remedy]} hash={remedy === 'numbers' ? ('own-accounts' satisfies SettingCardId) : ''}>
                {texts.remedies[remedy]}
              </Link>
            )}
          </div>
        ))}
      </div>
    </Notice>
  );
}

interface Given {
  readonly checked: Checked;
  readonly month: string;
}

/** A file with its state; `query` are its options, null while they are not complete. */
function FileRow({
  file,
  checked,
  month,
  query = {},
  blocked = null,
}: Given & { file: BookFileKind; query?: Options; blocked?: string | null }) {
  const { problems = [], more = 0 } = checked.files.find((one) => one.file === file) ?? {};
  const count = problems.length + more;
  const { name, note, format } = texts.files[file];
  return (
    <Row>
      <div>
        <strong>{name}</strong>
        <span className="quiet">{note}</span>
        {count === 0 ? (
          <StatusBadge tone="good">{texts.ready}</StatusBadge>
        ) : problems.every(isNothing) ? (
          <StatusBadge tone="neutral">{texts.nothing}</StatusBadge>
        ) : (
          <StatusBadge tone="warn">{texts.lacks(count)}</StatusBadge>
        )}
      </div>
      <DownloadButton
        size="small"
        aria-label={texts.downloadOf(name, format)}
        blocked={count > 0}
        disabledReason={count > 0 ? null : blocked}
        download={() => saveBookFile(month, file, query)}
        failed={es.notSaved}
      >
        {format}
      </DownloadButton>
    </Row>
  );
}

/** Chart and trial balance, which the lender sends each month. */
function Authority({ today, isClosing, ...given }: Given & { today: string; isClosing: boolean }) {
  const [kind, setKind] = useState<'N' | 'C'>('N');
  const [changed, setChanged] = useState<string | null>(null);
  const lacksDay = kind === 'C' && changed === null;
  return (
    <Card title={texts.authority}>
      <p className="quiet">{texts.dollars}</p>
      <ButtonRow>
        <SelectField
          label={texts.sending}
          value={kind}
          onChange={setKind}
          options={(['N', 'C'] as const).map((value) => ({ value, label: texts.sendings[value] }))}
        />
        {kind === 'C' ? (
          <DateField label={texts.changed} value={changed} onChange={setChanged} today={today} max={today} />
        ) : null}
      </ButtonRow>
      <Rows>
        {isClosing ? null : <FileRow file="catalogue" {...given} />}
        <FileRow
          file="balance"
          query={kind === 'C' && changed !== null ? { changed } : {}}
          blocked={lacksDay ? texts.needsDay : null}
          {...given}
        />
      </Rows>
    </Card>
  );
}

/** Entries and their auxiliaries, which the authority gets only when it asks for them. */
function OnRequest(given: Given) {
  const [type, setType] = useState<AccountingRequest['type']>('AF');
  const [typed, setTyped] = useState('');
  const number = typed.trim().toUpperCase();
  const isGood = isRequestNumber({ type, number });
  const { entries, withoutTransfer } = given.checked;
  const wrong = hasOrder(type) ? texts.wrongOrder : texts.wrongProcedure;
  return (
    <Card title={texts.request}>
      <p className="quiet">{texts.requestExplained(entries)}</p>
      {withoutTransfer > 0 ? <p>{texts.withoutTransfer(withoutTransfer)}</p> : null}
      <ButtonRow>
        <SelectField
          label={texts.requestType}
          value={type}
          onChange={setType}
          options={requestTypes.map((value) => ({ value, label: texts.requestTypes[value] }))}
        />
        <TextField
          label={hasOrder(type) ? texts.order : texts.procedure}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={typed === '' || isGood ? null : wrong}
        />
      </ButtonRow>
      <Rows>
        {requestedFiles.map((file) => (
          <FileRow
            key={file}
            file={file}
            query={{ request: type, number }}
            blocked={isGood ? null : texts.needsNumber}
            {...given}
          />
        ))}
      </Rows>
    </Card>
  );
}

const Programs = (given: Given): ReactNode => (
  <Card title={texts.programs}>
    <p className="quiet">{texts.programsExplained}</p>
    <Rows>
      <FileRow file="contpaqi" {...given} />
      <FileRow file="coi" {...given} />
    </Rows>
  </Card>
);

/** [LIB-51] All of a month in one archive. */
const WholeMonth = ({ month, lacks }: { month: Month; lacks: boolean }): ReactNode => (
  <Card
    title={texts.whole}
    aside={
      <DownloadButton size="small" download={() => saveBookPackage(month)} failed={es.notSaved}>
        {texts.zip}
      </DownloadButton>
    }
  >
    <p>{lacks ? `${texts.wholeExplained} ${texts.wholeLacks}` : texts.wholeExplained}</p>
  </Card>
);
