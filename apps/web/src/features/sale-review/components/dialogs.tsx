import { lenderMotives } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextArea } from '../../../ui/field/field.tsx';
import { MoneyList } from '../../../ui/money.tsx';
import { Dialog, DialogButtons } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { foundBy } from '../view-model/check-text.ts';
import { type Checks, type Item, inOrder, type Motive, type Need, openOf, type Summary } from '../view-model/review.ts';
import { nameOf } from './invoice-list.tsx';

const MAX_NOTE = 300;

/** Chooses the motive of a rejection, marked or at once; the digits 1 to 9 choose the first nine. */
export function RejectDialog(props: {
  name: string;
  motive: Motive;
  note: string;
  texts?: { readonly title: (name: string) => string; readonly confirm: string };
  busy?: boolean;
  problem?: string | null;
  children?: ReactNode;
  onDone: (motive: Motive, note: string) => void;
  onClose: () => void;
}) {
  const { name, busy = false, problem, onDone, onClose } = props;
  const [motive, setMotive] = useState(props.motive);
  const [note, setNote] = useState(props.note);
  const form = useId();
  const texts = { ...es.rejectDialog, ...props.texts };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onDone(motive, note.trim());
  };
  return (
    <Dialog
      title={texts.title(name)}
      size="medium"
      onClose={onClose}
      footer={<DialogButtons form={form} confirm={texts.confirm} busy={busy} onClose={onClose} />}
    >
      <form id={form} className={css.form} onSubmit={submit}>
        {props.children}
        <fieldset className={css.motives}>
          <legend>{texts.motive}</legend>
          {lenderMotives.map((each, index) => (
            <label key={each}>
              <input
                type="radio"
                name="motive"
                value={each}
                checked={each === motive}
                data-autofocus={each === props.motive || undefined}
                onChange={() => setMotive(each)}
                onKeyDown={({ key }) => {
                  const chosen = lenderMotives[Number(key) - 1];
                  if (/^[1-9]$/.test(key) && chosen) setMotive(chosen);
                }}
              />
              {index < 9 ? <kbd>{index + 1}</kbd> : null}
              {motiveTexts[each].reason}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={texts.note}
          rows={2}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {problem ? <p role="alert">{problem}</p> : null}
      </form>
    </Dialog>
  );
}

/** The operator's own words on an invoice; `isNeeded` before authorising against a warning. */
export function NoteDialog(props: {
  name: string;
  note: string;
  isNeeded: boolean;
  /** Unmarked invoices with the same open checks, which the same note may answer. */
  others: readonly { readonly item: Item; readonly checks: Checks }[];
  onDone: (note: string, isForAll: boolean) => void;
  onClose: () => void;
}) {
  const { name, isNeeded, others, onDone, onClose } = props;
  const [isForAll, setForAll] = useState(false);
  const [note, setNote] = useState(props.note);
  const [isTried, setTried] = useState(false);
  const form = useId();
  const texts = es.noteDialog;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isNeeded || note.trim() !== '') onDone(note.trim(), isForAll);
  };
  return (
    <Dialog
      title={texts.title(name)}
      size="small"
      onClose={onClose}
      footer={<DialogButtons form={form} confirm={texts.confirm} onClose={onClose} />}
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <TextArea
          label={texts.label}
          help={isNeeded ? texts.why : undefined}
          error={isTried && isNeeded && note.trim() === '' ? texts.missing : null}
          rows={3}
          maxLength={MAX_NOTE}
          value={note}
          data-autofocus
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        {others.length > 0 ? (
          <Checkbox
            label={texts.same(others.length)}
            checked={isForAll}
            onChange={({ target }) => setForAll(target.checked)}
          />
        ) : null}
        {isForAll ? <Others others={others} /> : null}
      </form>
    </Dialog>
  );
}

/** Findings of the checks in other invoices that the note answers too. */
const Others = ({ others }: Pick<Parameters<typeof NoteDialog>[0], 'others'>) => (
  <section aria-label={es.noteDialog.others} className={css.others}>
    <ul>
      {others.map(({ item, checks }) => (
        <li key={item.documentId}>
          <strong>{nameOf(item)}</strong>{' '}
          {openOf(inOrder(checks))
            .map((check) => `${es.rules[check.rule].name}: ${foundBy(check, item)}`)
            .join('; ')}
        </li>
      ))}
    </ul>
  </section>
);

/** Counts and totals before the answer is sent; the key that opened it must be released first. */
export function SummaryDialog(props: {
  summary: Summary;
  /** Why it waits for a second person, if it does. */
  need?: Need | null;
  texts?: { readonly title: string; readonly send: string; readonly back: string };
  busy: boolean;
  problem: string | null;
  onSend: () => void;
  onClose: () => void;
}) {
  const { summary, need = null, busy, problem, onSend, onClose } = props;
  const texts = { ...es.summary, ...(need ? { send: es.second.send } : null), ...props.texts };
  return (
    <Dialog
      title={texts.title}
      size="small"
      onClose={onClose}
      footer={
        <DialogButtons
          cancel={texts.back}
          confirm={texts.send}
          busy={busy}
          focus="confirm"
          onConfirm={onSend}
          onClose={onClose}
        />
      }
    >
      <dl className={css.summary}>
        <div>
          <dt>{texts.authorised(summary.authorised)}</dt>
          <dd>
            <MoneyList amounts={summary.total} />
          </dd>
        </div>
        {summary.authorised > 0 ? (
          <div>
            <dt>{texts.deposit}</dt>
            <dd>
              <MoneyList amounts={summary.deposit} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{texts.rejected(summary.rejected)}</dt>
          <dd />
        </div>
      </dl>
      {need ? (
        <Notice tone="info" title={es.second.needed}>
          {es.second.rules[need.rule](formatMoney(need.authorised), formatMoney(need.limit))}
        </Notice>
      ) : null}
      {problem ? <p role="alert">{problem}</p> : null}
    </Dialog>
  );
}
