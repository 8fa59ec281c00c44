import { randomUUID } from 'node:crypto';
import { getSurvey, putOffSurvey, saveSurvey } from '@anticipa/contract/surveys';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { aClient, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';
import { aDeposit, aSurvey } from '../../../testing/surveys.ts';

let portal: Portal;
let client: TestClient;
let user: TestUser;
let session: Session;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal, { products: { BI: {}, FB: { active: false } } });
  user = await aUser(portal, { client });
  session = await portal.signIn(user.email);
  takeBack = await aDeposit(portal, { ...client, ...user });
});
afterAll(async () => {
  await takeBack();
  await portal.close();
});
afterEach(() => portal.db.owner.query('truncate survey_answers, survey_put_offs, survey_questions, surveys'));

const shown = async (to: Session = session, userId = user.userId) =>
  (await to.call(getSurvey, { params: { userId } })).data;
const save = (surveyId: string, answers: Readonly<Record<string, unknown>>, key?: string) =>
  session.send(saveSurvey, {
    body: {
      surveyId,
      surveyQuestions: Object.entries(answers).map(([questionId, answer]) => ({ questionId, answer })),
    },
    ...(key === undefined ? {} : { key }),
  });

const FOUR = [
  { type: 'rating', values: ['1', '2', '3', '4', '5'] },
  { type: 'ratingZero', values: ['0', '1', '2'] },
  { type: 'string', required: false },
  { type: 'text', required: false },
] as const;

describe('the survey of a user', () => {
  it('[ENC-02] [ENC-05] has its questions in order and is returned until answered', async () => {
    const { surveyId, questionIds } = await aSurvey(portal, { questions: FOUR, finishMessage: '¡Listo!' });
    expect(await shown()).toMatchObject({
      surveyId,
      questions: FOUR.map((question, index) => ({ questionId: questionIds[index], type: question.type })),
    });
    const [rating = '', zero = '', short = '', long = ''] = questionIds;
    const answers = { [rating]: 5, [zero]: 0, [short]: '  ', [long]: 'Bien.\nMuy bien.' };
    expect((await save(surveyId, answers, 'survey-key-1')).body).toEqual({
      status: 'success',
      finishMessage: '¡Listo!',
    });
    expect(await shown()).toBeNull();
    expect((await save(surveyId, answers, 'survey-key-1')).status).toBe(200);
    expect((await save(surveyId, answers)).code).toBe('SURVEY_ALREADY_ANSWERED');
    const { rows } = await portal.db.owner.query('select user_id, answers from survey_answers');
    expect(rows).toEqual([{ user_id: user.userId, answers }]);
  });

  it('[ENC-05] is found by its questions if the answer does not name it', async () => {
    const [{ surveyId, questionId }, other] = [await aSurvey(portal), await aSurvey(portal)];
    const surveyQuestions = [{ questionId, question: '¿Qué tal?', type: 'string', required: true, answer: 'Bien' }];
    expect((await session.send(saveSurvey, { body: { surveyQuestions } })).status).toBe(200);
    const { rows } = await portal.db.owner.query('select survey_id from survey_answers');
    expect(rows).toEqual([{ survey_id: surveyId }]);
    const mixed = [...surveyQuestions, { questionId: other.questionId, answer: 'Bien' }];
    for (const body of [{ surveyQuestions: [] }, { surveyQuestions: [{ questionId: randomUUID(), answer: 'x' }] }])
      expect((await session.send(saveSurvey, { body })).code).toBe('NOT_FOUND');
    expect((await session.send(saveSurvey, { body: { surveyQuestions: mixed } })).status).toBe(400);
  });

  it('[ENC-05] a survey is found by the texts of its questions if they have no ids', async () => {
    const { surveyId, questionIds } = await aSurvey(portal, { questions: FOUR });
    const asked = (await shown())?.questions ?? [];
    const answers = [3, 0, null, 'Bien'];
    const surveyQuestions = asked.map(({ questionId: _, ...question }, index) => ({
      ...question,
      answer: answers[index] ?? null,
    }));
    expect((await session.send(saveSurvey, { body: { surveyQuestions } })).status).toBe(200);
    const { rows } = await portal.db.owner.query('select survey_id, answers from survey_answers');
    const kept = Object.fromEntries(questionIds.map((id, index) => [id, answers[index]]));
    expect(rows).toEqual([{ survey_id: surveyId, answers: kept }]);
    const strange = [{ question: '¿Otra?', answer: 'x' }];
    expect((await session.send(saveSurvey, { body: { surveyQuestions: strange } })).code).toBe('NOT_FOUND');
  });

  it('[ENC-05] sent 30 times concurrently is stored once', async () => {
    const { surveyId, questionId } = await aSurvey(portal);
    const answers = await Promise.all(Array.from({ length: 30 }, () => save(surveyId, { [questionId]: 'Bien' })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 'SURVEY_ALREADY_ANSWERED')).toHaveLength(29);
  });

  it('[ENC-05] is answered per user', async () => {
    const { surveyId, questionId } = await aSurvey(portal);
    await save(surveyId, { [questionId]: 'Bien' });
    const colleague = await aUser(portal, { client });
    const theirs = await portal.signIn(colleague.email);
    expect(await shown(theirs, colleague.userId)).toMatchObject({ surveyId });
    expect((await theirs.refusal(getSurvey, { params: { userId: user.userId } })).code).toBe('NOT_FOUND');
  });

  it('[ENC-03] reports unanswered required questions; 0 only answers a rating from zero', async () => {
    const { surveyId, questionIds } = await aSurvey(portal, { questions: FOUR });
    const [rating = '', zero = ''] = questionIds;
    expect(
      await session.refusal(saveSurvey, {
        body: { surveyId, surveyQuestions: [{ questionId: rating, answer: null }] },
      }),
    ).toMatchObject({
      status: 422,
      code: 'SURVEY_INCOMPLETE',
      message: 'Revisa los campos obligatorios',
      details: [{ path: rating }, { path: zero }],
    });
    expect((await save(surveyId, { [rating]: 0, [zero]: 0 })).code).toBe('INVALID_REQUEST');
    expect((await save(surveyId, { [rating]: 1, [zero]: 0 })).status).toBe(200);
  });

  it('[ENC-03] refuses answers of a wrong type, to unknown questions, and duplicates', async () => {
    const { surveyId, questionIds } = await aSurvey(portal, { questions: FOUR });
    const [rating = '', zero = '', short = ''] = questionIds;
    const good = { [rating]: 1, [zero]: 1 };
    for (const bad of [
      { [rating]: 6 },
      { [rating]: '1' },
      { [zero]: -1 },
      { [zero]: 3 },
      { [short]: 7 },
      { [randomUUID()]: 1 },
    ])
      expect((await save(surveyId, { ...good, ...bad })).code).toBe('INVALID_REQUEST');
    const twice = [...Object.entries(good), [rating, 2] as const].map(([questionId, answer]) => ({
      questionId,
      answer,
    }));
    expect((await session.send(saveSurvey, { body: { surveyId, surveyQuestions: twice } })).code).toBe(
      'INVALID_REQUEST',
    );
    expect((await portal.db.owner.query('select 1 from survey_answers')).rowCount).toBe(0);
  });
});

describe('audience of a survey', () => {
  it('[ENC-06] clients with a deposit are asked, and a user who put it off again after fourteen days', async () => {
    const { surveyId } = await aSurvey(portal);
    const newcomer = await aUser(portal, { client: await aClient(portal) });
    expect(await shown(await portal.signIn(newcomer.email), newcomer.userId)).toBeNull();
    const colleague = await aUser(portal, { client });
    const theirs = await portal.signIn(colleague.email);
    expect((await session.refusal(putOffSurvey, { body: { surveyId: randomUUID() } })).code).toBe('NOT_FOUND');
    for (const _again of [1, 2]) await session.call(putOffSurvey, { body: { surveyId: surveyId.toUpperCase() } });
    expect(await shown()).toBeNull();
    expect(await shown(theirs, colleague.userId)).toMatchObject({ surveyId });
    portal.clock.pass(14 * 86_400_000 - 1);
    session = await portal.signIn(user.email);
    expect(await shown()).toBeNull();
    portal.clock.pass(1);
    expect(await shown()).toMatchObject({ surveyId });
  });

  it('[ENC-05] administrators get surveys for administrators', async () => {
    const { surveyId, questionId } = await aSurvey(portal, { audience: 'administrators' });
    const admin = await aUser(portal, { client, isAdmin: true });
    expect(await shown()).toBeNull();
    expect((await save(surveyId, { [questionId]: 'Bien' })).code).toBe('NOT_FOUND');
    expect(await shown(await portal.signIn(admin.email), admin.userId)).toMatchObject({ surveyId });
  });

  it('[ENC-05] clients get surveys for their products', async () => {
    await aSurvey(portal, { product: 'FB' });
    expect(await shown()).toBeNull();
    const { surveyId } = await aSurvey(portal, { product: 'BI' });
    expect(await shown()).toMatchObject({ surveyId });
  });

  test.each([
    ['runs', -3_000, null, true, true],
    ['stopped within a day and may still be on a screen', -3_000, -20, false, true],
    ['stopped more than a day ago', -3_000, -1_441, false, false],
  ])('[ENC-05] the audience by state: a survey that %s', async (_case, from, to, comes, answerable) => {
    const minutes = (count: number): Date => new Date(portal.clock.now().getTime() + count * 60_000);
    const { surveyId, questionId } = await aSurvey(portal, {
      startedAt: minutes(from),
      ...(to !== null && { stoppedAt: minutes(to) }),
    });
    expect((await shown())?.surveyId).toBe(comes ? surveyId : undefined);
    expect((await save(surveyId, { [questionId]: 'Bien' })).status).toBe(answerable ? 200 : 404);
  });
});
