import { approvalRoles, proposeSetting } from '@anticipa/contract/approvals';
import type { SentBodyOf } from '@anticipa/contract/route';
import type { Settings } from '@anticipa/contract/settings';
import { moneyOf } from '@anticipa/domain/money';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import { percentText } from '@anticipa/texts/typed-payments';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { formatDate, formatDecimal, formatMoney } from '../../lib/format.ts';
import { mayWith, useMay } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { type ProposalKey, waitingQuery } from '../../lib/waiting-proposals.ts';
import { Button } from '../../ui/button.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { Difference } from '../../ui/difference.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { useProposeSetting } from './api.ts';
import { ChangeDialog, type ChangedField } from './components/change-dialog.tsx';
import { SettingCard } from './components/setting-card.tsx';
import { SettingRow } from './components/setting-row.tsx';
import { es } from './es.ts';
import css from './settings.module.css';

type Change = SentBodyOf<typeof proposeSetting>['change'];
type SettingKind = Change['kind'];
type Values = Readonly<Record<string, string>>;
type Edit = (close: () => void) => ReactNode;

const currencies = ['MXN', 'USD'] as const;

/** Renders the dialog that proposes a change; null for operators who may not. */
export function useProposal(kind: SettingKind) {
  const proposing = useProposeSetting();
  const { roles } = useUser();
  const may = useMay(proposeSetting) && mayWith(roles, { roles: approvalRoles[kind] });
  if (!may) return null;
  return (title: string, fields: readonly ChangedField[], changeOf: (values: Values) => Change): Edit =>
    (close) => (
      <ChangeDialog
        title={title}
        fields={fields}
        submit={es.submit}
        save={async (values, reason) => {
          const { proposal } = await proposing.mutateAsync({ reason, change: changeOf(values) });
          return proposal ? es.sent : es.form.saved;
        }}
        onClose={close}
      />
    );
}

/** The setting, which is its title unless it has another key, with a badge while a change of it waits for a second person. */
export function ProposedRow({
  kind,
  setting,
  ...row
}: { kind: SettingKind; setting?: string } & Omit<ComponentProps<typeof SettingRow>, 'action' | 'badge' | 'proposes'>) {
  const { data } = useQuery(waitingQuery);
  const proposes: ProposalKey = `${kind}:${setting ?? row.title}`;
  const isWaiting = data?.has(proposes);
  return (
    <SettingRow
      {...row}
      proposes={proposes}
      action={es.propose}
      badge={isWaiting ? <StatusBadge tone="info">{es.waiting}</StatusBadge> : null}
    />
  );
}

/** New settings of a kind, not among those known, that wait for a second person. */
export function WaitingNew({
  kind,
  known,
  nameOf = String,
}: {
  kind: SettingKind;
  known: readonly string[];
  nameOf?: (setting: string) => string;
}) {
  const { data } = useQuery(waitingQuery);
  const settings = [...(data?.keys() ?? [])]
    .filter((key) => key.startsWith(`${kind}:`))
    .map((key) => key.slice(kind.length + 1));
  return settings
    .filter((setting) => !known.includes(setting))
    .map((setting) => (
      <Row key={setting}>
        <div>
          <strong>{nameOf(setting)}</strong>
          <StatusBadge tone="info">{es.waiting}</StatusBadge>
        </div>
      </Row>
    ));
}

/** The bank of a CLABE while it is typed. */
function bankOf(clabe: string): string | undefined {
  const { bank } = accountTyped(clabe);
  return bank === '' ? undefined : es.accounts.bankOf(bank);
}

interface SectionProps {
  readonly settings: Settings;
}

/** The accounts to which receivers and clients pay. */
export function Accounts({ settings: { accounts } }: SectionProps) {
  const propose = useProposal('lender-account');
  return (
    <SettingCard id="accounts" title={es.accounts.title} kinds={['lender-account']} missing={accounts.length === 0}>
      <p className="quiet">{es.accounts.explained}</p>
      <Rows>
        {currencies.map((currency) => {
          const account = accounts.find((one) => one.currency === currency);
          const title = es.proposeOf(es.accounts.of(currency));
          const fields = (['beneficiary', 'clabe', 'account', 'swift'] as const).map((name) => ({
            name,
            label: es.accounts[name],
            value: account?.[name] ?? '',
            ...(name === 'swift' ? ({ isOptional: true } as const) : {}),
            ...(name === 'clabe' ? { helpOf: bankOf } : {}),
          }));
          const edit = propose?.(
            title,
            fields,
            ({ beneficiary = '', clabe = '', account: typed = '', swift = '' }) => ({
              kind: 'lender-account',
              currency,
              proposed: { beneficiary, clabe, account: typed, swift: swift.toUpperCase() },
            }),
          );
          return (
            <ProposedRow
              kind="lender-account"
              key={currency}
              title={currency}
              value={
                account ? (
                  <>
                    {account.bank}, CLABE <Clabe of={account.clabe} />
                  </>
                ) : (
                  es.none
                )
              }
              note={account?.beneficiary}
              actionLabel={title}
              edit={edit}
            />
          );
        })}
      </Rows>
    </SettingCard>
  );
}

/** The digits in which the CLABEs of payers begin. */
export function Ranges({ settings: { clabeRanges } }: SectionProps) {
  const propose = useProposal('clabe-range');
  const prefix = { name: 'prefix', label: es.ranges.prefix };
  const added = propose?.(
    es.ranges.add,
    [
      { name: 'company', label: es.ranges.company, value: '' },
      { ...prefix, value: '' },
    ],
    ({ company = '', prefix: digits = '' }) => ({
      kind: 'clabe-range',
      company: company.trim().toUpperCase(),
      proposed: { prefix: digits },
    }),
  );
  return (
    <SettingCard
      id="ranges"
      title={es.ranges.title}
      kinds={['clabe-range']}
      missing={clabeRanges.length === 0}
      change={added ? es.ranges.add : null}
      dialog={added}
    >
      <p className="quiet">{es.ranges.explained}</p>
      <Rows>
        <WaitingNew kind="clabe-range" known={clabeRanges.map(({ company }) => company)} />
        {clabeRanges.map(({ company, prefix: digits }) => {
          const title = es.proposeOf(company);
          return (
            <ProposedRow
              kind="clabe-range"
              key={company}
              title={company}
              value={digits}
              actionLabel={title}
              edit={propose?.(title, [{ ...prefix, value: digits }], (values) => ({
                kind: 'clabe-range',
                company,
                proposed: { prefix: values.prefix ?? '' },
              }))}
            />
          );
        })}
      </Rows>
    </SettingCard>
  );
}

const amountNames = ['perSale', 'perDay', 'perPayment', 'paymentsPerDay'] as const;
const noAmounts = {
  ...{ perSale: null, perDay: null, perPayment: null, paymentsPerDay: null },
  surplusPercent: USUAL_SURPLUS_PERCENT,
};

/** Parses a typed percentage from 0 to 100; null if it is invalid. */
export const percentTyped = (text: string): string | null => {
  const typed = amountTyped(text.replace('%', ''));
  return typed !== null && Number(typed) <= 100 ? typed : null;
};

/** The amounts above which a second person confirms the answer to a sale, or a payment. */
export function Amounts({ settings: { approvalAmounts } }: SectionProps) {
  const propose = useProposal('approval-amounts');
  return (
    <SettingCard
      id="amounts"
      title={es.amounts.title}
      kinds={['approval-amounts']}
      missing={currencies.some((currency) => !approvalAmounts.some((one) => one.currency === currency))}
    >
      <p className="quiet">{es.amounts.explained}</p>
      <Rows>
        {currencies.map((currency) => {
          const amounts = approvalAmounts.find((one) => one.currency === currency) ?? noAmounts;
          const title = es.proposeOf(es.amounts.of(currency));
          const shown = amountNames.map((name) => {
            const amount = amounts[name];
            const text = amount === null ? es.amounts.never : es.amounts.above(formatMoney(moneyOf(amount, currency)));
            return [es.amounts[name], text] as const;
          });
          const fields = amountNames.map((name) => ({
            name,
            label: es.amounts[name],
            value: amounts[name] === null ? '' : formatDecimal(amounts[name]),
            help: es.amounts.help,
            isOptional: true as const,
            problemOf: (typed: string) => (amountTyped(typed) === null ? es.amounts.wrong : null),
          }));
          const surplus = {
            name: 'surplusPercent',
            label: es.amounts.surplus,
            value: String(Number(amounts.surplusPercent)),
            help: es.amounts.surplusHelp,
            problemOf: (typed: string) => (percentTyped(typed) === null ? es.amounts.surplusWrong : null),
          };
          const edit = propose?.(title, [...fields, surplus], (values) => ({
            kind: 'approval-amounts',
            currency,
            proposed: {
              perSale: amountTyped(values.perSale ?? ''),
              perDay: amountTyped(values.perDay ?? ''),
              perPayment: amountTyped(values.perPayment ?? ''),
              paymentsPerDay: amountTyped(values.paymentsPerDay ?? ''),
              surplusPercent: percentTyped(values.surplusPercent ?? '') ?? amounts.surplusPercent,
            },
          }));
          return (
            <ProposedRow
              kind="approval-amounts"
              key={currency}
              title={currency}
              value={
                <Facts
                  facts={[...shown, [es.amounts.surplusShown, es.amounts.above(percentText(amounts.surplusPercent))]]}
                />
              }
              actionLabel={title}
              edit={edit}
            />
          );
        })}
      </Rows>
    </SettingCard>
  );
}

/** The versions of the terms, each with its hash and its difference to the one before. */
export function Terms({ settings: { terms } }: SectionProps) {
  const propose = useProposal('terms');
  const [shown, setShown] = useState<string | null>(null);
  const current = terms.find(({ inForce }) => inForce);
  const added = propose?.(
    es.terms.add,
    [
      { name: 'version', label: es.terms.version, value: '' },
      { name: 'inForceFrom', label: es.terms.inForceFrom, value: '', type: 'date' },
      { name: 'body', label: es.terms.body, value: terms[0]?.body ?? '', type: 'area' },
    ],
    ({ version = '', inForceFrom = '', body = '' }) => ({ kind: 'terms', version, proposed: { inForceFrom, body } }),
  );
  const stateOf = ({ inForce, publishedAt }: Settings['terms'][number]): string => {
    if (inForce) return es.terms.inForce;
    return current === undefined || publishedAt > current.publishedAt ? es.terms.coming : es.terms.past;
  };
  return (
    <SettingCard
      id="terms"
      title={es.terms.title}
      kinds={['terms']}
      missing={current === undefined}
      coming={terms.some((version) => stateOf(version) === es.terms.coming)}
      change={added ? es.terms.add : null}
      dialog={added}
    >
      <p className="quiet">{terms.length === 0 ? es.terms.none : es.terms.explained}</p>
      <Rows>
        <WaitingNew kind="terms" known={terms.map(({ version }) => version)} />
        {terms.map((version, place) => (
          <li key={version.version} className={css.version}>
            <div className={css.head}>
              <strong>{version.version}</strong>
              <StatusBadge tone={version.inForce ? 'good' : 'neutral'}>{stateOf(version)}</StatusBadge>
              <span>{es.terms.since(formatDate(version.publishedAt.slice(0, 10)))}</span>
              <Button
                size="small"
                aria-expanded={shown === version.version}
                aria-label={es.terms.showOf(version.version)}
                onClick={() => setShown(shown === version.version ? null : version.version)}
              >
                {es.terms.show}
              </Button>
            </div>
            <span className="quiet">{es.terms.hash(version.hash)}</span>
            {shown === version.version ? (
              <Difference
                label={es.terms.differenceOf(version.version)}
                before={terms[place + 1]?.body ?? ''}
                after={version.body}
              />
            ) : null}
          </li>
        ))}
      </Rows>
    </SettingCard>
  );
}
