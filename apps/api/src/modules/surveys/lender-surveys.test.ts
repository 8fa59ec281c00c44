import { randomUUID } from 'node:crypto';
import type { LenderSurvey } from '@anticipa/contract/lender-surveys';
import { routes } from '@anticipa/contract/routes';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';
import { aDeposit, anAnswer, aSurvey } from '../../../testing/surveys.ts';

let portal: Portal;
let client: TestClient;
let administrator: Session;
let support: Session;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
  takeBack = await aDeposit(portal, { ...client, ...(await aUser(portal, { client })) });
});
beforeEach(async () => {
  portal.clock.pass(60_000);
  administrator = await portal.signIn((await anOperator(portal, { roles: ['administrador'] })).email);
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
});
afterAll(async () => {
  await takeBack();
  await portal.close();
});
afterEach(() => portal.db.owner.query('truncate survey_answers, survey_put_offs, survey_questions, surveys'));

const QUESTIONS = [
  { question: '¿Qué tan fácil fue?', type: 'rating', required: true, values: ['Difícil', 'Regular', 'Fácil'] },
  { question: '¿Cuánta ayuda?', type: 'ratingZero', required: false, values: ['Ninguna', 'Una vez'] },
  { question: '¿Qué mejorarías?', type: 'text', required: false, values: [] },
];
const text = (changes: object = {}) => ({
  draft: null,
  title: 'Tu experiencia',
  finishMessage: null,
  audience: 'everyone',
  product: null,
  questions: QUESTIONS,
  ...changes,
});
const write = async (changes: object = {}): Promise<LenderSurvey> =>
  (await administrator.call(routes.writeSurvey, { body: text(changes) })).data;
const start = async ({ surveyId, version }: LenderSurvey): Promise<LenderSurvey> =>
  (await administrator.call(routes.startSurvey, { params: { surveyId }, body: { version } })).data;
const params = ({ surveyId }: LenderSurvey) => ({ params: { surveyId } });
const refusedStart = async (survey: LenderSurvey, version = survey.version) =>
  (await administrator.send(routes.startSurvey, { ...params(survey), body: { version } })).code;

/** A user who answers the survey, question by question. */
const answered = async (survey: LenderSurvey, answers: readonly unknown[], by = client): Promise<void> => {
  const user = await aUser(portal, { client: by });
  const surveyQuestions = survey.questions.map(({ questionId }, index) => ({ questionId, answer: answers[index] }));
  const session = await portal.signIn(user.email);
  await session.call(routes.saveSurvey, { body: { surveyId: survey.surveyId, surveyQuestions } });
};
const shownTo = async (): Promise<string | undefined> => {
  const user = await aUser(portal, { client });
  const { data } = await (await portal.signIn(user.email)).call(routes.getSurvey, { params: { userId: user.userId } });
  return data?.surveyId;
};
const logged = async (survey: LenderSurvey): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ action: string }>(
    'select action from audit where subject = $1 order by audit_id',
    [`survey:${survey.surveyId}`],
  );
  return rows.map(({ action }) => action);
};

describe('[OPE-07] a survey', () => {
  it('is deleted as the draft that was seen, and stays once it was started', async () => {
    const draft = await write();
    const remove = async (survey: LenderSurvey, version = survey.version) =>
      (await administrator.send(routes.deleteSurvey, { ...params(survey), body: { version } })).code;
    expect(await remove(draft, 2)).toBe('SURVEY_CHANGED');
    expect(await remove(draft)).toBe(null);
    expect(await remove(draft)).toBe('NOT_FOUND');
    expect((await support.call(routes.listSurveys)).data).toEqual([]);
    expect(await logged(draft)).toEqual(['survey.write', 'survey.delete']);

    const started = await start(await write());
    expect(await remove(started)).toBe('SURVEY_STARTED');
    const past = portal.db.owner.query('delete from surveys where survey_id = $1', [started.surveyId]);
    await expect(past).rejects.toThrow('a started survey stays');
  });

  it('is written as a draft that no user gets, changes as it was seen, and reaches users once it is started', async () => {
    const draft = await write();
    expect(draft).toMatchObject({ version: 1, startedAt: null, stoppedAt: null, answers: 0, questions: QUESTIONS });
    expect(await shownTo()).toBeUndefined();
    const seen = { surveyId: draft.surveyId, version: 1 };
    const changed = await write({ draft: seen, title: 'Otra', questions: QUESTIONS.slice(2) });
    expect(changed).toMatchObject({ surveyId: draft.surveyId, version: 2, title: 'Otra', questions: [QUESTIONS[2]] });
    const again = (body: object) => administrator.send(routes.writeSurvey, { body: text(body) });
    expect((await again({ draft: seen })).code).toBe('SURVEY_CHANGED');
    expect((await again({ draft: { ...seen, version: 2 }, title: 'Otra', questions: QUESTIONS.slice(2) })).code).toBe(
      'NOTHING_CHANGED',
    );
    expect((await again({ draft: { surveyId: randomUUID(), version: 1 } })).code).toBe('NOT_FOUND');
    expect(await refusedStart(draft)).toBe('SURVEY_CHANGED');
    expect((await start(changed)).startedAt).toBe(portal.clock.now().toISOString());
    expect(await shownTo()).toBe(draft.surveyId);
    const { data } = await administrator.call(routes.listLog, { query: { action: 'survey.write' } });
    expect(data[0]).toMatchObject({
      subject: 'Otra',
      changes: expect.arrayContaining([{ field: 'title', before: 'Tu experiencia', after: 'Otra' }]),
    });
    expect(await logged(draft)).toEqual(['survey.write', 'survey.write', 'survey.start']);
  });

  it('never changes once it is started, by no call and by no statement', async () => {
    const survey = await start(await write());
    const draft = { surveyId: survey.surveyId, version: survey.version };
    expect((await administrator.send(routes.writeSurvey, { body: text({ draft, title: 'Otra' }) })).code).toBe(
      'SURVEY_STARTED',
    );
    expect(await refusedStart(survey)).toBe('SURVEY_STARTED');
    for (const statement of [
      `update surveys set title = 'Otra'`,
      'update surveys set started_at = null',
      `update survey_questions set question = 'Otra'`,
      'delete from survey_questions',
      `insert into survey_questions select survey_id, gen_random_uuid(), 9, 'Otra', 'text', false, '{}' from surveys`,
    ])
      await expect(portal.db.owner.query(statement)).rejects.toThrow('a started survey never changes');
    await administrator.call(routes.stopSurvey, { ...params(survey), body: {} });
    await expect(portal.db.owner.query('update surveys set stopped_at = null')).rejects.toThrow('never changes');
  });

  it('stops when another one starts, and by hand', async () => {
    const first = await start(await write());
    const second = await start(await write({ title: 'La segunda' }));
    expect(await shownTo()).toBe(second.surveyId);
    const { data } = await support.call(routes.listSurveys);
    const stopped = new Map(data.map(({ surveyId, stoppedAt }) => [surveyId, stoppedAt]));
    expect(stopped.get(first.surveyId)).toBe(portal.clock.now().toISOString());
    expect(stopped.get(second.surveyId)).toBeNull();
    const stop = (survey: LenderSurvey) => administrator.send(routes.stopSurvey, { ...params(survey), body: {} });
    expect((await stop(first)).code).toBe('SURVEY_NOT_RUNNING');
    expect((await stop(await write())).code).toBe('SURVEY_NOT_RUNNING');
    expect((await stop(second)).status).toBe(200);
    expect(await shownTo()).toBeUndefined();
    expect(await logged(first)).toEqual(['survey.write', 'survey.start', 'survey.stop']);
    expect(await logged(second)).toEqual(['survey.write', 'survey.start', 'survey.stop']);
  });

  it('stops at the earliest as it started, also for a start that waited for it or a clock set back', async () => {
    const [first, second] = [await start(await write()), await write({ title: 'La segunda' })];
    portal.clock.pass(-1);
    await start(second);
    portal.clock.pass(-1);
    await administrator.call(routes.stopSurvey, { ...params(second), body: {} });
    const { data } = await support.call(routes.listSurveys);
    for (const { startedAt, stoppedAt } of data) expect(stoppedAt).toBe(startedAt);
    expect(data.map(({ surveyId }) => surveyId).toSorted()).toEqual([first.surveyId, second.surveyId].toSorted());
  });

  it('runs alone after 20 are started at once, and a draft changed meanwhile is started as it was seen or not', async () => {
    const drafts: LenderSurvey[] = [];
    for (let count = 0; count < 20; count += 1) drafts.push(await write({ title: `Encuesta ${count}` }));
    expect(await Promise.all(drafts.map((draft) => refusedStart(draft)))).toEqual(drafts.map(() => null));
    const { data } = await support.call(routes.listSurveys);
    expect(data.filter(({ startedAt, stoppedAt }) => startedAt !== null && stoppedAt === null)).toHaveLength(1);
    const draft = await write();
    const seen = { surveyId: draft.surveyId, version: 1 };
    const [change, started] = await Promise.all([
      administrator.send(routes.writeSurvey, { body: text({ draft: seen, title: 'Otra' }) }),
      refusedStart(draft),
    ]);
    expect([
      [null, 'SURVEY_CHANGED'],
      ['SURVEY_STARTED', null],
    ]).toContainEqual([change.code, started]);
  });

  it.each([
    ['no question', { questions: [] }],
    ['a rating without values', { questions: [{ ...QUESTIONS[0], values: ['Una'] }] }],
    ['a rating with the same value twice', { questions: [{ ...QUESTIONS[0], values: ['Una', 'Una'] }] }],
    ['a text with values', { questions: [{ ...QUESTIONS[2], values: ['Una', 'Dos'] }] }],
    ['a question of several lines', { questions: [{ ...QUESTIONS[2], question: 'Una\ny otra' }] }],
    ['a blank title', { title: '   ' }],
  ])('is refused with %s', async (_case, wrong) => {
    expect((await administrator.send(routes.writeSurvey, { body: text(wrong) })).code).toBe('INVALID_REQUEST');
  });
});

describe('[OPE-07] the answers to a survey', () => {
  const FORMULA = '=HYPERLINK("https://elsewhere.example","x")';

  it('counts answers by value and lists them, the newest on top, and logs their reading once for each operator', async () => {
    const survey = await start(await write());
    await answered(survey, [3, 0, 'Nada']);
    await answered(survey, [3, null, '  ']);
    await answered(survey, [1, 1, FORMULA], await aClient(portal));
    const read = () => support.call(routes.listSurveyAnswers, params(survey));
    const { questions, data, next, survey: shown } = await read();
    expect(shown.answers).toBe(3);
    expect(questions.map(({ answered: count, counts }) => [count, counts])).toEqual([
      [3, [1, 0, 2]],
      [2, [1, 1]],
      [2, []],
    ]);
    expect(data.map(({ answers }) => answers)).toEqual([
      [1, 1, FORMULA],
      [3, null, null],
      [3, 0, 'Nada'],
    ]);
    expect(data[2]).toMatchObject({ clientId: client.clientId });
    expect(next).toBeNull();
    await read();
    expect((await logged(survey)).filter((action) => action === 'survey.read')).toHaveLength(1);
    const other = await portal.signIn((await anOperator(portal, { roles: ['auditor'] })).email);
    await other.call(routes.listSurveyAnswers, params(survey));
    expect((await logged(survey)).filter((action) => action === 'survey.read')).toHaveLength(2);
  });

  it('answers come in pages without a gap', async () => {
    const survey = await aSurvey(portal);
    const of = { params: { surveyId: survey.surveyId } };
    for (let count = 0; count < 101; count += 1) await anAnswer(portal, await aUser(portal, { client }), survey);
    const first = await support.call(routes.listSurveyAnswers, of);
    expect(first.data).toHaveLength(100);
    const rest = await support.call(routes.listSurveyAnswers, {
      ...of,
      query: { before: first.next ?? '' },
    });
    expect(rest.next).toBeNull();
    expect(new Set([...first.data, ...rest.data].map(({ number }) => number)).size).toBe(101);
  });

  it('exports answers with a column per question, where a formula stays a text, and logs that', async () => {
    const survey = await start(await write());
    const file = async (format: string): Promise<Buffer> =>
      (await support.send(routes.exportSurveyAnswers, { ...params(survey), query: { format } })).bytes;
    expect((await support.send(routes.exportSurveyAnswers, { ...params(survey), query: { format: 'csv' } })).code).toBe(
      'NOTHING_TO_EXPORT',
    );
    await answered(survey, [3, 0, FORMULA]);
    const [head, row] = (await file('csv')).toString().replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('Contestada,Cliente,Usuario,¿Qué tan fácil fue?,¿Cuánta ayuda?,¿Qué mejorarías?');
    expect(row).toMatch(/,3 · Fácil,0 · Ninguna,"'=HYPERLINK\(""https:/);
    const sheet = strFromU8(unzipSync(await file('xlsx'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(');
    expect(sheet).not.toContain('<f>');
    expect((await logged(survey)).filter((action) => action === 'survey.export')).toHaveLength(2);
  });

  it('closes answers to operators of other roles', async () => {
    const survey = await start(await write());
    const other = await portal.signIn((await anOperator(portal, { roles: ['riesgo', 'tesoreria'] })).email);
    const file = { ...params(survey), query: { format: 'csv' } };
    expect((await other.send(routes.listSurveyAnswers, params(survey))).code).toBe('ROLE_NEEDED');
    expect((await other.send(routes.exportSurveyAnswers, file)).code).toBe('ROLE_NEEDED');
    expect((await other.send(routes.listSurveys)).code).toBe('ROLE_NEEDED');
  });
});
