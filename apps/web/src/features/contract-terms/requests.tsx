import {
  listRequests,
  type OwnRequest,
  requestAccount,
  requestLine,
  withdrawRequest,
} from '@anticipa/contract/client-requests';
import type { CreditInformation } from '@anticipa/contract/credit';
import type { SentBodyOf } from '@anticipa/contract/route';
import type { RequestKind } from '@anticipa/domain/client-request';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatAccount, formatMoney, formatTableDate } from '../../lib/format.ts';
import { once } from '../../lib/once.ts';
import { useProductNames } from '../../lib/product-names.ts';
import { useLacking } from '../../lib/rights.ts';
import { isReadOnly, useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { es } from './es.ts';
import { AccountDialog, LineDialog } from './request-dialogs.tsx';

const texts = es.requests;
const stale = [['credit', 'requests'], ['notices']];

const requestsQuery = queryOptions({
  queryKey: ['credit', 'requests'],
  queryFn: async ({ signal }) => (await call(listRequests, { signal })).data,
});

const useAskForLine = () =>
  useChange(stale, (body: SentBodyOf<typeof requestLine>) =>
    once({ name: 'request-line', content: body }, (idempotencyKey) => call(requestLine, { body, idempotencyKey })),
  );
const useAskForAccount = () =>
  useChange(stale, (body: SentBodyOf<typeof requestAccount>) =>
    once({ name: 'request-account', content: body }, (idempotencyKey) =>
      call(requestAccount, { body, idempotencyKey }),
    ),
  );
const useWithdraw = () =>
  useChange(stale, (requestId: string) =>
    once({ name: 'request-withdraw', content: requestId }, (idempotencyKey) =>
      call(withdrawRequest, { params: { requestId }, body: {}, idempotencyKey }),
    ),
  );

/** [EFE-11] [EFE-12] Asks the lender for a higher line or proposes an account, and shows what became of it. */
export function Requests({ lines }: { lines: readonly CreditInformation[] }) {
  const user = useUser();
  const lacking = useLacking('accept');
  const { data, isError, refetch } = useQuery(requestsQuery);
  const [asked, setAsked] = useState<RequestKind | null>(null);
  const askForLine = useAskForLine();
  const askForAccount = useAskForAccount();
  const close = (): void => setAsked(null);
  // The lender pays nothing to accounts of a product that it has not authorised.
  const paid = lines.filter(({ autorizado }) => autorizado);
  return (
    <Card title={texts.title}>
      {isReadOnly(user) ? null : (
        <ButtonRow>
          <Button
            onClick={() => setAsked('line')}
            disabledReason={lines.length === 0 ? texts.noLine : (lacking ?? null)}
          >
            {texts.line}
          </Button>
          <Button
            onClick={() => setAsked('account')}
            disabledReason={!user.isAdmin ? texts.onlyAdministrators : paid.length === 0 ? texts.noLine : null}
          >
            {texts.account}
          </Button>
        </ButtonRow>
      )}
      {data === undefined ? (
        <QueryFallback failed={isError} onRetry={refetch} lines={2}>
          {texts.failed}
        </QueryFallback>
      ) : data.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <Rows>
          {data.map((request) => (
            <Request key={request.requestId} request={request} isReadOnly={isReadOnly(user)} />
          ))}
        </Rows>
      )}
      {asked === 'line' ? <LineDialog lines={lines} changing={askForLine} onClose={close} /> : null}
      {asked === 'account' ? <AccountDialog lines={paid} changing={askForAccount} onClose={close} /> : null}
    </Card>
  );
}

const tones: Readonly<Record<OwnRequest['state'], Tone>> = {
  open: 'warn',
  proposed: 'info',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
};

function Request({ request, isReadOnly: isViewed }: { request: OwnRequest; isReadOnly: boolean }) {
  const names = useProductNames();
  const withdrawing = useWithdraw();
  const lacking = useLacking('prepare');
  const { amount, granted, account, currency, state, motive } = request;
  const money = (text: string) => formatMoney(moneyOf<FinancedCurrency>(text, currency));
  const place = es.lines.of(names[request.product], currency);
  const withdraw = (): void =>
    withdrawing.mutate(request.requestId, {
      onSuccess: () => showToast({ tone: 'good', text: texts.withdrawn }),
      onError: (error) => showToast({ tone: 'bad', text: failureText(error) }),
    });
  return (
    <Row>
      <div>
        <strong>
          {amount === null
            ? texts.ofAccount(account ? formatAccount(account) : '', place)
            : texts.ofLine(money(amount), place)}
        </strong>
        <span>
          <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
        </span>
        <span>{texts.by(request.askedBy, formatTableDate(request.askedAt))}</span>
        <span>{texts.reason(request.reason)}</span>
        {granted === null ? null : <span>{texts.granted(money(granted))}</span>}
        {motive === null ? null : <span>{texts.motive(motive)}</span>}
        {request.isBack ? <span>{texts.back}</span> : null}
        {(state === 'open' || state === 'proposed') && request.kind === 'account' ? (
          <span>{texts.accountWaits}</span>
        ) : null}
      </div>
      {request.mayWithdraw && !isViewed ? (
        <Button variant="quiet" busy={withdrawing.isPending} disabledReason={lacking ?? null} onClick={withdraw}>
          {texts.withdraw}
        </Button>
      ) : null}
    </Row>
  );
}
