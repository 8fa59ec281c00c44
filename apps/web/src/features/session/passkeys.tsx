import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { hasPasskeys, makePasskey } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { PhoneFoldedCard } from '../../ui/overlay/folding-card.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { addPasskey, passkeysQuery, removePasskey } from './api.ts';
import { es } from './components/es.ts';
import { ProofDialog } from './components/proof-dialog.tsx';
import css from './open-sessions.module.css';

const texts = es.passkeys;

/** [OPE-01] The person's own passkeys; others can be added, and removed except the only second factor. */
export function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const finish = async (text: string): Promise<void> => {
    showToast({ text, tone: 'good' });
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  return (
    <PhoneFoldedCard title={texts.title}>
      <p className={css.text}>{texts.text}</p>
      {data ? (
        <ul className={css.list}>
          {data.map(({ id, createdAt, lastUsedAt }, place) => (
            <li key={id} className={css.session}>
              <strong>{texts.key(place + 1)}</strong>
              <span className="quiet">
                {[
                  texts.since(formatTableDate(createdAt)),
                  ...(lastUsedAt ? [texts.lastUsed(formatTableDate(lastUsedAt))] : []),
                ].join(' · ')}
              </span>
              <Button
                size="small"
                aria-label={texts.removeLabel(texts.key(place + 1))}
                onClick={() => setRemoved({ id, name: texts.key(place + 1) })}
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
          <Button onClick={() => setAdding(true)}>{texts.add}</Button>
        </div>
      ) : null}
      {isAdding ? (
        <ProofDialog
          title={texts.add}
          change={async (proof, options) => {
            await addPasskey(await makePasskey(options), proof);
            await finish(texts.added);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removed ? (
        <ProofDialog
          title={texts.removeLabel(removed.name)}
          change={async (proof) => {
            await removePasskey(removed.id, proof);
            await finish(texts.removed);
          }}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </PhoneFoldedCard>
  );
}
