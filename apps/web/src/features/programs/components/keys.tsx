import type { ApiKey } from '@anticipa/contract/api-keys';
import { keyStateTexts, scopeTexts } from '@anticipa/texts/key-texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermitted } from '../../../lib/actions.ts';
import { formatTableDate } from '../../../lib/format.ts';
import type { ActionButton } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFallback } from '../../../ui/feedback/load-fallback.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { keysQuery, useRevokeKey } from '../api.ts';
import { es } from '../es.ts';
import { KeyDialog } from './key-dialog.tsx';
import css from './programs.module.css';
import { SecretDialog } from './secret-dialog.tsx';

const texts = es.keys;

/** [LLA-06] The keys, those in use first; a new one is shown once. */
export function Keys() {
  const { data, error, refetch } = useQuery(keysQuery);
  const [isMaking, setMaking] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const mayChange = usePermitted('createKey');
  const live = data?.data.filter(({ state }) => state === 'live') ?? [];
  const ended = data?.data.filter(({ state }) => state !== 'live') ?? [];
  return (
    <>
      <Card
        title={texts.title}
        aside={
          data && mayChange ? (
            <Button id={'crear-llave' satisfies ActionButton} onClick={() => setMaking(true)}>
              {texts.add}
            </Button>
          ) : null
        }
      >
        <p>{texts.text}</p>
        {data ? null : <LoadFallback error={error} onRetry={refetch} title={texts.failed} lines={3} />}
        {data && live.length === 0 ? <p className="quiet">{texts.none}</p> : null}
        <KeyRows keys={live} mayRevoke={mayChange} />
      </Card>
      {ended.length > 0 ? (
        <Card title={texts.ended}>
          <KeyRows keys={ended} mayRevoke={false} />
        </Card>
      ) : null}
      {isMaking && data ? <KeyDialog today={data.today} onMade={setToken} onClose={() => setMaking(false)} /> : null}
      {token === null ? null : (
        <SecretDialog
          title={texts.made}
          text={texts.copyNow}
          what={texts.token}
          secret={token}
          onClose={() => setToken(null)}
        />
      )}
    </>
  );
}

const KeyRows = ({ keys, mayRevoke }: { keys: readonly ApiKey[]; mayRevoke: boolean }) => (
  <Rows>
    {keys.map((key) => (
      <Row key={key.keyId}>
        <div className={css.key}>
          <div className={css.name}>
            <strong>{key.name}</strong>
            <code>{key.prefix}…</code>
            {key.mode === 'test' ? <StatusBadge tone="neutral">{texts.test}</StatusBadge> : null}
            {key.state === 'live' ? null : <StatusBadge tone="neutral">{keyStateTexts[key.state]}</StatusBadge>}
          </div>
          <Facts inLine facts={factsOf(key)} />
        </div>
        {mayRevoke ? (
          <DialogButton
            size="small"
            aria-label={texts.revokeOf(key.name)}
            dialog={(close) => <RevokeDialog apiKey={key} onClose={close} />}
          >
            {texts.revoke}
          </DialogButton>
        ) : null}
      </Row>
    ))}
  </Rows>
);

const factsOf = (key: ApiKey): [string, string][] => [
  [texts.uses, key.scopes.map((scope) => scopeTexts[scope].title).join(', ')],
  [texts.owner, key.ownerName],
  [texts.from, key.addresses.length === 0 ? texts.anywhere : key.addresses.join(', ')],
  [texts.created, formatTableDate(key.createdAt)],
  // The instant is the end of the last day.
  [texts.ends, key.expiresAt === null ? texts.never : formatTableDate(lastMoment(key.expiresAt))],
  [
    texts.lastUse,
    key.lastUsedAt === null ? texts.unused : texts.used(formatTableDate(key.lastUsedAt), key.lastUsedAddress ?? ''),
  ],
];

const lastMoment = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

function RevokeDialog({ apiKey: { keyId, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoking = useRevokeKey();
  return (
    <FormDialog<object, string, unknown>
      title={texts.revokeTitle(name)}
      size="small"
      submit={texts.revoke}
      isDanger
      values={{}}
      reasonHelp={null}
      changing={revoking}
      bodyOf={() => keyId}
      onDone={() => texts.revoked(name)}
      onClose={onClose}
    >
      <p>{texts.revokeText}</p>
    </FormDialog>
  );
}
