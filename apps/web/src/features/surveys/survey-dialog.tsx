import { type Answer, isRating } from '@anticipa/domain/survey';
import { type FormEvent, useId, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorSummary } from '../../ui/field/error-summary.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { Rating } from '../../ui/field/rating.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type Survey, useSaveSurvey } from './api.ts';
import { es } from './es.ts';
import css from './survey.module.css';
import { type Answers, answersToSend, ratingOptions, surveyErrors } from './view-model.ts';

type Question = Survey['questions'][number];

const fieldOf = (questionId: string): string => `pregunta-${questionId}`;

/** [ENC-02] [ENC-03] [ENC-04] The questions. Closing the dialog keeps the answers. */
export function SurveyDialog(props: {
  survey: Survey;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
  onClose: () => void;
  onSaved: (finishMessage: string | null) => void;
}) {
  const { survey, answers, onAnswers, onClose, onSaved } = props;
  const { questions } = survey;
  const [turn, setTurn] = useState(0);
  const saving = useSaveSurvey(survey.surveyId);
  const formId = useId();
  const errors = turn > 0 ? surveyErrors(questions, answers) : new Map<string, string>();
  const [summary, setSummary] = useState<readonly { targetId: string; text: string }[]>([]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.isPending) return;
    const found = surveyErrors(questions, answers);
    setTurn(turn + 1);
    setSummary(
      questions
        .filter(({ questionId }) => found.has(questionId))
        .map(({ questionId, question }) => ({ targetId: fieldOf(questionId), text: question })),
    );
    if (found.size > 0) return;
    saving.mutate(answersToSend(questions, answers), {
      onSuccess: ({ finishMessage }) => onSaved(finishMessage),
      onError: (error) => {
        // Already answered in another window.
        if (error instanceof ApiRefusal && error.code === 'SURVEY_ALREADY_ANSWERED') onSaved(survey.finishMessage);
      },
    });
  };

  return (
    <Dialog
      title={es.title}
      size="medium"
      onClose={onClose}
      closable={!saving.isPending}
      footer={
        <>
          {saving.error ? (
            <div className={css.failed}>
              <Notice tone="bad">{es.failed}</Notice>
            </div>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            {es.later}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
            {saving.isPending ? es.sending : es.send}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit} noValidate>
        <p className={css.title}>{survey.title}</p>
        {/* A new turn moves the focus here again, even if the same answers are missing. */}
        <ErrorSummary key={turn} title={es.check} errors={errors.size > 0 ? summary : []} />
        {questions.map((question) => (
          <QuestionField
            key={question.questionId}
            question={question}
            answer={answers.get(question.questionId) ?? null}
            error={errors.get(question.questionId)}
            onAnswer={(answer) => onAnswers(new Map(answers).set(question.questionId, answer))}
          />
        ))}
      </form>
    </Dialog>
  );
}

function QuestionField(props: {
  question: Question;
  answer: Answer;
  error: string | undefined;
  onAnswer: (answer: Answer) => void;
}) {
  const { question, answer, error, onAnswer } = props;
  const id = fieldOf(question.questionId);
  const label = question.required ? question.question : `${question.question} ${es.optional}`;
  if (isRating(question.type)) {
    return (
      <Rating
        id={id}
        legend={label}
        options={ratingOptions(question)}
        value={typeof answer === 'number' ? answer : null}
        error={error}
        required={question.required}
        onChange={onAnswer}
      />
    );
  }
  const text = {
    id,
    label,
    error,
    value: typeof answer === 'string' ? answer : '',
    'aria-required': question.required || undefined,
    onChange: (event: { target: { value: string } }) => onAnswer(event.target.value),
  };
  return question.type === 'text' ? <TextArea {...text} /> : <TextField {...text} />;
}
