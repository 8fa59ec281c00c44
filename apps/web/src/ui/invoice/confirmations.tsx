/** The answers of a receiver that was asked whether it owes an invoice, for both sides. */
import {
  askConfirmation,
  askLenderConfirmation,
  type Confirmation,
  type Confirmations as ConfirmationsAnswer,
  listConfirmations,
  listLenderConfirmations,
} from '@anticipa/contract/confirmations';
import { CONFIRMATION_DAYS, verdictNames } from '@anticipa/domain/confirmation';
import { errorTexts } from '@anticipa/texts/texts';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
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

type Side = 'client' | 'lender';

const texts = {
  title: { client: 'Confirmación de tu cliente', lender: 'Confirmación del deudor' },
  intro: {
    client:
      'Tu cliente puede confirmar la factura en una página, sin usuario. Le llega un correo con una liga que solo abre esta factura.',
    lender:
      'El deudor puede confirmar la factura en una página, sin usuario. Le llega un correo con una liga que solo abre esta factura.',
  },
  noContact: {
    client: errorTexts.CONFIRMATION_NO_CONTACT,
    lender: 'El deudor no tiene un contacto con correo. Se agrega en la página del receptor.',
  },
  objected: (on: string) => `Tu cliente objetó esta factura el ${on}`,
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
  askedBy: {
    client: { client: 'por tu empresa', lender: 'por la financiera' },
    lender: { client: 'por el proveedor', lender: 'por la financiera' },
  },
  askedAt: (by: string, at: string, to: string | null) =>
    [`Pedida ${by}, ${at}`, ...(to === null ? [] : [`a ${to}`])].join(', '),
  facts: {
    answer: 'Respuesta',
    who: 'Quién',
    reason: 'Motivo',
    due: 'Día de pago',
    at: 'Cuándo',
    address: 'Dirección IP',
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

const clientQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['confirmations', documentId],
    queryFn: ({ signal }) => call(listConfirmations, { params: { documentId }, signal }),
  });

const lenderQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['confirmations', documentId],
    queryFn: ({ signal }) => call(listLenderConfirmations, { params: { documentId }, signal }),
  });

/** [EFE-26] The questions to the receiver of the client's own invoice and its answers, with a button to ask. */
export function ClientConfirmations({ documentId }: { documentId: string }) {
  const query = useQuery(clientQuery(documentId));
  const user = useUser();
  const lacking = useLacking('prepare');
  const asking = useChange([['confirmations', documentId]], () =>
    call(askConfirmation, { params: { documentId }, body: {}, idempotencyKey: newUuid() }),
  );
  return (
    <ConfirmationCard {...{ query, asking }} side="client" mayAsk={user.view === null} lacking={lacking ?? null} />
  );
}

/** The objection in the last answer of the receiver, for the head of the invoice; nothing once another question waits. */
export function Objection({ documentId }: { documentId: string }) {
  const [last] = useQuery(clientQuery(documentId)).data?.data ?? [];
  return last?.answer?.verdict === 'objected' ? (
    <Notice tone="bad" title={texts.objected(formatDate(last.answer.at))}>
      {last.answer.reason}
    </Notice>
  ) : null;
}

/** The same of an invoice of any client. */
export function LenderConfirmations({ documentId }: { documentId: string }) {
  const query = useQuery(lenderQuery(documentId));
  const mayAsk = useMay(askLenderConfirmation);
  const asking = useChange([['confirmations', documentId]], () =>
    call(askLenderConfirmation, { params: { documentId }, body: {}, idempotencyKey: newUuid() }),
  );
  return <ConfirmationCard {...{ query, asking, mayAsk }} side="lender" lacking={null} />;
}

function ConfirmationCard(props: {
  query: UseQueryResult<ConfirmationsAnswer>;
  asking: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
    readonly mutate: (value: undefined) => void;
  };
  side: Side;
  mayAsk: boolean;
  /** Why the person may not ask; null if it may. */
  lacking: string | null;
}) {
  const { asking, side, mayAsk, lacking } = props;
  const { data, error, refetch } = props.query;
  return (
    <Card title={texts.title[side]}>
      <div className="stack">
        {data ? (
          <>
            {data.data.length === 0 ? <p>{texts.intro[side]}</p> : null}
            {data.data.map((each) => (
              <Asked key={each.confirmationId} confirmation={each} side={side} />
            ))}
            {data.obstacle === 'CONFIRMATION_NO_CONTACT' ? <p className="quiet">{texts.noContact[side]}</p> : null}
            {asking.error ? (
              <Notice tone="bad" title={texts.failed}>
                {failureText(asking.error)}
              </Notice>
            ) : null}
            {asking.isSuccess ? <p role="status">{texts.asked(CONFIRMATION_DAYS)}</p> : null}
            {mayAsk && data.obstacle === null ? (
              <ButtonRow data-print="hide">
                <Button busy={asking.isPending} disabledReason={lacking} onClick={() => asking.mutate(undefined)}>
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

function Asked({ confirmation, side }: { confirmation: Confirmation; side: Side }) {
  const { confirmationId, askedAt, askedBy, asked, state, answer } = confirmation;
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
        <span className="quiet">{texts.askedAt(texts.askedBy[side][askedBy], formatTableDate(askedAt), asked)}</span>
      </p>
      {answer ? (
        <>
          <Facts
            inLine
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
