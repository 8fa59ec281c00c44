import type { Webhook } from '@anticipa/contract/webhooks';
import { eventTexts } from '@anticipa/texts/key-texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermitted } from '../../../lib/actions.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { formatTableDate } from '../../../lib/format.ts';
import type { ActionButton } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { useChangeWebhook, useRotateSecret, useTestWebhook, webhooksQuery } from '../api.ts';
import { es } from '../es.ts';
import { DeliveriesDialog } from './deliveries.tsx';
import css from './programs.module.css';
import { SecretDialog } from './secret-dialog.tsx';
import { EventsDialog, WebhookDialog } from './webhook-dialog.tsx';

const texts = es.webhooks;

/** [WEB-07] The endpoints for events, each with its state and its log. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const mayChange = usePermitted('createWebhook');
  return (
    <Card
      title={texts.title}
      aside={
        data && mayChange ? (
          <Button id={'agregar-webhook' satisfies ActionButton} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <p>{texts.text}</p>
      {data ? null : <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />}
      {data?.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <Rows>
        {data?.map((webhook) => (
          <Row key={webhook.webhookId}>
            <Endpoint webhook={webhook} />
            <Actions webhook={webhook} mayChange={mayChange} onSecret={setSecret} />
          </Row>
        ))}
      </Rows>
      {isAdding ? <WebhookDialog onMade={setSecret} onClose={() => setAdding(false)} /> : null}
      {secret === null ? null : (
        <SecretDialog
          title={texts.secretTitle}
          text={texts.secretText}
          what={texts.secret}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Card>
  );
}

function Endpoint({
  webhook: { url, mode, isOn, isGivenUp, failures, types, createdAt, waiting },
}: {
  webhook: Webhook;
}) {
  return (
    <div className={css.key}>
      <div className={css.name}>
        <strong>{url}</strong>
        {mode === 'test' ? <StatusBadge tone="neutral">{texts.isTest}</StatusBadge> : null}
        <StatusBadge tone={isOn ? (failures > 0 ? 'warn' : 'good') : isGivenUp ? 'bad' : 'neutral'}>
          {isOn ? (failures > 0 ? texts.failing(failures) : texts.on) : isGivenUp ? texts.givenUp : texts.off}
        </StatusBadge>
      </div>
      <Facts
        inLine
        facts={[
          [texts.events, types.length === 0 ? texts.all : <Types key="types" types={types} />],
          [texts.waiting, String(waiting)],
          [texts.since, formatTableDate(createdAt)],
        ]}
      />
    </div>
  );
}

/** [WEB-13] The names of the events that an endpoint gets, behind their number. */
const Types = ({ types }: Pick<Webhook, 'types'>) => (
  <details>
    <summary>{texts.some(types.length)}</summary>
    <ul>
      {types.map((type) => (
        <li key={type}>{eventTexts[type]}</li>
      ))}
    </ul>
  </details>
);

function Actions(props: { webhook: Webhook; mayChange: boolean; onSecret: (secret: string) => void }) {
  const { webhook, mayChange, onSecret } = props;
  const { url, webhookId, isOn } = webhook;
  const changing = useChangeWebhook(webhookId);
  const testing = useTestWebhook(webhookId);
  const toast = (text: string) => ({
    onSuccess: () => showToast({ text, tone: 'good' as const }),
    onError: (error: Error) => showToast({ text: failureText(error), tone: 'bad' as const }),
  });
  return (
    <ButtonRow>
      <DialogButton
        size="small"
        aria-label={texts.logOf(url)}
        dialog={(close) => <DeliveriesDialog webhook={webhook} mayReplay={mayChange} onClose={close} />}
      >
        {texts.log}
      </DialogButton>
      {mayChange ? (
        <>
          {isOn ? (
            <Button
              size="small"
              aria-label={texts.testOf(url)}
              busy={testing.isPending}
              onClick={() => testing.mutate(undefined, toast(texts.tested))}
            >
              {texts.test}
            </Button>
          ) : null}
          <Button
            size="small"
            aria-label={isOn ? texts.turnOffOf(url) : texts.turnOnOf(url)}
            busy={changing.isPending}
            onClick={() => changing.mutate({ isOn: !isOn }, toast(isOn ? texts.turnedOff : texts.turnedOn))}
          >
            {isOn ? texts.turnOff : texts.turnOn}
          </Button>
          <DialogButton
            size="small"
            aria-label={texts.changeEventsOf(url)}
            dialog={(close) => <EventsDialog webhook={webhook} onClose={close} />}
          >
            {texts.changeEvents}
          </DialogButton>
          <DialogButton
            size="small"
            aria-label={texts.rotateOf(url)}
            dialog={(close) => <RotateDialog webhook={webhook} onSecret={onSecret} onClose={close} />}
          >
            {texts.rotate}
          </DialogButton>
          <DialogButton
            size="small"
            aria-label={texts.removeOf(url)}
            dialog={(close) => <RemoveDialog webhook={webhook} onClose={close} />}
          >
            {texts.remove}
          </DialogButton>
        </>
      ) : null}
    </ButtonRow>
  );
}

function RotateDialog(props: { webhook: Webhook; onSecret: (secret: string) => void; onClose: () => void }) {
  const { webhook, onSecret, onClose } = props;
  return (
    <FormDialog
      title={texts.rotate}
      size="small"
      submit={texts.rotate}
      values={{}}
      reasonHelp={null}
      changing={useRotateSecret(webhook.webhookId)}
      bodyOf={() => true as const}
      onDone={({ secret }) => {
        onSecret(secret);
        return null;
      }}
      onClose={onClose}
    >
      <p>{texts.rotateText}</p>
    </FormDialog>
  );
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.removeTitle}
      size="small"
      submit={texts.remove}
      isDanger
      values={{}}
      reasonHelp={null}
      changing={useChangeWebhook(webhook.webhookId)}
      bodyOf={() => ({ isRemoved: true as const })}
      onDone={() => texts.removed}
      onClose={onClose}
    >
      <p>{texts.removeText(webhook.url)}</p>
    </FormDialog>
  );
}
