import type { LenderSurvey } from '@anticipa/contract/lender-surveys';
import { productCodes } from '@anticipa/domain/product';
import { isRating, questionTypes, surveyAudiences } from '@anticipa/domain/survey';
import { type FormEvent, useRef, useState } from 'react';
import { newUuid } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { focusFirstInvalid, SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { useWriteSurvey } from './api.ts';
import { es } from './es.ts';
import css from './lender-surveys.module.css';
import {
  areValuesRight,
  emptyQuestion,
  isShort,
  MAX_QUESTIONS,
  movedUp,
  sentQuestions,
  type TypedQuestion,
  typedQuestions,
} from './view-model.ts';

const texts = es.form;
const types = questionTypes.toReversed().map((value) => ({ value, label: texts.types[value] }));
const audiences = surveyAudiences.map((value) => ({ value, label: texts.audiences[value] }));
const products = [
  { value: 'all' as const, label: texts.everyProduct },
  ...productCodes.map((value) => ({ value, label: texts.products[value] })),
];

/** Writes a survey, or changes a draft. */
export function DraftDialog({ survey, onClose }: { survey: LenderSurvey | null; onClose: () => void }) {
  const [title, setTitle] = useState(survey?.title ?? '');
  const [finish, setFinish] = useState(survey?.finishMessage ?? '');
  const [audience, setAudience] = useState(survey?.audience ?? 'everyone');
  const [product, setProduct] = useState<(typeof products)[number]['value']>(survey?.product ?? 'all');
  const [questions, setQuestions] = useState(() => (survey ? typedQuestions(survey) : [emptyQuestion(newUuid())]));
  const [isChecked, setChecked] = useState(false);
  const writing = useWriteSurvey();
  const form = useRef<HTMLFormElement>(null);
  const change = (key: string, changed: Partial<TypedQuestion>): void =>
    setQuestions((now) => now.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isShort(title) || questions.some((one) => isShort(one.question) || !areValuesRight(one))) {
      focusFirstInvalid(form.current);
      return;
    }
    writing.mutate(
      {
        draft: survey && { surveyId: survey.surveyId, version: survey.version },
        title: title.trim(),
        finishMessage: finish.trim() || null,
        audience,
        product: product === 'all' ? null : product,
        questions: sentQuestions(questions),
      },
      {
        onSuccess: () => {
          showToast({ text: es.saved, tone: 'good' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={survey ? es.editOf(survey.title) : es.add} size="medium" onClose={onClose}>
      <form ref={form} className={css.screen} onSubmit={send} noValidate>
        <TextField
          label={texts.title}
          maxLength={100}
          autoComplete="off"
          value={title}
          error={isChecked && isShort(title) ? texts.missing : null}
          onChange={({ target }) => setTitle(target.value)}
        />
        <SelectField label={texts.audience} value={audience} options={audiences} onChange={setAudience} />
        <SelectField label={texts.product} value={product} options={products} onChange={setProduct} />
        <TextField
          label={texts.finish}
          help={texts.finishHelp}
          maxLength={300}
          autoComplete="off"
          value={finish}
          onChange={({ target }) => setFinish(target.value)}
        />
        {questions.map((question, index) => (
          <QuestionFields
            key={question.key}
            question={question}
            number={index + 1}
            isChecked={isChecked}
            onChange={(changed) => change(question.key, changed)}
            onUp={index === 0 ? undefined : () => setQuestions((now) => movedUp(now, index))}
            onRemove={questions.length === 1 ? undefined : () => setQuestions((now) => now.toSpliced(index, 1))}
          />
        ))}
        {questions.length < MAX_QUESTIONS ? (
          <div>
            <Button size="small" onClick={() => setQuestions((now) => [...now, emptyQuestion(newUuid())])}>
              {texts.add}
            </Button>
          </div>
        ) : (
          <p className={css.quiet}>{texts.most}</p>
        )}
        {writing.error ? <Notice tone="bad" title={failureText(writing.error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={writing.isPending}>
            {texts.save}
          </Button>
          <Button onClick={onClose}>{es.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function QuestionFields(props: {
  question: TypedQuestion;
  number: number;
  isChecked: boolean;
  onChange: (changed: Partial<TypedQuestion>) => void;
  onUp: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const { question, number, isChecked, onChange, onUp, onRemove } = props;
  return (
    <fieldset className={css.question}>
      <legend>{texts.question(number)}</legend>
      <TextField
        label={texts.text}
        maxLength={300}
        autoComplete="off"
        value={question.question}
        error={isChecked && isShort(question.question) ? texts.missing : null}
        onChange={({ target }) => onChange({ question: target.value })}
      />
      <SelectField label={texts.type} value={question.type} options={types} onChange={(type) => onChange({ type })} />
      {isRating(question.type) ? (
        <TextArea
          label={texts.values}
          help={texts.valuesHelp}
          rows={4}
          value={question.values}
          error={isChecked && !areValuesRight(question) ? texts.valuesWrong : null}
          onChange={({ target }) => onChange({ values: target.value })}
        />
      ) : null}
      <ButtonRow>
        <Checkbox
          label={texts.required}
          checked={question.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
        {onUp ? <IconButton icon="arrowUp" size="small" label={texts.up(number)} onClick={onUp} /> : null}
        {onRemove ? <IconButton icon="trash" size="small" label={texts.remove(number)} onClick={onRemove} /> : null}
      </ButtonRow>
    </fieldset>
  );
}
