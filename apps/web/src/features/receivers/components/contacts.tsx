import { type ReceiverContact, type ReceiverContacts, saveReceiverContact } from '@anticipa/contract/receiver-contacts';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { emailProblem } from '@anticipa/domain/user';
import { messageStateTexts } from '@anticipa/texts/message-texts';
import { useQuery } from '@tanstack/react-query';
import { formatTableDate } from '../../../lib/format.ts';
import { useMay } from '../../../lib/may.ts';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChangeCard } from '../../../ui/change-card.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { contactsQuery, useRemoveContact, useSaveContact, useSetReminders } from '../api.ts';
import { es } from '../es.ts';
import { Notices } from './notices.tsx';

const texts = es.contacts;

/** [DIN-75] People of the receiver, and the notices of assignment that it got. */
export function Contacts({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useQuery(contactsQuery(companyId));
  if (!data)
    return (
      <Card title={texts.title}>
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />
      </Card>
    );
  return (
    <>
      <People companyId={companyId} data={data} />
      <Notices companyId={companyId} clients={data.clients} today={data.today} />
    </>
  );
}

function People({ companyId, data: { contacts, isReminded } }: { companyId: string; data: ReceiverContacts }) {
  const mayChange = useMay(saveReceiverContact);
  return (
    <ChangeCard
      folds
      title={texts.title}
      change={mayChange ? texts.add : null}
      dialog={(close) => <ContactDialog companyId={companyId} contact={null} onClose={close} />}
    >
      {contacts.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <Rows>
        {contacts.map((contact) => (
          <Row key={contact.contactId}>
            <div>
              <strong>{contact.name}</strong>
              <span>{[contact.email, contact.phone].filter((one) => one !== null).join(' · ')}</span>
              {contact.area === null ? null : <span className="quiet">{contact.area}</span>}
              {contact.lastMail === null ? null : <LastMail mail={contact.lastMail} />}
            </div>
            {mayChange ? (
              <ButtonRow>
                <DialogButton
                  size="small"
                  aria-label={texts.changeOf(contact.name)}
                  dialog={(close) => <ContactDialog companyId={companyId} contact={contact} onClose={close} />}
                >
                  {texts.change}
                </DialogButton>
                <DialogButton
                  size="small"
                  aria-label={texts.removeOf(contact.name)}
                  dialog={(close) => <RemoveDialog companyId={companyId} contact={contact} onClose={close} />}
                >
                  {texts.remove}
                </DialogButton>
              </ButtonRow>
            ) : null}
          </Row>
        ))}
      </Rows>
      <Rows>
        <Row>
          <div>
            <span>{texts.reminders}</span>
            <span className="quiet">{texts.remindersHelp}</span>
          </div>
          <ButtonRow>
            <StatusBadge tone={isReminded ? 'good' : 'neutral'}>
              {isReminded ? texts.remindersOn : texts.remindersOff}
            </StatusBadge>
            {mayChange ? (
              <DialogButton
                size="small"
                dialog={(close) => <RemindersDialog companyId={companyId} isOn={isReminded} onClose={close} />}
              >
                {isReminded ? texts.turnOff : texts.turnOn}
              </DialogButton>
            ) : null}
          </ButtonRow>
        </Row>
      </Rows>
    </ChangeCard>
  );
}

/** An address that does not take mail is corrected here, so its state and reason stand here. */
function LastMail({ mail: { state, at, error } }: { mail: NonNullable<ReceiverContact['lastMail']> }) {
  const isLost = state === 'bounced' || state === 'given-up';
  return (
    <>
      <span className="quiet">{unbroken(texts.lastMail(messageStateTexts[state], formatTableDate(at)))}</span>
      {isLost ? <StatusBadge tone="bad">{error ?? messageStateTexts[state]}</StatusBadge> : null}
    </>
  );
}

function RemindersDialog({ companyId, isOn, onClose }: { companyId: string; isOn: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title={isOn ? texts.turnOff : texts.turnOn}
      size="small"
      submit={isOn ? texts.turnOff : texts.turnOn}
      values={{}}
      changing={useSetReminders(companyId)}
      bodyOf={({ reason }) => ({ isOn: !isOn, reason })}
      onDone={() => (isOn ? texts.turnedOff : texts.turnedOn)}
      onClose={onClose}
    >
      <p>{texts.remindersHelp}</p>
    </FormDialog>
  );
}

type Body = SentBodyOf<typeof saveReceiverContact>;

const typedOrNull = (text: string): string | null => text.trim() || null;
const isShorter = (text: string, letters: number): boolean => text.trim() !== '' && text.trim().length < letters;

function ContactDialog(props: { companyId: string; contact: ReceiverContact | null; onClose: () => void }) {
  const { companyId, contact, onClose } = props;
  const { name = '', email = '', phone, area } = contact ?? {};
  return (
    <FormDialog<Record<'name' | 'email' | 'phone' | 'area', string>, Body, ResponseOf<typeof saveReceiverContact>>
      title={contact ? texts.changeOf(name) : texts.add}
      submit={texts.save}
      values={{ name, email, phone: phone ?? '', area: area ?? '' }}
      errorsOf={(typed) => ({
        name: typed.name.trim().length < 2 ? texts.nameMissing : null,
        email: emailProblem(typed.email.trim()) === null ? null : texts.emailWrong,
        phone: isShorter(typed.phone, 7) ? texts.phoneWrong : null,
        area: isShorter(typed.area, 2) ? texts.areaWrong : null,
      })}
      reasonHelp={null}
      changing={useSaveContact(companyId)}
      bodyOf={(typed) => ({
        contactId: contact?.contactId ?? null,
        name: typed.name.trim(),
        email: typed.email.trim(),
        phone: typedOrNull(typed.phone),
        area: typedOrNull(typed.area),
      })}
      onDone={() => texts.saved}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <p className="quiet">{texts.personal}</p>
          <TextField {...field('name')} label={texts.name} maxLength={120} data-autofocus />
          <TextField {...field('email')} label={texts.email} type="email" maxLength={254} />
          <TextField {...field('phone')} label={texts.phone} type="tel" maxLength={30} />
          <TextField {...field('area')} label={texts.area} help={texts.areaHelp} maxLength={80} />
        </>
      )}
    </FormDialog>
  );
}

function RemoveDialog(props: { companyId: string; contact: ReceiverContact; onClose: () => void }) {
  const { companyId, contact, onClose } = props;
  return (
    <FormDialog
      title={texts.removeOf(contact.name)}
      size="small"
      submit={texts.remove}
      isDanger
      values={{}}
      reasonHelp={null}
      changing={useRemoveContact(companyId, contact.contactId)}
      bodyOf={() => ({})}
      onDone={() => texts.removed}
      onClose={onClose}
    >
      <p>{texts.removing}</p>
    </FormDialog>
  );
}
