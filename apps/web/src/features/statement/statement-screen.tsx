import { firstDayOf, lastDayOf, monthOf } from '@anticipa/domain/month';
import { formatParty } from '@anticipa/texts/format';
import { statedTermsText } from '@anticipa/texts/sale-terms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { formatDate, formatMonth } from '../../lib/format.ts';
import { type ActionButton, paths } from '../../lib/paths.ts';
import { screens } from '../../lib/screens.ts';
import { useShownClient } from '../../lib/shown-client.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { Page } from '../../ui/page.tsx';
import { MonthRoute, type MonthShown, MonthToolbar } from '../../ui/table/month-table.tsx';
import { TableExport } from '../../ui/table/table-export.tsx';
import { savePackage, statementQuery, useStatementMail, useStatementPdf } from './api.ts';
import { CurrencyBlock } from './components/currency-statement.tsx';
import { DispersionsDialog } from './components/dispersions-dialog.tsx';
import { MovementsDialog } from './components/movements-dialog.tsx';
import { StatementBlocks } from './components/statement-blocks.tsx';
import { es } from './es.ts';
import css from './statement.module.css';
import { isNothing } from './view-model.ts';

/** [MOV-01] [MOV-06] The account statement of a month: its cost and the movements of each account. */
export const StatementScreen = () => (
  <Page title={screens.statement.title} intro={es.intro}>
    <StatementByMonth />
  </Page>
);

/** The account statement by month, without the heading of a page. */
export const StatementByMonth = () => (
  <MonthRoute ahead={-1} failed={es.failed}>
    {(shown) => <StatementOfMonth key={shown.month} {...shown} />}
  </MonthRoute>
);

function StatementOfMonth(shown: MonthShown) {
  const { month, today } = shown;
  const [asked, setAsked] = useState<'dates' | 'dispersions' | null>(null);
  const close = () => setAsked(null);
  const isRunning = month === monthOf(today);
  const period = { startDate: firstDayOf(month), endDate: isRunning ? today : lastDayOf(month) };
  const atDesk = useShownClient();
  const statement = useQuery(statementQuery(period, today, atDesk?.clientId));
  const pdf = useStatementPdf();
  const mail = useStatementMail();
  const read = statement.data;
  return (
    <div className="blocks">
      <MonthToolbar label={es.month} {...shown}>
        <span id={'paquete-del-mes' satisfies ActionButton}>
          <DownloadButton
            variant="primary"
            download={() => savePackage(month, atDesk?.clientId)}
            failed={es.packageFailed}
          >
            {es.package}
          </DownloadButton>
        </span>
        <Button icon="eye" busy={pdf.isPending} onClick={() => pdf.open(period)}>
          {es.openPdf}
        </Button>
        {atDesk === null ? (
          <Button busy={mail.isPending} onClick={() => mail.mutate(period)}>
            {es.mail}
          </Button>
        ) : null}
        <TableExport table="movements" dated={es.exported} today={today} from={period.startDate} to={period.endDate} />
        <Button icon="calendar" variant="quiet" onClick={() => setAsked('dates')}>
          {es.otherDates}
        </Button>
        {atDesk === null ? (
          <Button icon="file" variant="quiet" onClick={() => setAsked('dispersions')}>
            {es.dispersions.open}
          </Button>
        ) : null}
      </MonthToolbar>
      {read === undefined ? (
        <QueryFallback failed={statement.isError} onRetry={statement.refetch} lines={8}>
          {es.failed}
        </QueryFallback>
      ) : read.currencies.every(isNothing) ? (
        <EmptyState
          drawing="papers"
          level={2}
          title={es.emptyTitle(formatMonth(month))}
          action={
            isRunning ? null : (
              <Button onClick={() => shown.onMonth(monthOf(today))}>{es.toRunning(formatMonth(monthOf(today)))}</Button>
            )
          }
        >
          {atDesk === null ? es.empty : es.emptyAtDesk}
        </EmptyState>
      ) : (
        <>
          <p data-print="only">{es.ofMonth(formatMonth(month))}</p>
          <p className={css.explained}>{formatParty({ ...read, name: read.entityName })}</p>
          {read.terms ? <p className={css.explained}>{statedTermsText(read.terms)}.</p> : null}
          {isRunning ? <Notice tone="info">{es.running(formatDate(today))}</Notice> : null}
          {read.currencies.map((each) =>
            isNothing(each) ? (
              <p key={each.currency} className={css.explained}>
                {es.nothingIn(each.currency)}
              </p>
            ) : (
              <Fragment key={each.currency}>
                <CurrencyBlock statement={each} />
                <StatementBlocks statement={each} lender={read.lender} period={period} today={today} />
              </Fragment>
            ),
          )}
        </>
      )}
      {atDesk === null ? (
        <p className={css.explained}>
          {es.packageHelp}{' '}
          <Link to={paths.profile} hash="avisos">
            {es.packageByMail}
          </Link>
        </p>
      ) : null}
      {asked === 'dates' ? <MovementsDialog initial={period} today={today} onClose={close} /> : null}
      {asked === 'dispersions' ? <DispersionsDialog initial={month} today={today} onClose={close} /> : null}
    </div>
  );
}
