import type { Webhook } from '@anticipa/contract/webhooks';
import { type EventType, eventTypes } from '@anticipa/domain/webhook';
import { eventTexts } from '@anticipa/texts/key-texts';
import { Checkbox, Switch } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useChangeWebhook, useCreateWebhook } from '../api.ts';
import { es } from '../es.ts';
import css from './programs.module.css';

const texts = es.webhooks;

interface Typed {
  readonly url: string;
  readonly isTest: boolean;
  readonly types: readonly EventType[];
}
const empty: Typed = { url: 'https://', isTest: false, types: [] };

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\/./.test(text);

/** An endpoint and the events that it gets. */
export function WebhookDialog({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.add}
      submit={texts.add}
      values={empty}
      errorsOf={({ url }) => ({ url: isAddress(url.trim()) ? null : texts.urlWrong })}
      reasonHelp={null}
      changing={useCreateWebhook()}
      bodyOf={({ url, isTest, types }) => ({
        url: url.trim(),
        mode: isTest ? ('test' as const) : ('live' as const),
        types: [...types],
      })}
      onDone={({ secret }) => {
        onMade(secret);
        return null;
      }}
      onClose={onClose}
    >
      {(form) => {
        const test = form.choice('isTest');
        return (
          <>
            <TextField
              {...form.field('url')}
              label={texts.url}
              help={texts.urlHelp}
              type="url"
              autoComplete="off"
              maxLength={500}
            />
            <Switch checked={test.value} help={texts.isTestHelp} onChange={test.onChange}>
              {texts.isTest}
            </Switch>
            <EventChoice {...form.choice('types')} />
            <p className="quiet">{texts.willAsk}</p>
          </>
        );
      }}
    </FormDialog>
  );
}

/** [WEB-13] Other events for an endpoint that is there. */
export function EventsDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const chosen: Pick<Typed, 'types'> = { types: webhook.types };
  return (
    <FormDialog
      title={texts.changeEvents}
      submit={texts.save}
      values={chosen}
      reasonHelp={null}
      changing={useChangeWebhook(webhook.webhookId)}
      bodyOf={({ types }) => ({ types: [...types] })}
      onDone={() => texts.eventsChanged}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className={css.url}>{webhook.url}</p>
          <EventChoice {...form.choice('types')} />
        </>
      )}
    </FormDialog>
  );
}

function EventChoice(props: { value: readonly EventType[]; onChange: (types: EventType[]) => void }) {
  const { value, onChange } = props;
  return (
    <fieldset className={css.scopes}>
      <legend>{texts.events}</legend>
      <p className="quiet">{texts.eventsHelp}</p>
      <div className={css.events}>
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            label={eventTexts[type]}
            checked={value.includes(type)}
            onChange={({ target }) =>
              onChange(eventTypes.filter((one) => (one === type ? target.checked : value.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
