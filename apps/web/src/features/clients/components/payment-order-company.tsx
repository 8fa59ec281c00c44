import { type LenderClient, setPaymentOrderCompany } from '@anticipa/contract/lender-clients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
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
  const [company, setCompany] = useState(paymentOrderCompany ?? '');
  const { data } = useQuery(paymentOrderCompaniesQuery);
  const companies = data ?? (paymentOrderCompany === null ? [] : [paymentOrderCompany]);
  const setting = useSetPaymentOrderCompany(clientId);
  return (
    <ReasonDialog
      title={texts.change}
      submit={texts.submit}
      changing={setting}
      bodyOf={(reason) => ({ company: company || null, reason })}
      onDone={() => texts.done}
      onClose={onClose}
    >
      <p>{data?.length === 0 ? texts.noRange : texts.text}</p>
      <SelectField
        label={texts.company}
        value={company}
        options={['', ...companies].map((value) => ({ value, label: value || texts.none }))}
        onChange={setCompany}
      />
    </ReasonDialog>
  );
}
