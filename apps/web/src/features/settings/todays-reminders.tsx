import { getReceiver } from '@anticipa/contract/lender-receivers';
import type { TodaysReminders as Today } from '@anticipa/contract/reminders';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { useMay } from '../../lib/may.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { todaysRemindersQuery } from './api.ts';
import { es } from './es.ts';
import css from './settings.module.css';

const texts = es.reminders.today;

/** [DIN-78] The mails of today as they would go out, and the receivers that get none. */
export function TodaysReminders({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(todaysRemindersQuery);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className="quiet">{texts.help}</p>
      {data ? <Mails today={data} /> : <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />}
    </Dialog>
  );
}

function Mails({ today: { isBusinessDay, count, mails, withheld } }: { today: Today }) {
  const mayOpen = useMay(getReceiver);
  const shown = new Set(mails.map(({ reader, company }) => `${reader} ${company}`)).size;
  if (!isBusinessDay) return <p>{texts.notBusinessDay}</p>;
  return (
    <>
      {mails.length === 0 ? <p>{texts.none}</p> : null}
      <Rows>
        {mails.map((mail) => (
          <Row key={`${mail.reader} ${mail.company} ${mail.to}`}>
            <div>
              <strong>{mail.subject}</strong>
              <span className="quiet">{texts.to(mail.to, mail.company)}</span>
              <details className={css.mail}>
                <summary>{texts.read}</summary>
                <MailText mail={mail} />
              </details>
            </div>
            <StatusBadge tone={mail.stoppedBy === null ? 'good' : 'neutral'}>
              {mail.stoppedBy === null ? texts.goes : texts.stops[mail.stoppedBy]}
            </StatusBadge>
          </Row>
        ))}
      </Rows>
      {shown < count ? <p className="quiet">{texts.more}</p> : null}
      {withheld.length === 0 ? null : (
        <section aria-label={texts.withheld}>
          <h3>{texts.withheld}</h3>
          <Rows>
            {withheld.map(({ companyId, company, cause, invoices }) => (
              <Row key={`${companyId} ${cause}`}>
                <div>
                  {mayOpen ? (
                    <Link to={lenderPaths.receiver} params={{ companyId }}>
                      {company}
                    </Link>
                  ) : (
                    company
                  )}
                  <span className="quiet">
                    {texts.without(formatCount(invoices, 'factura', 'facturas'), texts.causes[cause])}
                  </span>
                </div>
              </Row>
            ))}
          </Rows>
        </section>
      )}
    </>
  );
}

/** The text of a mail with its tables, each row as a list of what it says. */
function MailText({ mail: { paragraphs, tables } }: { mail: Today['mails'][number] }) {
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {tables.map(({ title, head, rows }) => (
        <section key={title} aria-label={title}>
          <strong>{title}</strong>
          {rows.map((row) => (
            <p key={row.join()}>{row.map((cell, column) => `${head[column]}: ${cell}`).join(' · ')}</p>
          ))}
        </section>
      ))}
    </>
  );
}
