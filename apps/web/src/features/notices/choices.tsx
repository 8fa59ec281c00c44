import type { NoticeChoiceRow } from '@anticipa/contract/notices';
import { mailChoices } from '@anticipa/domain/notice-event';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { canPush } from '../../lib/push-browser.ts';
import { useUser } from '../../lib/session.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { Expansion } from '../../ui/overlay/expansion.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { choicesQuery, useChoose } from './api.ts';
import { es } from './es.ts';
import css from './notices.module.css';
import { CHOICES_ANCHOR } from './notices-screen.tsx';
import { Push } from './push.tsx';
import { WhatsApp } from './whatsapp.tsx';

const texts = es.choices;
/** Apart from the other texts, which the bell loads with the first screen. */
const short = {
  portal: 'Portal',
  mail: 'correo',
  whatsapp: 'WhatsApp',
  push: 'navegador',
  none: 'No llega',
  off: 'No se envía',
};

/** The lender sends these by no other channel than the portal while its reminders are off. */
const isUnsent = ({ event }: NoticeChoiceRow, areRemindersOff: boolean): boolean =>
  areRemindersOff && (event === 'due' || event === 'overdue');

/** [AVI-08] By which channels the person wants each event: a table, or on a phone a line for each event that opens. */
export function NoticeChoices() {
  const { data, error, refetch } = useQuery(choicesQuery);
  const choosing = useChoose();
  const isPhone = usePhone();
  const { isAdmin } = useUser();
  const isAsked = useLocation({ select: ({ hash }) => hash === CHOICES_ANCHOR });
  // Before a number is confirmed there is nothing to choose.
  const hasWhatsApp = typeof data?.whatsapp?.confirmed === 'string';
  const pushKey = canPush() ? data?.pushKey : null;
  const choose = (choice: NoticeChoiceRow): void =>
    choosing.mutate(choice, { onError: (failure) => showToast({ tone: 'bad', text: failureText(failure) }) });
  return (
    <div id={CHOICES_ANCHOR}>
      <PhoneFoldedCard title={texts.title} opens={isAsked}>
        <p>
          {texts.text} {isAdmin ? null : texts.own}
        </p>
        {data?.areRemindersOff ? <Notice tone="info">{texts.remindersOff}</Notice> : null}
        {data?.whatsapp ? <WhatsApp confirmed={data.whatsapp.confirmed} /> : null}
        {pushKey ? <Push pushKey={pushKey} /> : null}
        {data === undefined ? (
          <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={8} />
        ) : isPhone ? (
          <div className={css.cards}>
            {data.data.map((row) => (
              <EventCard
                key={row.event}
                row={row}
                onChoose={choose}
                hasWhatsApp={hasWhatsApp}
                hasPush={Boolean(pushKey)}
                isUnsent={isUnsent(row, data.areRemindersOff)}
              />
            ))}
          </div>
        ) : (
          <table className={css.matrix} aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.event}</th>
                <th scope="col">{texts.portal}</th>
                <th scope="col">{texts.mail}</th>
                {hasWhatsApp ? <th scope="col">{texts.whatsapp}</th> : null}
                {pushKey ? <th scope="col">{texts.push}</th> : null}
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => {
                const off = isUnsent(row, data.areRemindersOff) ? <Unsent /> : null;
                return (
                  <tr key={row.event}>
                    <th scope="row">{es.events[row.event]}</th>
                    <td>
                      <InPortal row={row} onChoose={choose} hideLabel />
                    </td>
                    <td>{off ?? <ByMail row={row} onChoose={choose} />}</td>
                    {hasWhatsApp ? <td>{off ?? <ByWhatsApp row={row} onChoose={choose} hideLabel />}</td> : null}
                    {pushKey ? <td>{off ?? <ByPush row={row} onChoose={choose} hideLabel />}</td> : null}
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </PhoneFoldedCard>
    </div>
  );
}

/** In place of a choice that would have no effect. */
const Unsent = () => <span className="quiet">{short.off}</span>;

interface CellProps {
  readonly row: NoticeChoiceRow;
  readonly onChoose: (row: NoticeChoiceRow) => void;
}

function InPortal({ row, onChoose, hideLabel = false }: CellProps & { hideLabel?: boolean }) {
  const label = hideLabel ? texts.of(texts.portal, es.events[row.event]) : texts.portal;
  return (
    <Checkbox
      label={label}
      hideLabel={hideLabel}
      checked={row.portal}
      disabledReason={row.isLocked ? texts.locked : null}
      onChange={({ target }) => onChoose({ ...row, portal: target.checked })}
    />
  );
}

function ByMail({ row, onChoose }: CellProps) {
  if (row.isLocked) return <span>{texts.mails[row.mail]}</span>;
  return (
    <select
      className={css.select}
      aria-label={texts.of(texts.mail, es.events[row.event])}
      value={row.mail}
      onChange={({ target }) => {
        const mail = mailChoices.find((choice) => choice === target.value);
        if (mail) onChoose({ ...row, mail });
      }}
    >
      {mailChoices.map((choice) => (
        <option key={choice} value={choice}>
          {texts.mails[choice]}
        </option>
      ))}
    </select>
  );
}

function ByWhatsApp({ row, onChoose, hideLabel = false }: CellProps & { hideLabel?: boolean }) {
  return (
    <Checkbox
      label={hideLabel ? texts.of(texts.whatsapp, es.events[row.event]) : texts.whatsapp}
      hideLabel={hideLabel}
      checked={row.whatsapp}
      onChange={({ target }) => onChoose({ ...row, whatsapp: target.checked })}
    />
  );
}

function ByPush({ row, onChoose, hideLabel = false }: CellProps & { hideLabel?: boolean }) {
  return (
    <Checkbox
      label={hideLabel ? texts.of(texts.push, es.events[row.event]) : texts.push}
      hideLabel={hideLabel}
      checked={row.push}
      onChange={({ target }) => onChoose({ ...row, push: target.checked })}
    />
  );
}

/** Twenty open cards would be five screens: an event says by which channels it comes, and opens to change them. */
function EventCard(
  props: CellProps & { readonly hasWhatsApp: boolean; readonly hasPush: boolean; readonly isUnsent: boolean },
) {
  const { row, onChoose, isUnsent: isOff } = props;
  const hasWhatsApp = props.hasWhatsApp && !isOff;
  const hasPush = props.hasPush && !isOff;
  const [isOpen, setOpen] = useState(false);
  const chosen = [
    ...(row.portal ? [short.portal] : []),
    ...(isOff || row.mail === 'none' ? [] : [short.mail]),
    ...(hasWhatsApp && row.whatsapp ? [short.whatsapp] : []),
    ...(hasPush && row.push ? [short.push] : []),
  ];
  return (
    <Expansion
      title={es.events[row.event]}
      aside={<span className="quiet">{chosen.length === 0 ? short.none : chosen.join(', ')}</span>}
      open={isOpen}
      onToggle={setOpen}
    >
      <div className={css.card}>
        <InPortal row={row} onChoose={onChoose} />
        <div className={css.cell}>
          <span aria-hidden="true">{texts.mail}</span>
          {isOff ? <Unsent /> : <ByMail row={row} onChoose={onChoose} />}
        </div>
        {hasWhatsApp ? <ByWhatsApp row={row} onChoose={onChoose} /> : null}
        {hasPush ? <ByPush row={row} onChoose={onChoose} /> : null}
      </div>
    </Expansion>
  );
}
