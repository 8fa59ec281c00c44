import type { LenderClient } from '@anticipa/contract/lender-clients';
import { proposeFiscalData } from '@anticipa/contract/proposals';
import { regimesOf } from '@anticipa/domain/fiscal-regime';
import { withName } from '@anticipa/texts/catalogue-keys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failuresByField } from '../../../lib/failure-text.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field/field.tsx';
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
import { branchesQuery, useProposeFiscalData } from '../api.ts';
import { es } from '../es.ts';

const texts = es.fiscal;

/** [OPE-23] Proposes other tax data of a client to a second person; nothing without the role. */
export function FiscalData({ client }: { client: LenderClient }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay(proposeFiscalData)) return null;
  return (
    <>
      <Button size="small" aria-label={es.changeLabel(texts.what)} onClick={() => setOpen(true)}>
        {es.change}
      </Button>
      {isOpen ? <FiscalForm client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const withPresent = (values: readonly string[], present: string): readonly string[] =>
  values.includes(present) ? values : [present, ...values];

function FiscalForm({ client, onClose }: { client: LenderClient; onClose: () => void }) {
  const { clientId, rfc, fiscalRegime, postalCode, branch, entityName } = client;
  const present = { entityName, fiscalRegime: fiscalRegime ?? '', postalCode: postalCode ?? '', branch };
  const [values, setValues] = useState(present);
  const { data: branches = [] } = useQuery(branchesQuery);
  const proposing = useProposeFiscalData(clientId);
  const set = (field: keyof typeof values) => (value: string) => {
    proposing.reset();
    setValues((now) => ({ ...now, [field]: value }));
  };
  const wrong = {
    entityName: values.entityName.trim() === '' ? es.create.missing : null,
    fiscalRegime: values.fiscalRegime === '' ? es.create.missing : null,
    postalCode: /^\d{5}$/.test(values.postalCode.trim()) ? null : texts.postalCode,
  };
  const refused = failuresByField(proposing.error);
  return (
    <ReasonDialog
      title={es.changeLabel(texts.what)}
      submit={es.form.submit}
      changing={proposing}
      bodyOf={(reason) => {
        if (Object.values(wrong).some((problem) => problem !== null)) return null;
        return { proposed: { ...values, postalCode: values.postalCode.trim() }, reason };
      }}
      onDone={() => es.form.sent}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <p>{texts.text}</p>
          <TextField
            label={es.fields.entityName}
            help={texts.nameHelp}
            value={values.entityName}
            error={isChecked ? wrong.entityName : null}
            maxLength={300}
            autoComplete="off"
            data-autofocus
            onChange={({ target }) => set('entityName')(target.value)}
          />
          <SelectField
            label={es.fields.fiscalRegime}
            value={values.fiscalRegime}
            error={(isChecked ? wrong.fiscalRegime : null) ?? refused['proposed.fiscalRegime'] ?? null}
            options={withPresent(regimesOf(rfc), present.fiscalRegime).map((value) => ({
              value,
              label: withName(value) || es.none,
            }))}
            onChange={set('fiscalRegime')}
          />
          <TextField
            label={es.fields.postalCode}
            value={values.postalCode}
            error={isChecked ? wrong.postalCode : null}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            onChange={({ target }) => set('postalCode')(target.value)}
          />
          <SelectField
            label={es.fields.branch}
            value={values.branch}
            options={withPresent(branches, branch).map((value) => ({ value, label: value }))}
            onChange={set('branch')}
          />
          <p>{texts.rfc(rfc)}</p>
        </>
      )}
    </ReasonDialog>
  );
}
