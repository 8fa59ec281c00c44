import type { Delivery, Webhook } from '@anticipa/contract/webhooks';
import { eventTexts } from '@anticipa/texts/key-texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/failure-text.ts';
import { formatTableDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { deliveriesQuery, useReplay } from '../api.ts';
import { es } from '../es.ts';
import css from './programs.module.css';

const texts = es.webhooks;

const tones: Readonly<Record<Delivery['state'], Tone>> = { waiting: 'warn', delivered: 'good', failed: 'bad' };

/** [WEB-07] What was sent to an endpoint, and what it answered. */
export function DeliveriesDialog(props: { webhook: Webhook; mayReplay: boolean; onClose: () => void }) {
  const { webhook, mayReplay, onClose } = props;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhook.webhookId),
  );
  const deliveries = data?.pages.flatMap((page) => page.data);
  return (
    <Dialog title={texts.logTitle} onClose={onClose} footer={<Button onClick={onClose}>{texts.back}</Button>}>
      <p className={css.url}>{webhook.url}</p>
      {deliveries ? null : <LoadFallback error={error} onRetry={refetch} title={texts.logFailed} lines={4} />}
      {deliveries?.length === 0 ? <p className="quiet">{texts.logNone}</p> : null}
      <Rows>
        {deliveries?.map((delivery) => (
          <Sent
            key={delivery.deliveryId}
            delivery={delivery}
            webhookId={webhook.webhookId}
            mayReplay={mayReplay && webhook.isOn}
          />
        ))}
      </Rows>
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.older}
        </Button>
      ) : null}
    </Dialog>
  );
}

function Sent({ delivery, webhookId, mayReplay }: { delivery: Delivery; webhookId: string; mayReplay: boolean }) {
  const replaying = useReplay(webhookId);
  const when = formatTableDate(delivery.createdAt);
  const replay = (): void =>
    replaying.mutate(delivery.deliveryId, {
      onSuccess: () => showToast({ text: texts.replayed, tone: 'good' }),
      onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
    });
  return (
    <Row>
      <div className={css.key}>
        <div className={css.name}>
          <strong>{eventTexts[delivery.type]}</strong>
          <StatusBadge tone={tones[delivery.state]}>{texts.states[delivery.state]}</StatusBadge>
        </div>
        <span className="quiet">{unbroken(historyOf(delivery, when))}</span>
        <span className="quiet">{outcomeOf(delivery)}</span>
        {delivery.answer ? <code className={css.answer}>{delivery.answer.slice(0, 200)}</code> : null}
      </div>
      {mayReplay && delivery.state !== 'waiting' ? (
        <Button
          size="small"
          busy={replaying.isPending}
          aria-label={texts.replayOf(eventTexts[delivery.type], when)}
          onClick={replay}
        >
          {texts.replay}
        </Button>
      ) : null}
    </Row>
  );
}

const historyOf = ({ attempts, nextAt, isReplay, object }: Delivery, when: string): string =>
  [
    when,
    object,
    ...(isReplay ? [texts.isReplay] : []),
    texts.attempts(attempts),
    ...(nextAt === null ? [] : [texts.next(formatTableDate(nextAt))]),
  ].join(' · ');

const outcomeOf = ({ status, error, tookMs }: Delivery): string => {
  if (status !== null) return texts.answered(status, tookMs ?? 0);
  return error === null ? '' : (texts.faults[error] ?? error);
};
