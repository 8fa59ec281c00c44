import type { LenderSurvey } from '@anticipa/contract/lender-surveys';
import { productCodes } from '@anticipa/domain/product';
import { isRating, questionTypes, surveyAudiences } from '@anticipa/domain/survey';
import { newUuid } from '../../lib/api-client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
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

interface Draft {
  readonly title: string;
  readonly audience: LenderSurvey['audience'];
  readonly product: (typeof products)[number]['value'];
  readonly finishMessage: string;
  readonly questions: readonly TypedQuestion[];
}

/** Writes a survey, or changes a draft. */
export function DraftDialog({ survey, onClose }: { survey: LenderSurvey | null; onClose: () => void }) {
  const first: Draft = {
    title: survey?.title ?? '',
    audience: survey?.audience ?? 'everyone',
    product: survey?.product ?? 'all',
    finishMessage: survey?.finishMessage ?? '',
    questions: survey ? typedQuestions(survey) : [emptyQuestion(newUuid())],
  };
  return (
    <FormDialog
      title={survey ? es.editOf(survey.title) : es.add}
      submit={texts.save}
      values={first}
      errorsOf={({ title, questions }) => ({
        title: isShort(title) ? texts.missing : null,
        questions: questions.every((one) => !isShort(one.question) && areValuesRight(one)) ? null : texts.missing,
      })}
      reasonHelp={null}
      changing={useWriteSurvey()}
      bodyOf={({ title, finishMessage, audience, product, questions }) => ({
        draft: survey && { surveyId: survey.surveyId, version: survey.version },
        title: title.trim(),
        finishMessage: finishMessage.trim() || null,
        audience,
        product: product === 'all' ? null : product,
        questions: sentQuestions(questions),
      })}
      onDone={() => es.saved}
      onClose={onClose}
    >
      {({ field, choice }) => (
        <>
          <TextField {...field('title')} label={texts.title} maxLength={100} autoComplete="off" />
          <SelectField {...choice('audience')} label={texts.audience} options={audiences} />
          <SelectField {...choice('product')} label={texts.product} options={products} />
          <TextField
            {...field('finishMessage')}
            label={texts.finish}
            help={texts.finishHelp}
            maxLength={300}
            autoComplete="off"
          />
          <Questions {...choice('questions')} />
        </>
      )}
    </FormDialog>
  );
}

function Questions(props: {
  value: readonly TypedQuestion[];
  error: string | null;
  onChange: (questions: readonly TypedQuestion[]) => void;
}) {
  const { value: questions, error, onChange } = props;
  return (
    <>
      {questions.map((question, index) => (
        <QuestionFields
          key={question.key}
          question={question}
          number={index + 1}
          isChecked={error !== null}
          onChange={(changed) => onChange(questions.with(index, { ...question, ...changed }))}
          onUp={index === 0 ? undefined : () => onChange(movedUp(questions, index))}
          onRemove={questions.length === 1 ? undefined : () => onChange(questions.toSpliced(index, 1))}
        />
      ))}
      {questions.length < MAX_QUESTIONS ? (
        <div>
          <Button size="small" onClick={() => onChange([...questions, emptyQuestion(newUuid())])}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <p className="quiet">{texts.most}</p>
      )}
    </>
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
