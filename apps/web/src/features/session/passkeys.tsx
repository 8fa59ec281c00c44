import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { hasPasskeys, isCancelled, makePasskey } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { addPasskey, beginPasskey, passkeysQuery, removePasskey } from './api.ts';
import { es } from './components/es.ts';
import css from './open-sessions.module.css';

const texts = es.passkeys;

/** [OPE-01] The operator's own passkeys; others can be added, and removed except the only second factor. */
export function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  const onError = (cause: unknown): void =>
    showToast({ text: isCancelled(cause) ? texts.cancelled : failureText(cause), tone: 'bad' });
  const adding = useMutation({
    mutationFn: async () => addPasskey(await makePasskey(await beginPasskey())),
    onSuccess: () => showToast({ text: texts.added, tone: 'good' }),
    onError,
    onSettled,
  });
  const removing = useMutation({
    mutationFn: removePasskey,
    onSuccess: () => showToast({ text: texts.removed, tone: 'good' }),
    onError,
    onSettled,
  });
  return (
    <Card title={texts.title}>
      <p className={css.text}>{texts.text}</p>
      {data ? (
        <ul className={css.list}>
          {data.map(({ id, createdAt, lastUsedAt }, place) => (
            <li key={id} className={css.session}>
              <strong>{texts.key(place + 1)}</strong>
              <span className={css.count}>
                {[
                  texts.since(formatTableDate(createdAt)),
                  ...(lastUsedAt ? [texts.lastUsed(formatTableDate(lastUsedAt))] : []),
                ].join(' · ')}
              </span>
              <Button
                size="small"
                busy={removing.isPending}
                aria-label={texts.removeLabel(texts.key(place + 1))}
                onClick={() => removing.mutate(id)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
          {data.length === 0 ? <li className={css.session}>{texts.none}</li> : null}
        </ul>
      ) : (
        <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={2} />
      )}
      {hasPasskeys() ? (
        <div>
          <Button busy={adding.isPending} onClick={() => adding.mutate()}>
            {texts.add}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
