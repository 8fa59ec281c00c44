import { isNetwork, type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import { scopeTexts } from '@anticipa/texts/key-texts';
import { Switch } from '../../../ui/field/checkbox.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { FieldTexts, TextArea, TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { useCreateKey } from '../api.ts';
import { es } from '../es.ts';
import css from './programs.module.css';

const texts = es.keys;

const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

interface Typed {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly isTest: boolean;
  readonly expiresOn: string | null;
  readonly addresses: string;
}
const empty: Typed = { name: '', scopes: ['read'], isTest: false, expiresOn: null, addresses: '' };

/** A form for a new key: its scopes, its networks and its last day. */
export function KeyDialog(props: { today: string; onMade: (token: string) => void; onClose: () => void }) {
  const { today, onMade, onClose } = props;
  const creating = useCreateKey();
  return (
    <FormDialog
      title={texts.add}
      submit={texts.add}
      values={empty}
      errorsOf={(typed) => ({
        name: typed.name.trim() === '' ? texts.nameMissing : null,
        scopes: typed.scopes.length === 0 ? texts.scopeMissing : null,
        expiresOn: typed.expiresOn !== null && typed.expiresOn < today ? texts.expiresPast : null,
        addresses: addressesIn(typed.addresses).flatMap((one) => (isNetwork(one) ? [] : [texts.addressWrong(one)]))[0],
      })}
      reasonHelp={null}
      changing={creating}
      bodyOf={(typed) => ({
        name: typed.name.trim(),
        scopes: [...typed.scopes],
        mode: typed.isTest ? ('test' as const) : ('live' as const),
        addresses: addressesIn(typed.addresses),
        expiresOn: typed.expiresOn,
      })}
      onDone={({ token }) => {
        onMade(token);
        return null;
      }}
      onClose={onClose}
    >
      {(form) => {
        const chosen = form.choice('scopes');
        const test = form.choice('isTest');
        return (
          <>
            <TextField
              {...form.field('name')}
              label={texts.name}
              help={texts.nameHelp}
              maxLength={60}
              autoComplete="off"
            />
            <Switch checked={test.value} help={texts.testHelp} onChange={test.onChange}>
              {texts.test}
            </Switch>
            <fieldset className={css.scopes}>
              <legend>{texts.scopes}</legend>
              {keyScopes.map((scope) => (
                <Switch
                  key={scope}
                  checked={chosen.value.includes(scope)}
                  help={scopeTexts[scope].help}
                  onChange={(isOn) =>
                    chosen.onChange(keyScopes.filter((one) => (one === scope ? isOn : chosen.value.includes(one))))
                  }
                >
                  {scopeTexts[scope].title}
                </Switch>
              ))}
              <FieldTexts id="key-scopes" error={chosen.error} help={null} alert />
            </fieldset>
            <DateField
              {...form.choice('expiresOn')}
              label={texts.expires}
              help={texts.expiresHelp}
              today={today}
              min={today}
            />
            <TextArea {...form.field('addresses')} label={texts.addresses} help={texts.addressesHelp} rows={2} />
            <p className="quiet">{texts.willAsk}</p>
          </>
        );
      }}
    </FormDialog>
  );
}
