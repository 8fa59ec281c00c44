import type { Settings } from '@anticipa/contract/settings';
import {
  accountIn,
  accountingPrograms,
  isAccountLevels,
  isSameNumber,
  OWN_NUMBER,
  separatorOf,
  usualFormats,
} from '@anticipa/domain/accounting-programs';
import { bankNumber, bankOfPart, chart, type OwnAccount, ownAccounts } from '@anticipa/domain/chart';
import { accountNames } from '@anticipa/texts/ledger-texts';
import { ownAccountName, programNames } from '@anticipa/texts/own-accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Expansion } from '../../ui/overlay/expansion.tsx';
import { Rows } from '../../ui/rows.tsx';
import { bankPartsQuery } from './api.ts';
import { SettingCard } from './components/setting-card.tsx';
import { es } from './es.ts';
import { ProposedRow, useProposal } from './proposed-settings.tsx';

const SAMPLE = '106-1';

/** [LIB-46] The numbers of our accounts in the lender's own chart, and the form of such numbers in its accounting programs. */
export function OwnAccounts({ settings: { ownAccounts: known, accountFormats } }: { readonly settings: Settings }) {
  const propose = useProposal('own-account');
  const proposeFormat = useProposal('account-format');
  const numbers = new Map(known.map(({ account, number }) => [account, number]));
  const banks = useQuery(bankPartsQuery);
  const [isOpen, setOpen] = useState(false);
  const missing = ownAccounts.filter((account) => !numbers.has(account)).length;
  return (
    <SettingCard
      id="own-accounts"
      title={es.ownAccounts.title}
      kinds={['own-account', 'account-format']}
      missing={missing > 0}
    >
      <p className="quiet">{es.ownAccounts.explained}</p>
      {banks.isError ? <p>{es.ownAccounts.banksFailed}</p> : null}
      {missing > 0 ? <p>{es.ownAccounts.missing(missing)}</p> : null}
      <Rows>
        {accountingPrograms.map((program) => {
          const format = accountFormats.find((one) => one.program === program) ?? usualFormats[program];
          const name = programNames[program];
          const title = es.proposeOf(name);
          const sample = accountIn(program, SAMPLE, format);
          const fields = [
            {
              name: 'levels',
              label: es.ownAccounts.levels,
              value: format.levels,
              help: es.ownAccounts.levelsHelp,
              isOptional: true as const,
              problemOf: (typed: string) => (isAccountLevels(typed) ? null : es.ownAccounts.levelsWrong),
            },
            {
              name: 'separator',
              label: es.ownAccounts.separator,
              value: format.separator,
              help: es.ownAccounts.separatorHelp,
              isOptional: true as const,
              problemOf: (typed: string) =>
                separatorOf(typed.trim()) === undefined ? es.ownAccounts.separatorWrong : null,
            },
          ];
          return (
            <ProposedRow
              kind="account-format"
              key={program}
              setting={program}
              title={name}
              value={sample === null ? es.ownAccounts.never : es.ownAccounts.as(sample)}
              actionLabel={title}
              edit={proposeFormat?.(title, fields, ({ levels = '', separator = '' }) => ({
                kind: 'account-format',
                program,
                proposed: { levels: levels.trim(), separator: separatorOf(separator.trim()) ?? '' },
              }))}
            />
          );
        })}
      </Rows>
      <Expansion
        title={es.ownAccounts.list(ownAccounts.length + (banks.data?.length ?? 0))}
        open={isOpen}
        onToggle={setOpen}
      >
        <Rows>
          {ownAccounts.map((account) => (
            <AccountRow
              key={account}
              {...{ account, known, propose }}
              title={accountNames[account]}
              suggested={chart[account].number}
            />
          ))}
          {banks.data?.map(({ account, name }) => (
            <AccountRow
              key={account}
              {...{ account, known, propose }}
              title={es.ownAccounts.bank(name)}
              suggested={bankNumber(bankOfPart(account), numbers.get('BANCOS'))}
            />
          ))}
        </Rows>
      </Expansion>
    </SettingCard>
  );
}

/** The number of an account, or of a bank account as a part of the banks’. */
function AccountRow({
  account,
  title,
  suggested,
  known,
  propose,
}: {
  account: OwnAccount;
  title: string;
  suggested: string;
  known: Settings['ownAccounts'];
  propose: ReturnType<typeof useProposal>;
}) {
  const number = known.find((one) => one.account === account)?.number;
  const proposal = es.proposeOf(title);
  const problemOf = (typed: string): string | null => {
    if (!OWN_NUMBER.test(typed)) return es.ownAccounts.wrong;
    const other = known.find((one) => one.account !== account && isSameNumber(one.number, typed));
    return other ? es.ownAccounts.taken(ownAccountName(other.account)) : null;
  };
  const field = { name: 'number', label: es.ownAccounts.number, value: number ?? suggested, problemOf };
  return (
    <ProposedRow
      kind="own-account"
      setting={account}
      title={title}
      value={number ?? es.ownAccounts.suggested(suggested)}
      actionLabel={proposal}
      edit={propose?.(proposal, [field], ({ number: typed = '' }) => ({
        kind: 'own-account',
        account,
        proposed: { number: typed.trim() },
      }))}
    />
  );
}
