import { changeSetting, type SettingChange, type Settings } from '@anticipa/contract/settings';
import { withName } from '@anticipa/texts/catalogue-keys';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/may.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Rows } from '../../ui/rows.tsx';
import { settingsQuery, useChangeSetting } from './api.ts';
import { BrandCard } from './brand-card.tsx';
import { ChangeDialog, type ChangedField } from './components/change-dialog.tsx';
import { SettingCard } from './components/setting-card.tsx';
import { SettingRow } from './components/setting-row.tsx';
import { es } from './es.ts';
import { EstimateTerms } from './estimate-terms.tsx';
import { FactorDemand } from './factor-demand.tsx';
import { OwnAccounts } from './own-accounts.tsx';
import { Accounts, Amounts, Ranges, Terms } from './proposed-settings.tsx';
import { Reminders } from './reminders.tsx';

/** [OPE-07] The lender's settings: what changes at once, and what a second person approves. */
export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  return (
    <div className="blocks">
      <Products settings={data} />
      <Branches settings={data} />
      <Lender settings={data} />
      <BrandCard settings={data} />
      <Reminders />
      <Accounts settings={data} />
      <Ranges settings={data} />
      <OwnAccounts settings={data} />
      <EstimateTerms settings={data} />
      <Amounts settings={data} />
      <FactorDemand settings={data} />
      <Terms settings={data} />
    </div>
  );
}

interface SectionProps {
  readonly settings: Settings;
}

/** Renders the dialog of a setting that changes at once; null for operators who may not. */
function useDirectChange() {
  const changing = useChangeSetting();
  const mayChange = useMay(changeSetting);
  if (!mayChange) return null;
  return (
    title: string,
    fields: readonly ChangedField[],
    changeOf: (values: Readonly<Record<string, string>>) => SettingChange,
  ) =>
    (close: () => void) => (
      <ChangeDialog
        title={title}
        fields={fields}
        save={async (values, reason) => {
          await changing.mutateAsync({ reason, change: changeOf(values) });
          return es.form.saved;
        }}
        onClose={close}
      />
    );
}

function Products({ settings: { products } }: SectionProps) {
  const direct = useDirectChange();
  return (
    <SettingCard id="products" title={es.products.title} missing={false}>
      <Rows>
        {products.map(({ code, displayName }) => {
          const title = es.changeOf(displayName);
          const fields = [{ name: 'displayName', label: es.products.name, value: displayName }];
          return (
            <SettingRow
              key={code}
              title={displayName}
              value={es.products.kinds[code]}
              actionLabel={title}
              edit={direct?.(title, fields, ({ displayName: named = '' }) => ({
                kind: 'product',
                code,
                displayName: named,
              }))}
            />
          );
        })}
      </Rows>
    </SettingCard>
  );
}

function Branches({ settings: { branches } }: SectionProps) {
  const direct = useDirectChange();
  const phone = { name: 'promoterPhone', label: es.branches.phone };
  const added = direct?.(
    es.branches.add,
    [
      { name: 'branch', label: es.branches.branch, value: '' },
      { ...phone, value: '' },
    ],
    ({ branch = '', promoterPhone = '' }) => ({ kind: 'branch', branch, promoterPhone }),
  );
  return (
    <SettingCard
      id="branches"
      title={es.branches.title}
      missing={branches.length === 0}
      change={added ? es.branches.add : null}
      dialog={added}
    >
      <Rows>
        {branches.map(({ branch, promoterPhone, clients }) => {
          const title = es.changeOf(branch);
          return (
            <SettingRow
              key={branch}
              title={branch}
              value={promoterPhone}
              note={es.branches.clients(clients)}
              actionLabel={title}
              edit={direct?.(title, [{ ...phone, value: promoterPhone }], (values) => ({
                kind: 'branch',
                branch,
                promoterPhone: values.promoterPhone ?? '',
              }))}
            />
          );
        })}
      </Rows>
    </SettingCard>
  );
}

function Lender({ settings: { lender } }: SectionProps) {
  const direct = useDirectChange();
  const title = es.changeOf(es.lender.what);
  const fields = (['rfc', 'name', 'fiscalRegime', 'postalCode'] as const).map((name) => ({
    name,
    label: es.lender[name],
    value: lender?.[name] ?? '',
  }));
  return (
    <SettingCard id="lender" title={es.lender.title} missing={lender === null}>
      <Rows>
        <SettingRow
          title={lender?.name ?? es.none}
          value={lender?.rfc ?? ''}
          note={lender ? es.lender.place(withName(lender.fiscalRegime), lender.postalCode) : null}
          actionLabel={title}
          edit={direct?.(title, fields, ({ rfc = '', name = '', fiscalRegime = '', postalCode = '' }) => ({
            kind: 'lender',
            rfc,
            name,
            fiscalRegime,
            postalCode,
          }))}
        />
      </Rows>
    </SettingCard>
  );
}
