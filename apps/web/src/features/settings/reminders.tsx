import { changeReminders, type Reminders as ReminderSettings } from '@anticipa/contract/reminders';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { filledIn, type ReminderReader, reminderReaders, unknownPlaceholders } from '@anticipa/domain/reminder';
import { paragraphsOf, reminderTextNames } from '@anticipa/texts/reminder-texts';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/may.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { remindersQuery, useChangeReminders } from './api.ts';
import { SettingCard } from './components/setting-card.tsx';
import { SettingRow } from './components/setting-row.tsx';
import { es } from './es.ts';
import { TodaysReminders } from './todays-reminders.tsx';

const texts = es.reminders;
type Body = BodyOf<typeof changeReminders>;
type Made = ResponseOf<typeof changeReminders>;
type Text = ReminderSettings['texts'][number];

/** [DIN-74] The switch of the reminders of payment, and their texts. */
export function Reminders() {
  const { data, error, refetch } = useQuery(remindersQuery);
  const mayChange = useMay(changeReminders);
  if (!data)
    return (
      <Card title={texts.title}>
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />
      </Card>
    );
  const isOn = { client: data.isOn, receiver: data.isOnForReceivers };
  const today = (
    <DialogButton size="small" dialog={(close) => <TodaysReminders onClose={close} />}>
      {texts.today.open}
    </DialogButton>
  );
  return (
    <SettingCard
      id="reminders"
      title={texts.title}
      missing={!data.isDecided}
      aside={
        <ButtonRow>
          {reminderReaders.some((reader) => isOn[reader]) ? null : (
            <StatusBadge tone="neutral">{texts.off}</StatusBadge>
          )}
          {today}
        </ButtonRow>
      }
    >
      <p className="quiet">{texts.when}</p>
      <Rows>
        {reminderReaders.map((reader) => (
          <Row key={reader}>
            <div>
              <strong>{texts.readers[reader]}</strong>
              <span className="quiet">{texts.whom[reader]}</span>
            </div>
            <ButtonRow>
              <StatusBadge tone={isOn[reader] ? 'good' : 'neutral'}>{isOn[reader] ? texts.on : texts.off}</StatusBadge>
              {mayChange && reader === 'client' && !data.isDecided ? (
                <DialogButton
                  size="small"
                  dialog={(close) => <SwitchDialog reader={reader} isOn={false} leaves onClose={close} />}
                >
                  {texts.leaveOff}
                </DialogButton>
              ) : null}
              {mayChange ? (
                <DialogButton
                  size="small"
                  aria-label={isOn[reader] ? texts.turnOffOf[reader] : texts.turnOnOf[reader]}
                  dialog={(close) => <SwitchDialog reader={reader} isOn={isOn[reader]} onClose={close} />}
                >
                  {isOn[reader] ? texts.turnOff : texts.turnOn}
                </DialogButton>
              ) : null}
            </ButtonRow>
          </Row>
        ))}
        {data.texts.map((one) => (
          <SettingRow
            key={one.text}
            title={reminderTextNames[one.text]}
            value={one.subject}
            note={one.isOwn ? null : texts.standard}
            actionLabel={es.changeOf(reminderTextNames[one.text])}
            edit={mayChange ? (close) => <TextDialog text={one} onClose={close} /> : undefined}
          />
        ))}
      </Rows>
    </SettingCard>
  );
}

/** Switches reminders; `leaves`: the lender decides that they stay off. */
function SwitchDialog(props: { reader: ReminderReader; isOn: boolean; leaves?: boolean; onClose: () => void }) {
  const { reader, isOn, leaves = false, onClose } = props;
  const submit = leaves ? texts.leaveOff : isOn ? texts.turnOff : texts.turnOn;
  return (
    <FormDialog<object, Body, Made>
      title={leaves ? texts.leaveOff : isOn ? texts.turnOffOf[reader] : texts.turnOnOf[reader]}
      size="small"
      submit={submit}
      values={{}}
      changing={useChangeReminders()}
      bodyOf={({ reason }) => ({ change: { kind: 'switch', reader, isOn: !isOn && !leaves }, reason })}
      onDone={() => es.form.saved}
      onClose={onClose}
    >
      <p>{leaves ? texts.leftEffect : isOn ? texts.offEffect[reader] : texts.onEffect[reader]}</p>
    </FormDialog>
  );
}

const problemOf = (typed: string): string | null => {
  if (typed.trim() === '') return texts.missing;
  const unknown = unknownPlaceholders(typed);
  return unknown.length > 0 ? texts.unknown(unknown.join(', ')) : null;
};

/** A text with its placeholders, above the mail that it makes. */
function TextDialog({ text: { text, subject, paragraphs }, onClose }: { text: Text; onClose: () => void }) {
  return (
    <FormDialog<{ subject: string; paragraphs: string }, Body, Made>
      title={reminderTextNames[text]}
      submit={texts.save}
      values={{ subject, paragraphs }}
      errorsOf={(values) => ({ subject: problemOf(values.subject), paragraphs: problemOf(values.paragraphs) })}
      changing={useChangeReminders()}
      bodyOf={(values) => ({
        change: { kind: 'text', text, subject: values.subject.trim(), paragraphs: values.paragraphs.trim() },
        reason: values.reason,
      })}
      onDone={() => es.form.saved}
      onClose={onClose}
    >
      {({ values, field }) => (
        <>
          <p className="quiet">{texts.placeholders}</p>
          <TextField {...field('subject')} label={texts.subject} maxLength={150} />
          <TextArea
            {...field('paragraphs')}
            label={texts.paragraphs}
            help={texts.paragraphsHelp}
            rows={6}
            maxLength={2000}
          />
          <section aria-label={texts.preview}>
            <p>
              <strong>{filledIn(values.subject, texts.sample)}</strong>
            </p>
            {paragraphsOf(values.paragraphs).map((paragraph, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity, and none is moved.
              <p key={place}>{filledIn(paragraph, texts.sample)}</p>
            ))}
            <p className="quiet">{texts.tables}</p>
          </section>
        </>
      )}
    </FormDialog>
  );
}
