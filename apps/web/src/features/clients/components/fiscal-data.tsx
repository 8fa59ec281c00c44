import { proposeFiscalData } from '@anticipa/contract/approvals';
import type { LenderClient } from '@anticipa/contract/lender-clients';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { withName } from '@anticipa/texts/catalogue-keys';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../lib/may.ts';
import { DateField } from '../../../ui/field/date-field.tsx';
import { SelectField, TextField } from '../../../ui/field/field.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { UnlessProposed } from '../../../ui/unless-proposed.tsx';
import { branchesQuery, taxDataQuery, useProposeFiscalData } from '../api.ts';
import { es } from '../es.ts';

const texts = es.fiscal;
type Body = SentBodyOf<typeof proposeFiscalData>;

/** [OPE-23] Proposes other tax data of a client to a second person; nothing without the role. */
export function FiscalData({ client }: { client: LenderClient }) {
  if (!useMay(proposeFiscalData)) return null;
  return (
    <UnlessProposed of={`fiscal-data:${client.clientId}`}>
      <DialogButton
        size="small"
        aria-label={es.changeLabel(texts.what)}
        dialog={(close) => <FiscalForm client={client} onClose={close} />}
      >
        {es.change}
      </DialogButton>
    </UnlessProposed>
  );
}

const withPresent = (values: readonly string[], present: string): readonly string[] =>
  values.includes(present) ? values : [present, ...values];

function FiscalForm({ client, onClose }: { client: LenderClient; onClose: () => void }) {
  const { clientId, rfc, fiscalRegime, postalCode, branch, entityName } = client;
  const present = { entityName, fiscalRegime: fiscalRegime ?? '', postalCode: postalCode ?? '', branch };
  const { data: known } = useQuery(taxDataQuery(clientId));
  const today = known?.today ?? null;
  const { data: branches = [] } = useQuery(branchesQuery);
  const proposing = useProposeFiscalData(clientId);
  return (
    <FormDialog<typeof present & { from: string | null }, Body, ResponseOf<typeof proposeFiscalData>>
      title={es.changeLabel(texts.what)}
      submit={es.form.submit}
      values={{ ...present, from: null }}
      errorsOf={(values) => ({
        entityName: values.entityName.trim() === '' ? es.create.missing : null,
        fiscalRegime: values.fiscalRegime === '' ? es.create.missing : null,
        from: values.from !== null && (today === null || values.from < today) ? texts.fromWrong : null,
        postalCode: /^\d{5}$/.test(values.postalCode.trim()) ? null : texts.postalCode,
      })}
      changing={proposing}
      bodyOf={({ reason, from, ...values }) => ({
        proposed: { ...values, postalCode: values.postalCode.trim(), ...(from !== null && { from }) },
        reason,
      })}
      onDone={() => es.form.sent}
      onClose={onClose}
    >
      {({ field, choice }) => (
        <>
          <p>{texts.text}</p>
          <TextField
            {...field('entityName')}
            label={es.fields.entityName}
            help={texts.nameHelp}
            maxLength={300}
            autoComplete="off"
            data-autofocus
          />
          <SelectField
            {...choice('fiscalRegime')}
            label={es.fields.fiscalRegime}
            options={withPresent(regimesOf(rfc), present.fiscalRegime).map((value) => ({
              value,
              label: withName(value) || es.none,
            }))}
          />
          <TextField
            {...field('postalCode')}
            label={es.fields.postalCode}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
          />
          <SelectField
            {...choice('branch')}
            label={es.fields.branch}
            options={withPresent(branches, branch).map((value) => ({ value, label: value }))}
          />
          {today === null ? null : (
            <DateField {...choice('from')} label={texts.from} help={texts.fromHelp} today={today} min={today} />
          )}
          <p>{texts.rfc(rfc)}</p>
        </>
      )}
    </FormDialog>
  );
}
