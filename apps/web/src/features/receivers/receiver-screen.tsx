import { type Receiver, setPaymentPolicy, setReceiverStatus } from '@anticipa/contract/lender-receivers';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { useSearchParam } from '../../lib/use-search-param.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeCard } from '../../ui/change-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { receiverQuery } from './api.ts';
import { Aliases } from './components/aliases.tsx';
import { Contacts } from './components/contacts.tsx';
import { Limits } from './components/limits.tsx';
import { Pairs } from './components/pairs.tsx';
import { Policy } from './components/policy.tsx';
import { StatusDialog } from './components/status-dialog.tsx';
import { es } from './es.ts';
import { toneOf } from './view-model.ts';

const back = { to: lenderPaths.receivers, label: es.back };

interface ReceiverScreenProps {
  readonly companyId: string;
  /** Proposals about it. */
  readonly waiting: ReactNode;
  readonly owed?: ReactNode;
  /** Long lists of what it owed and paid. */
  readonly papers?: readonly { readonly value: string; readonly label: string; readonly shown: ReactNode }[];
}

/** [OPE-06] A receiver: status, payment days, limits in all and by client, and other names, beside its papers. */
export function ReceiverScreen({ companyId, waiting, owed, papers = [] }: ReceiverScreenProps) {
  const [named, name] = useSearchParam('cola');
  const paper = papers.find(({ value }) => value === named);
  const { data: receiver, error, refetch } = useQuery(receiverQuery(companyId));
  const { roles } = useUser();
  if (!receiver)
    return (
      <Page title={es.title} back={back}>
        <LoadFallback error={error} onRetry={refetch} title={es.failedOne} lines={8} />
      </Page>
    );
  if (receiver.aliasOf)
    return (
      <Page title={receiver.name} back={back}>
        <Notice
          tone="info"
          title={
            <>
              {es.aliases.isOf}{' '}
              <Link to={lenderPaths.receiver} params={{ companyId: receiver.aliasOf.companyId }}>
                {receiver.aliasOf.name}
              </Link>
            </>
          }
        >
          {es.aliases.isOfHelp}
        </Notice>
        <Identity receiver={receiver} />
      </Page>
    );
  const canChange = mayWith(roles, setReceiverStatus);
  return (
    <Page title={receiver.name} back={back} intro={canChange ? null : es.readOnly('riesgo')}>
      {waiting}
      <Tabs
        label={es.pages}
        tabs={[{ value: '', label: es.summary }, ...papers]}
        value={paper?.value ?? ''}
        onChange={name}
      >
        {paper ? (
          paper.shown
        ) : (
          <div className="blocks">
            <Status receiver={receiver} canChange={canChange} />
            {owed}
            <Card title={es.limits.title}>
              <p className="quiet">{es.limits.intro}</p>
              <Limits companyId={companyId} client={null} exposures={receiver.exposures} canChange={canChange} />
            </Card>
            <Contacts companyId={companyId} />
            <Pairs receiver={receiver} canChange={canChange} />
            <Policy receiver={receiver} canChange={mayWith(roles, setPaymentPolicy)} />
            <Aliases receiver={receiver} canChange={canChange} />
            <Identity receiver={receiver} />
          </div>
        )}
      </Tabs>
    </Page>
  );
}

function Status({ receiver, canChange }: { receiver: Receiver; canChange: boolean }) {
  const { statusId, rejected } = receiver;
  return (
    <ChangeCard
      title={es.status.title}
      change={canChange ? es.status.change : null}
      dialog={(close) => <StatusDialog receiver={receiver} onClose={close} />}
    >
      <ButtonRow>
        <StatusBadge tone={toneOf(statusId)}>{es.statuses[statusId]}</StatusBadge>
        <span>{es.meanings[statusId]}</span>
      </ButtonRow>
      <p className="quiet">
        {es.columns.waiting}: {es.waits(rejected.invoices, rejected.clients)}
      </p>
    </ChangeCard>
  );
}

function Identity({ receiver }: { receiver: Receiver }) {
  const { rfc, taxId, createdAt, situation, hasList, isNameConfirmed } = receiver;
  const unlisted = hasList ? es.facts.unlisted : es.facts.noList;
  const facts = [
    [es.facts.rfc, rfc],
    [es.facts.taxId, taxId ?? es.none],
    [es.facts.since, formatTableDate(createdAt)],
    [es.facts.list, situation === null ? unlisted : es.listed[situation]],
  ] as const;
  return (
    <PhoneFoldedCard title={es.facts.title}>
      {isNameConfirmed ? null : <StatusBadge tone="warn">{es.unconfirmed}</StatusBadge>}
      <Facts facts={facts} />
    </PhoneFoldedCard>
  );
}
