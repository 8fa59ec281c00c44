import { approvalRoles } from '@anticipa/contract/approvals';
import {
  answerRequest,
  type DeskRequest,
  getRequestCover,
  listClientRequests,
} from '@anticipa/contract/client-requests';
import type { SentBodyOf } from '@anticipa/contract/route';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatMoney, formatTableDate } from '../../lib/format.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith } from '../../lib/may.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { pdfOf, saveFile } from '../../lib/save-file.ts';
import { useUser } from '../../lib/session.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { POLL_MS } from './api.ts';
import css from './approvals.module.css';
import { es } from './es.ts';

const texts = es.requests;

const requestsQuery = queryOptions({
  queryKey: ['approvals', 'requests'],
  queryFn: async ({ signal }) => (await call(listClientRequests, { signal })).data,
  refetchInterval: POLL_MS,
});

type Answer = SentBodyOf<typeof answerRequest>['answer'];

const useAnswer = ({ clientId, requestId }: DeskRequest) =>
  useChange([['approvals'], ['clients']], (answer: Answer) =>
    call(answerRequest, { params: { clientId, requestId }, body: { answer } }),
  );

/** [EFE-11] [EFE-12] Requests of clients that no operator has put before a second person. */
export function ClientRequests() {
  const { data, error, refetch } = useQuery(requestsQuery);
  if (error && !data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />;
  const waiting = data?.filter(({ isProposed }) => !isProposed) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={css.screen} aria-label={texts.title}>
      <h2>{`${texts.title} · ${waiting.length}`}</h2>
      {waiting.map((request) => (
        <Request key={request.requestId} request={request} />
      ))}
    </section>
  );
}

const money = (text: string, { currency }: DeskRequest) => formatMoney(moneyOf<FinancedCurrency>(text, currency));

function Request({ request }: { request: DeskRequest }) {
  const names = useProductNames();
  const { roles } = useUser();
  const [asked, setAsked] = useState<'propose' | 'decline' | null>(null);
  const { clientId, requestId, kind, account, amount, limit } = request;
  const place = texts.of(names[request.product], request.currency);
  const needed = approvalRoles[kind === 'line' ? 'credit-line' : 'bank-account'];
  const mayAnswer = mayWith(roles, { roles: needed });
  const facts = [
    [
      texts.client,
      <Link key="client" to={lenderPaths.client} params={{ clientId }}>
        {request.entityName}
      </Link>,
    ],
    ...(amount === null ? [] : [[texts.wanted, money(amount, request)] as const]),
    ...(limit === null ? [] : [[texts.now, money(limit, request)] as const]),
    ...(account === null
      ? []
      : [
          [texts.account, <Clabe key="clabe" of={account.clabe} />] as const,
          [texts.bank, account.bank] as const,
          [texts.holder, account.holderRFC] as const,
        ]),
    [texts.reason, request.reason],
  ] as const;
  const saveCover = async (): Promise<void> =>
    saveFile(pdfOf(await call(getRequestCover, { params: { clientId, requestId } })));
  return (
    <Card title={kind === 'line' ? texts.line(place) : texts.newAccount(place)}>
      <p className="quiet">{unbroken(texts.by(request.askedBy, formatTableDate(request.askedAt)))}</p>
      <Facts inLine facts={facts} />
      <ButtonRow>
        <Button
          variant="primary"
          disabledReason={mayAnswer ? null : texts.notYours}
          onClick={() => setAsked('propose')}
        >
          {texts.propose}
        </Button>
        {mayAnswer ? <Button onClick={() => setAsked('decline')}>{texts.decline}</Button> : null}
        {request.hasCover && mayAnswer ? (
          <DownloadButton variant="quiet" download={saveCover} failed={texts.coverFailed}>
            {texts.cover}
          </DownloadButton>
        ) : null}
      </ButtonRow>
      {asked === 'propose' ? <Propose request={request} onClose={() => setAsked(null)} /> : null}
      {asked === 'decline' ? <Decline request={request} onClose={() => setAsked(null)} /> : null}
    </Card>
  );
}

function Propose({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  const { amount } = request;
  return (
    <FormDialog
      title={texts.propose}
      submit={texts.propose}
      reasonHelp={texts.reasonHelp}
      values={{ limit: amount ?? '' }}
      errorsOf={({ limit }) => ({ limit: amount !== null && amountTyped(limit) === null ? texts.amountWrong : null })}
      changing={useAnswer(request)}
      bodyOf={({ limit, reason }) => {
        if (amount === null) return { kind: 'propose' as const, reason };
        const typed = amountTyped(limit);
        return typed === null ? null : { kind: 'propose' as const, limit: typed, reason };
      }}
      onDone={() => texts.proposed}
      onClose={onClose}
    >
      {({ field }) =>
        amount === null ? (
          <p>{texts.accountHelp}</p>
        ) : (
          <TextField {...field('limit')} label={texts.limit} inputMode="decimal" data-autofocus />
        )
      }
    </FormDialog>
  );
}

function Decline({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.decline}
      submit={texts.decline}
      isDanger
      reasonHelp={texts.motiveHelp}
      values={{}}
      changing={useAnswer(request)}
      bodyOf={({ reason: motive }) => ({ kind: 'decline' as const, motive })}
      onDone={() => texts.declined}
      onClose={onClose}
    >
      <p>{texts.declineHelp}</p>
    </FormDialog>
  );
}
