import { listAlerts } from '@anticipa/contract/alerts';
import { proposeClientState } from '@anticipa/contract/approvals';
import { getLenderSale } from '@anticipa/contract/lender';
import type { getClosing, LenderClient } from '@anticipa/contract/lender-clients';
import { listMessages } from '@anticipa/contract/outbox';
import type { ResponseOf } from '@anticipa/contract/route';
import { listSystems } from '@anticipa/contract/systems';
import { type ClosingObstacle, obstaclesIn } from '@anticipa/domain/client-state';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatMoney, formatTableDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { UnlessProposed } from '../../../ui/unless-proposed.tsx';
import { closingQuery, useProposeClientState } from '../api.ts';
import { es } from '../es.ts';

const texts = es.closing;

/** [OPE-85] Whether the client is closed, and the way to close or reopen it; nothing for an open client without the role. */
export function Closing({ client }: { client: LenderClient }) {
  const [isShown, setShown] = useState(false);
  const mayPropose = useMay(proposeClientState);
  if (client.state === 'open' && !mayPropose) return null;
  const review = (
    <Button size="small" onClick={() => setShown(true)}>
      {texts.review}
    </Button>
  );
  return (
    <Card title={texts.title} aside={client.state === 'open' && !isShown ? review : null}>
      {client.state === 'closed' ? (
        <>
          <p>{texts.closed(formatTableDate(client.readsUntil ?? ''))}</p>
          {mayPropose ? <Propose client={client} state="open" /> : null}
        </>
      ) : isShown ? (
        <Review client={client} />
      ) : (
        <p className="quiet">{texts.open}</p>
      )}
    </Card>
  );
}

/** Shows the open business that keeps the client from being closed, and the effects of closing it. */
function Review({ client }: { client: LenderClient }) {
  const { data, error, refetch } = useQuery(closingQuery(client.clientId));
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={4} />;
  const obstacles = obstaclesIn(data.figures);
  return (
    <>
      {obstacles.length === 0 ? (
        <Notice tone="good">{texts.settled}</Notice>
      ) : (
        <>
          <p>{texts.missing}</p>
          <Rows>
            {obstacles.map((obstacle) => (
              <Row key={obstacle}>
                <div>
                  <strong>{texts.obstacles[obstacle](data.figures[obstacle])}</strong>
                  <Details obstacle={obstacle} closing={data} />
                </div>
              </Row>
            ))}
          </Rows>
        </>
      )}
      <p className="quiet">{texts.follows}</p>
      {obstacles.length === 0 ? <Propose client={client} state="closed" /> : null}
    </>
  );
}

/** The rows behind a figure, or the screen that has them, if the operator may open it. */
function Details({ obstacle, closing }: { obstacle: ClosingObstacle; closing: ResponseOf<typeof getClosing> }) {
  const may = {
    sale: useMay(getLenderSale),
    messages: useMay(listMessages),
    alerts: useMay(listAlerts),
    systems: useMay(listSystems),
  };
  const screen = (to: '/lender/messages' | '/lender/alerts' | '/lender/systems', name: string, isOpen: boolean) =>
    isOpen ? <Link to={to}>{name}</Link> : null;
  switch (obstacle) {
    case 'sales':
    case 'credit':
      return (
        <ButtonRow>
          {closing.sales
            .filter(({ isOpen }) => isOpen === (obstacle === 'sales'))
            .map(
              ({ saleId, numberOfSale }): ReactNode =>
                may.sale ? (
                  <Link key={saleId} to={lenderPaths.sale} params={{ saleId }}>
                    {texts.sale(numberOfSale)}
                  </Link>
                ) : (
                  <span key={saleId}>{texts.sale(numberOfSale)}</span>
                ),
            )}
        </ButtonRow>
      );
    case 'balances':
      return closing.balances.map(({ account, currency, amount }) => (
        <span key={account + currency}>{`${texts.accounts[account]}: ${formatMoney(moneyOf(amount, currency))}`}</span>
      ));
    case 'unidentified':
      return screen(lenderPaths.alerts, texts.links.alerts, may.alerts);
    case 'cfdi':
      return screen(lenderPaths.systems, texts.links.systems, may.systems);
    case 'messages':
      return screen(lenderPaths.messages, texts.links.messages, may.messages);
    case 'sync':
      return <span className="quiet">{texts.links.sync}</span>;
    case 'proposals':
      return <Link to={lenderPaths.proposals}>{texts.links.proposals}</Link>;
  }
}

/** Proposes to close or to reopen the client. */
function Propose({ client: { clientId, entityName }, state }: { client: LenderClient; state: 'open' | 'closed' }) {
  const proposing = useProposeClientState(clientId);
  const isClosing = state === 'closed';
  const way = isClosing ? texts.close : texts.reopen;
  return (
    <div>
      <UnlessProposed of={`client-state:${clientId}`}>
        <DialogButton
          dialog={(close) => (
            <FormDialog
              title={way.title(entityName)}
              submit={es.form.submit}
              isDanger={isClosing}
              values={{}}
              changing={proposing}
              bodyOf={({ reason }) => ({ state, reason })}
              onDone={() => es.form.sent}
              onClose={close}
            >
              <p>{way.text}</p>
            </FormDialog>
          )}
        >
          {way.open}
        </DialogButton>
      </UnlessProposed>
    </div>
  );
}
