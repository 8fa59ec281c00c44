import type { PayablePayout } from '@anticipa/contract/payables';
import { isAccountBlocked } from '@anticipa/domain/approval';
import { Fragment } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { Clabe } from '../../ui/clabe.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

type Account = PayablePayout['account'];

/** An account with its bank, and why to look at it twice. */
export const AccountText = ({ of, none }: { of: Account; none: string }) =>
  of === null ? (
    none
  ) : (
    <>
      {of.bank} · <Clabe of={of.clabe} />
      {of.warnings.map((warning) => (
        <Fragment key={warning}>
          {' '}
          <StatusBadge tone="warn">{es.warnings[warning]}</StatusBadge>
        </Fragment>
      ))}
    </>
  );

function noteOf({ bank, coolingUntil, warnings }: NonNullable<Account>): string {
  if (coolingUntil === null) return [bank, ...warnings.map((warning) => es.warnings[warning])].join(' · ');
  return isAccountBlocked(coolingUntil) ? es.blockedAccount : es.coolingUntil(formatTableDate(coolingUntil));
}

/** The receiving account, with the end of its cooling-off period. */
export const accountColumn = <Row extends { readonly account: Account }>(none: string): Column<Row> => ({
  id: 'account',
  header: es.columns.account,
  value: ({ account }) => account?.bank ?? null,
  text: ({ account }) => (account ? `${account.bank} ${account.clabe}` : none),
  cell: ({ account }) =>
    account === null ? (
      none
    ) : (
      <CellPair note={noteOf(account)}>
        <Clabe of={account.clabe} />
      </CellPair>
    ),
  // A CLABE is never cut.
  width: 'minmax(14.5rem, 1fr)',
  breaks: true,
});
