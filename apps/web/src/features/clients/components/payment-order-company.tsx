import { type LenderClient, setPaymentOrderCompany } from '@anticipa/contract/lender-clients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { paymentOrderCompaniesQuery, useSetPaymentOrderCompany } from '../api.ts';
import { es } from '../es.ts';

const texts = es.paymentOrders;

/** [OPE-04] Changes under which company the client's payers get their CLABEs; nothing without the role. */
export function PaymentOrderCompany({ client }: { client: LenderClient }) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(setPaymentOrderCompany);
  if (!may) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {isOpen ? <CompanyForm client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function CompanyForm({ client, onClose }: { client: LenderClient; onClose: () => void }) {
  const { clientId, paymentOrderCompany } = client;
  const { data } = useQuery(paymentOrderCompaniesQuery);
  const companies = data ?? (paymentOrderCompany === null ? [] : [paymentOrderCompany]);
  const setting = useSetPaymentOrderCompany(clientId);
  return (
    <FormDialog
      title={texts.change}
      submit={texts.submit}
      values={{ company: paymentOrderCompany ?? '' }}
      changing={setting}
      bodyOf={({ company, reason }) => ({ company: company || null, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      {({ choice }) => (
        <>
          <p>{data?.length === 0 ? texts.noRange : texts.text}</p>
          <SelectField
            {...choice('company')}
            label={texts.company}
            options={['', ...companies].map((value) => ({ value, label: value || texts.none }))}
          />
        </>
      )}
    </FormDialog>
  );
}
