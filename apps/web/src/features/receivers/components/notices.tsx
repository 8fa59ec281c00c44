import { type NotifiedPair, recordNotice } from '@anticipa/contract/receiver-contacts';
import type { ResponseOf } from '@anticipa/contract/route';
import { MAX_EVIDENCE_BYTES, type NoticeWay, noticeWays } from '@anticipa/domain/notice';
import { formatDate, formatTableDate } from '../../../lib/format.ts';
import { useMay } from '../../../lib/may.ts';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { FileField, SelectField } from '../../../ui/field/field.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { PhoneFoldedCard } from '../../../ui/overlay/folding-card.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { saveEvidence, type TypedNotice, useRecordNotice } from '../api.ts';
import { es } from '../es.ts';
import css from '../receivers.module.css';

const texts = es.notices;
type Notice = NotifiedPair['notices'][number];

/** The notice of assignment of each client that invoices the receiver, with its history. */
export function Notices(props: { companyId: string; clients: readonly NotifiedPair[]; today: string }) {
  const { companyId, clients, today } = props;
  const mayRecord = useMay(recordNotice);
  return (
    <PhoneFoldedCard title={texts.title}>
      <p className="quiet">{texts.intro}</p>
      <Rows>
        {clients.map((client) => {
          const { clientId, entityName, notices } = client;
          const [last, ...earlier] = notices;
          const given = last?.given ?? null;
          const pair = { companyId, clientId };
          const isFirst = last === undefined;
          return (
            <Row key={clientId}>
              <div>
                <strong>{entityName}</strong>
                {last ? <NoticeLine pair={pair} notice={last} /> : null}
                {earlier.length === 0 ? null : (
                  <details className={css.history}>
                    <summary>{texts.history(earlier.length)}</summary>
                    {earlier.map((notice) => (
                      <p key={notice.number}>
                        <NoticeLine pair={pair} notice={notice} />
                      </p>
                    ))}
                  </details>
                )}
              </div>
              <ButtonRow>
                {given === null ? (
                  <StatusBadge tone="warn">{isFirst ? texts.none : texts.takenBack}</StatusBadge>
                ) : null}
                {mayRecord ? (
                  <DialogButton
                    size="small"
                    aria-label={isFirst ? texts.recordOf(entityName) : texts.correctOf(entityName)}
                    dialog={(close) => (
                      <NoticeDialog companyId={companyId} client={client} today={today} onClose={close} />
                    )}
                  >
                    {isFirst ? texts.record : texts.correct}
                  </DialogButton>
                ) : null}
                {mayRecord && given !== null ? (
                  <DialogButton
                    size="small"
                    aria-label={texts.takeBackOf(entityName)}
                    dialog={(close) => <TakeBackDialog companyId={companyId} client={client} onClose={close} />}
                  >
                    {texts.takeBack}
                  </DialogButton>
                ) : null}
              </ButtonRow>
            </Row>
          );
        })}
      </Rows>
    </PhoneFoldedCard>
  );
}

function NoticeLine(props: { pair: { companyId: string; clientId: string }; notice: Notice }) {
  const { pair, notice } = props;
  const { number, given, reason, by, at } = notice;
  return (
    <>
      <span>{given ? `${texts.given(formatDate(given.on))} · ${texts.ways[given.way]}` : texts.takenBack}</span>
      {reason === null ? null : <span>{reason}</span>}
      <span className="quiet">{unbroken(texts.recorded(by, formatTableDate(at)))}</span>
      {given ? (
        <DownloadButton
          size="small"
          aria-label={texts.download(given.evidence)}
          download={() => saveEvidence({ ...pair, number })}
          failed={texts.downloadFailed}
        >
          {texts.evidence}
        </DownloadButton>
      ) : null}
    </>
  );
}

interface Values {
  readonly on: string | null;
  readonly way: NoticeWay;
  readonly file: File | null;
}
type Made = ResponseOf<typeof recordNotice>;

function NoticeDialog(props: { companyId: string; client: NotifiedPair; today: string; onClose: () => void }) {
  const { companyId, client, today, onClose } = props;
  const { clientId, entityName, notices } = client;
  const [last] = notices;
  const kept = last?.given?.evidence ?? null;
  const fileProblem = (file: File | null): string | null => {
    if (file === null) return kept === null ? texts.fileMissing : null;
    return file.size > MAX_EVIDENCE_BYTES ? texts.fileTooLarge : null;
  };
  return (
    <FormDialog<Values, TypedNotice, Made>
      title={last ? texts.correctOf(entityName) : texts.recordOf(entityName)}
      submit={last ? texts.correct : texts.record}
      values={{ on: last?.given?.on ?? null, way: last?.given?.way ?? 'mail', file: null }}
      errorsOf={({ on, file }) => ({ on: on === null || on > today ? texts.onWrong : null, file: fileProblem(file) })}
      reasonHelp={last ? texts.reasonHelp : null}
      changing={useRecordNotice({ companyId, clientId })}
      bodyOf={({ on, way, file, reason }) =>
        on === null ? null : { given: { on, way, file }, reason: reason || null }
      }
      onDone={() => texts.saved}
      onClose={onClose}
    >
      {({ values, choice, errorOf }) => (
        <>
          <DateField {...choice('on')} label={texts.on} today={today} max={today} />
          <SelectField
            {...choice('way')}
            label={texts.way}
            options={noticeWays.map((value) => ({ value, label: texts.ways[value] }))}
          />
          <FileField
            label={texts.file}
            help={kept === null ? texts.fileHelp : texts.fileKept(kept)}
            error={errorOf('file')}
            accept="application/pdf,image/png,image/jpeg"
            file={values.file}
            onPick={choice('file').onChange}
          />
        </>
      )}
    </FormDialog>
  );
}

function TakeBackDialog(props: { companyId: string; client: NotifiedPair; onClose: () => void }) {
  const { companyId, client, onClose } = props;
  return (
    <FormDialog<object, TypedNotice, Made>
      title={texts.takeBackOf(client.entityName)}
      size="small"
      submit={texts.takeBack}
      isDanger
      values={{}}
      changing={useRecordNotice({ companyId, clientId: client.clientId })}
      bodyOf={({ reason }) => ({ given: null, reason })}
      onDone={() => texts.removed}
      onClose={onClose}
    >
      <p>{texts.takeBackEffect}</p>
    </FormDialog>
  );
}
