/** The answers of a receiver that was asked whether it owes an invoice, for both sides. */
import {
  askConfirmation,
  askLenderConfirmation,
  type Confirmation,
  listConfirmations,
  listLenderConfirmations,
} from '@anticipa/contract/confirmations';
import { CONFIRMATION_DAYS, verdictNames } from '@anticipa/domain/confirmation';
import { errorTexts } from '@anticipa/texts/texts';
import { useQuery } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { mayWith } from '../../lib/may.ts';
import { useLacking } from '../../lib/rights.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Card } from '../card.tsx';
import { Facts } from '../facts.tsx';
import { Notice } from '../feedback/notice.tsx';
import { QueryFallback } from '../feedback/query-fallback.tsx';
import { StatusBadge, type Tone } from '../feedback/status-badge.tsx';

const texts = {
  title: 'Confirmación del deudor',
  intro:
    'Tu cliente puede confirmar la factura en una página, sin usuario. Le llega un correo con una liga solo para ella.',
  introLender:
    'El deudor puede confirmar la factura en una página, sin usuario. Le llega un correo con una liga solo para ella.',
  ask: 'Pedir confirmación',
  again: 'Pedir otra vez',
  asked: (days: number) => `Se envió el correo. La liga vence en ${days} días.`,
  failed: 'No se pudo pedir',
  loadFailed: 'No se pudo leer la confirmación',
  states: {
    waiting: 'Espera respuesta',
    answered: 'Respondida',
    expired: 'Venció sin respuesta',
    replaced: 'Reemplazada',
  },
  askedAt: (by: 'client' | 'lender', at: string) =>
    `Pedida ${by === 'client' ? 'por el proveedor' : 'por la financiera'}, ${at}`,
  facts: {
    answer: 'Respuesta',
    who: 'Quién',
    reason: 'Motivo',
    due: 'Día de pago',
    at: 'Cuándo',
    address: 'Dirección',
    hash: 'Huella SHA-256',
  },
  evidence: 'Descargar evidencia',
  fileName: (id: string) => `confirmacion-${id.slice(0, 8)}.txt`,
};

const tones: Readonly<Record<Confirmation['state'], Tone>> = {
  waiting: 'warn',
  answered: 'good',
  expired: 'neutral',
  replaced: 'neutral',
};

const calls = {
  client: { list: listConfirmations, ask: askConfirmation },
  lender: { list: listLenderConfirmations, ask: askLenderConfirmation },
};

/** [EFE-26] The questions to the receiver and its answers, with the evidence, and a button to ask. */
export function Confirmations({ side, documentId }: { side: 'client' | 'lender'; documentId: string }) {
  const queryKey = ['confirmations', documentId];
  const { list, ask } = calls[side];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(list, { params: { documentId }, signal }),
  });
  const user = useUser();
  const lacking = useLacking('prepare');
  const mayAsk = side === 'lender' ? mayWith(user.roles, askLenderConfirmation) : user.view === null;
  const asking = useChange([queryKey], () =>
    call(ask, { params: { documentId }, body: {}, idempotencyKey: newUuid() }),
  );
  const reason = side === 'client' ? lacking : undefined;
  return (
    <Card title={texts.title}>
      <div className="stack">
        {data ? (
          <>
            {data.data.length === 0 ? <p>{side === 'client' ? texts.intro : texts.introLender}</p> : null}
            {data.data.map((each) => (
              <Asked key={each.confirmationId} confirmation={each} />
            ))}
            {data.obstacle === 'CONFIRMATION_NO_CONTACT' ? <p className="quiet">{errorTexts[data.obstacle]}</p> : null}
            {asking.error ? (
              <Notice tone="bad" title={texts.failed}>
                {failureText(asking.error)}
              </Notice>
            ) : null}
            {asking.isSuccess ? <p role="status">{texts.asked(CONFIRMATION_DAYS)}</p> : null}
            {mayAsk && data.obstacle === null ? (
              <ButtonRow data-print="hide">
                <Button
                  busy={asking.isPending}
                  disabledReason={reason ?? null}
                  onClick={() => asking.mutate(undefined)}
                >
                  {data.data.length === 0 ? texts.ask : texts.again}
                </Button>
              </ButtonRow>
            ) : null}
          </>
        ) : (
          <QueryFallback failed={error !== null} onRetry={refetch} lines={2}>
            {texts.loadFailed}
          </QueryFallback>
        )}
      </div>
    </Card>
  );
}

function Asked({ confirmation }: { confirmation: Confirmation }) {
  const { confirmationId, askedAt, askedBy, state, answer } = confirmation;
  const { facts } = texts;
  const save = (evidence: string): void =>
    saveFile({ blob: new Blob([evidence], { type: 'text/plain' }), name: texts.fileName(confirmationId) });
  return (
    <div className="stack">
      <p>
        <StatusBadge
          tone={answer && answer.verdict !== 'confirmed' ? 'bad' : tones[state]}
          {...(answer && answer.verdict !== 'confirmed' && { icon: 'alert' as const })}
        >
          {answer ? verdictNames[answer.verdict] : texts.states[state]}
        </StatusBadge>{' '}
        <span className="quiet">{texts.askedAt(askedBy, formatTableDate(askedAt))}</span>
      </p>
      {answer ? (
        <>
          <Facts
            facts={[
              [facts.who, `${answer.person}, ${answer.position}`],
              ...(answer.reason ? [[facts.reason, answer.reason] as const] : []),
              ...(answer.dueOn ? [[facts.due, formatDate(answer.dueOn)] as const] : []),
              [facts.at, formatTableDate(answer.at)],
              [facts.address, answer.address ?? '—'],
              [
                facts.hash,
                <code key="hash" style={{ overflowWrap: 'anywhere' }}>
                  {answer.sha256}
                </code>,
              ],
            ]}
          />
          <ButtonRow data-print="hide">
            <Button size="small" icon="download" onClick={() => save(answer.evidence)}>
              {texts.evidence}
            </Button>
          </ButtonRow>
        </>
      ) : null}
    </div>
  );
}
