import { type EventType, eventTypes } from '@anticipa/domain/webhook';
import { eventTexts } from '@anticipa/texts/key-texts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useCreateWebhook } from '../api.ts';
import { es } from '../es.ts';
import css from './programs.module.css';

const texts = es.webhooks;

interface Typed {
  readonly url: string;
  readonly types: readonly EventType[];
}
const empty: Typed = { url: 'https://', types: [] };

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
      bodyOf={({ url, types }) => ({ url: url.trim(), types: [...types] })}
      onDone={({ secret }) => {
        onMade(secret);
        return null;
      }}
      onClose={onClose}
    >
      {(form) => {
        const { value, onChange } = form.choice('types');
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
            <p className="quiet">{texts.willAsk}</p>
          </>
        );
      }}
    </FormDialog>
  );
}
