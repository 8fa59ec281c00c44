import { useNavigate } from '@tanstack/react-router';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { ChipGroup } from '../../ui/field/chip-group.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useCreateClient } from './api.ts';
import css from './clients.module.css';
import { es } from './es.ts';

const texts = es.create;
const company = ['entityName', 'rfc', 'fiscalRegime', 'postalCode', 'branch', 'promoterPhone'] as const;
const person = ['firstName', 'lastName', 'email'] as const;
type Name = (typeof company)[number] | (typeof person)[number];
type Regime = keyof typeof texts.regimes;

const regimes = (['PM', 'PFAE', 'PF'] as const).map((value) => ({ value, label: texts.regimes[value] }));
const empty: Readonly<Record<Name, string>> & { readonly taxRegime: Regime } = {
  taxRegime: 'PM',
  entityName: '',
  rfc: '',
  fiscalRegime: '',
  postalCode: '',
  branch: '',
  promoterPhone: '',
  firstName: '',
  lastName: '',
  email: '',
};

/** [OPE-04] Opens a client and invites its first administrator. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const creating = useCreateClient();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      values={empty}
      errorsOf={(values) =>
        Object.fromEntries(
          [...company, ...person].map((name) => [
            name,
            name !== 'promoterPhone' && values[name].trim() === '' ? texts.missing : null,
          ]),
        )
      }
      reasonHelp={null}
      changing={creating}
      bodyOf={({ firstName, lastName, email, promoterPhone, reason: _, ...entity }) => ({
        ...entity,
        ...(promoterPhone.trim() && { promoterPhone: promoterPhone.trim() }),
        administrator: { firstName, lastName, email },
      })}
      onDone={({ client: { clientId } }, { administrator }) => {
        void navigate({ to: lenderPaths.client, params: { clientId } });
        return texts.done(administrator.email);
      }}
      onClose={onClose}
    >
      {({ field: fieldOf, choice }) => {
        const taxRegime = choice('taxRegime');
        const field = (name: Name) => (
          <TextField
            key={name}
            {...fieldOf(name)}
            label={texts[name]}
            help={name === 'promoterPhone' ? texts.promoterHelp : undefined}
            data-autofocus={name === 'entityName' || undefined}
            autoComplete="off"
          />
        );
        return (
          <>
            <ChipGroup
              label={texts.taxRegime}
              chips={regimes}
              selected={new Set([taxRegime.value])}
              onChange={(chosen) =>
                taxRegime.onChange([...chosen].find((one) => one !== taxRegime.value) ?? taxRegime.value)
              }
            />
            <div className={css.pair}>{company.map(field)}</div>
            <fieldset className={css.group}>
              <legend>{texts.administrator}</legend>
              <div className={css.pair}>{person.map(field)}</div>
            </fieldset>
          </>
        );
      }}
    </FormDialog>
  );
}
