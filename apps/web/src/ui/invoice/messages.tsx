/** The messages and documents about an invoice between its client and the lender, for both sides. */
import {
  downloadLenderMessageFile,
  downloadMessageFile,
  handleLenderMessages,
  type InvoiceMessage,
  listInvoiceMessages,
  listLenderMessages,
  readInvoiceMessages,
  readLenderMessages,
  writeInvoiceMessage,
  writeLenderMessage,
} from '@anticipa/contract/invoice-messages';
import { MAX_MESSAGE_FILE_BYTES, MAX_MESSAGE_FILES, MAX_MESSAGE_TEXT } from '@anticipa/domain/message-file';
import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, callForFile, newUuid } from '../../lib/api-client.ts';
import { base64Of } from '../../lib/base64-of.ts';
import { brand } from '../../lib/brand.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { useLacking } from '../../lib/rights.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUser } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Card } from '../card.tsx';
import { Notice } from '../feedback/notice.tsx';
import { QueryFallback } from '../feedback/query-fallback.tsx';
import { StatusBadge } from '../feedback/status-badge.tsx';
import { TextArea } from '../field/field.tsx';
import { showToast } from '../overlay/toast.tsx';
import { PickButton } from '../pick-button.tsx';
import { unbroken } from '../unbroken.tsx';
import css from './messages.module.css';

type Side = 'client' | 'lender';

const texts = {
  title: 'Mensajes',
  none: {
    client: `Escribe aquí a ${brand.name} sobre esta factura, o manda un documento.`,
    lender: 'Nadie ha escrito sobre esta factura.',
  },
  you: { client: 'Tu empresa', lender: 'La financiera' },
  handled: 'Marcó como atendido',
  unread: (count: number) => (count === 1 ? '1 sin leer' : `${count} sin leer`),
  waiting: 'El cliente espera respuesta',
  write: 'Mensaje',
  attach: 'Adjuntar',
  attachHelp: 'PDF, XML, PNG o JPEG: hasta 3, de 2 MB entre todos.',
  remove: (name: string) => `Quitar ${name}`,
  send: 'Enviar',
  needed: 'Escribe un mensaje o adjunta un documento',
  tooLarge: (name: string) => `Con ${name} se pasa de 2 MB`,
  tooMany: `Van hasta ${MAX_MESSAGE_FILES} documentos por mensaje`,
  failed: 'No se pudo enviar',
  loadFailed: 'No se pudieron leer los mensajes',
  download: (name: string) => `Descargar ${name}`,
  handle: 'No necesita respuesta',
};

const calls = {
  client: {
    write: writeInvoiceMessage,
    read: readInvoiceMessages,
    file: downloadMessageFile,
  },
  lender: {
    write: writeLenderMessage,
    read: readLenderMessages,
    file: downloadLenderMessageFile,
  },
} as const;

const messagesKey = (documentId: string) => ['invoices', 'messages', documentId] as const;

const clientMessages = (documentId: string) =>
  queryOptions({
    queryKey: messagesKey(documentId),
    queryFn: ({ signal }) => call(listInvoiceMessages, { params: { documentId }, signal }),
  });

export const lenderMessages = (documentId: string) =>
  queryOptions({
    queryKey: messagesKey(documentId),
    queryFn: ({ signal }) => call(listLenderMessages, { params: { documentId }, signal }),
  });

interface Answered {
  readonly data: readonly InvoiceMessage[];
  readonly unread: number;
  readonly isWaiting?: boolean;
}

/** [EFE-29] The messages about the client's own invoice; seeing them marks them as read by the person. */
export function ClientMessages({ documentId }: { documentId: string }) {
  const query = useQuery(clientMessages(documentId));
  const user = useUser();
  const lacking = useLacking('prepare');
  return (
    <Thread
      side="client"
      {...{ documentId, query }}
      mayMark={user.view === null}
      mayWrite={user.view === null && user.readsUntil === null}
      lacking={lacking ?? null}
    />
  );
}

/** The same about an invoice of any client. */
export function LenderMessages({ documentId }: { documentId: string }) {
  const query = useQuery(lenderMessages(documentId));
  const mayWrite = useMay(writeLenderMessage);
  return <Thread side="lender" {...{ documentId, query, mayWrite }} mayMark lacking={null} />;
}

function Thread(props: {
  side: Side;
  documentId: string;
  query: UseQueryResult<Answered>;
  mayMark: boolean;
  mayWrite: boolean;
  /** Why the person may not write; null if it may. */
  lacking: string | null;
}) {
  const { side, documentId, mayMark, mayWrite, lacking } = props;
  const { data, error, refetch } = props.query;
  const queries = useQueryClient();
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (unread === 0 || !mayMark) return;
    const mark = (): void => {
      // A page in another tab has not been seen: the notice stays until it is.
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', mark);
      call(calls[side].read, { params: { documentId }, body: {} }).then(
        () => void queries.invalidateQueries({ queryKey: ['invoices', 'unread-messages'] }),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, mayMark, side, documentId, queries]);
  return (
    <Card title={texts.title} aside={unread > 0 ? <StatusBadge tone="info">{texts.unread(unread)}</StatusBadge> : null}>
      {data ? (
        <div className="stack">
          {data.data.length === 0 ? <p>{texts.none[side]}</p> : null}
          <ol className={css.thread}>
            {data.data.map((message) => (
              <Message key={message.messageId} {...{ message, side, documentId }} />
            ))}
          </ol>
          {data.isWaiting ? <Waiting documentId={documentId} mayWrite={mayWrite} /> : null}
          {mayWrite ? <Writing side={side} documentId={documentId} lacking={lacking} /> : null}
        </div>
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} lines={3}>
          {texts.loadFailed}
        </QueryFallback>
      )}
    </Card>
  );
}

function Message({ message, side, documentId }: { message: InvoiceMessage; side: Side; documentId: string }) {
  const { messageId, by, person, at, text, files, isHandled } = message;
  const name = by === 'client' ? (person ?? texts.you.client) : (person ?? brand.name);
  const downloading = useMutation({
    mutationFn: (place: number) =>
      callForFile(calls[side].file, { params: { documentId, messageId, place: String(place) } }),
    onSuccess: saveFile,
    onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
  });
  return (
    <li className={css.message} data-own={by === side || undefined}>
      <p className="quiet">
        {name} · {unbroken(formatTableDate(at))}
      </p>
      {isHandled ? <p className="quiet">{texts.handled}</p> : null}
      {text ? <p className={css.text}>{text}</p> : null}
      {files.length > 0 ? (
        <ButtonRow>
          {files.map(({ place, name: fileName }) => (
            <Button
              key={place}
              size="small"
              icon="download"
              aria-label={texts.download(fileName)}
              busy={downloading.isPending && downloading.variables === place}
              onClick={() => downloading.mutate(place)}
            >
              <span className={css.file}>{fileName}</span>
            </Button>
          ))}
        </ButtonRow>
      ) : null}
    </li>
  );
}

function Waiting({ documentId, mayWrite }: { documentId: string; mayWrite: boolean }) {
  const handling = useChange([messagesKey(documentId), ['alerts']], () =>
    call(handleLenderMessages, { params: { documentId }, body: {}, idempotencyKey: newUuid() }),
  );
  return (
    <Notice
      tone="warn"
      title={texts.waiting}
      action={
        mayWrite ? (
          <Button size="small" busy={handling.isPending} onClick={() => handling.mutate(undefined)}>
            {texts.handle}
          </Button>
        ) : null
      }
    >
      {handling.error ? failureText(handling.error) : null}
    </Notice>
  );
}

function Writing({ side, documentId, lacking }: { side: Side; documentId: string; lacking: string | null }) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useChange([messagesKey(documentId), ['alerts']], async () =>
    call(calls[side].write, {
      params: { documentId },
      body: {
        text: text.trim(),
        files: await Promise.all(files.map(async (file) => ({ fileName: file.name, data: await base64Of(file) }))),
      },
      idempotencyKey: newUuid(),
    }),
  );
  if (lacking) return <p className="quiet">{lacking}</p>;
  const attach = (picked: readonly File[]): void => {
    const all = [...files];
    let found: string | null = null;
    for (const file of picked) {
      const size = all.reduce((sum, each) => sum + each.size, file.size);
      if (size > MAX_MESSAGE_FILE_BYTES) found = texts.tooLarge(file.name);
      else if (all.length === MAX_MESSAGE_FILES) found = texts.tooMany;
      else all.push(file);
    }
    setProblem(found);
    setFiles(all);
  };
  const send = (): void =>
    sending.mutate(undefined, {
      onSuccess: () => {
        setText('');
        setFiles([]);
        setProblem(null);
      },
    });
  return (
    <div className="stack" data-print="hide">
      <TextArea
        label={texts.write}
        rows={3}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        help={texts.attachHelp}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      {files.length > 0 ? (
        <ButtonRow>
          {files.map((file) => (
            <Button
              key={`${file.name} ${file.size}`}
              size="small"
              icon="close"
              aria-label={texts.remove(file.name)}
              onClick={() => setFiles(files.filter((other) => other !== file))}
            >
              <span className={css.file}>{file.name}</span>
            </Button>
          ))}
        </ButtonRow>
      ) : null}
      {sending.error ? (
        <Notice tone="bad" title={texts.failed}>
          {failureText(sending.error)}
        </Notice>
      ) : null}
      <ButtonRow>
        <PickButton label={texts.attach} accept=".pdf,.xml,.png,.jpg,.jpeg" multiple onPick={attach} />
        <Button
          variant="primary"
          busy={sending.isPending}
          disabledReason={text.trim() === '' && files.length === 0 ? texts.needed : null}
          onClick={send}
        >
          {texts.send}
        </Button>
      </ButtonRow>
    </div>
  );
}
