/** The demo lender: its accounts, operators, terms and survey. */
import { createHash, randomUUID } from 'node:crypto';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { clabeOf } from '@anticipa/domain/clabe';
import { operatorRoles } from '@anticipa/domain/operator';
import { accountTyped } from '@anticipa/domain/spei-banks';
import type { Question } from '@anticipa/domain/survey';
import { demoCode, demoPassword } from '@anticipa/sandbox/demo-parties';
import type { Executor } from '../platform/db/pool.ts';
import { hashPassword } from '../platform/work/passwords.ts';

const DEMO_LEGAL_NAME = 'Anticipa Financiera, S.A. de C.V., SOFOM, E.N.R.';
const YEAR_MS = 365 * 86_400_000;

export const accountOf = (bank: string, town: string, account: number) =>
  accountTyped(clabeOf(`${bank}${town}${String(account).padStart(11, '0')}`));

/** Branches with the phone number of the adviser shown to clients without access. */
const demoBranches = [
  { branch: 'Monterrey', promoter_phone: '81 5550 0110' },
  { branch: 'Mérida', promoter_phone: '999 555 0120' },
] as const;

/** The demo's own brand; in a production the lender sets one. */
const DEMO_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d4b8f"/><path d="M8 23.5 14.6 8.5h2.8L20 14.4M12 18.5h11.5m-4-4 4 4-4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const insertBrand = async (executor: Executor, now: Date): Promise<void> => {
  const logo_id = createHash('sha256').update(DEMO_LOGO).digest('hex');
  await executor
    .insertInto('brand_logos')
    .values({ logo_id, svg: DEMO_LOGO, png: null, icon: null, width: 256, height: 256, uploaded_at: now })
    .execute();
  await executor
    .insertInto('brand')
    .values({
      name: 'Anticipa',
      legal_name: DEMO_LEGAL_NAME,
      colour: '#1d4b8f',
      logo_id,
      privacy_text:
        'Anticipa Financiera usa los datos de tu empresa y de sus personas para comprar sus facturas y cumplir la ley. Es una demostración: los datos son ficticios y se borran con ella.',
      support_phone: '81 5550 0100',
      support_email: 'ayuda@portal.anticipa.mx',
    })
    .execute();
  await executor.insertInto('mail_sender').values({ name: 'Anticipa', address: 'avisos@portal.anticipa.mx' }).execute();
};

export const insertLender = async (
  executor: Executor,
  { now, today }: { readonly now: Date; readonly today: IsoDate },
) => {
  await executor
    .insertInto('branches')
    .values([...demoBranches])
    .execute();
  await executor
    .insertInto('terms_versions')
    // In force for a year, because a demonstration may start with a sale some weeks ago.
    .values({ version: DEMO_TERMS.version, body: DEMO_TERMS.body, published_at: new Date(now.getTime() - YEAR_MS) })
    .execute();
  await executor
    .insertInto('extra_holidays')
    .values({ holiday: '2024-10-01', name: 'Transmisión del Poder Ejecutivo Federal' })
    .execute();
  const { rfc, name, regime: fiscal_regime, postalCode: postal_code } = demoLender;
  await executor.insertInto('lender').values({ rfc, name, fiscal_regime, postal_code }).execute();
  await insertBrand(executor, now);
  const account = { beneficiary: DEMO_LEGAL_NAME };
  await executor
    .insertInto('lender_accounts')
    .values([
      { ...account, currency: 'MXN', ...accountOf('072', '180', 55_500_110), account: '55500110', swift: null },
      {
        ...account,
        currency: 'USD',
        ...accountOf('072', '180', 55_500_220),
        account: '55500220',
        swift: 'MENOMXMT',
      },
    ])
    .execute();
  // Above what the demo's lines let a client sell at once, so that the robot needs no second person.
  await executor
    .updateTable('approval_amounts')
    .set({
      per_sale: '10000000.00',
      per_day: '100000000.00',
      per_payment: '10000000.00',
      payments_per_day: '1000000000.00',
    })
    .execute();
  // The demo's visitors are reminded of nothing that they did not do.
  await executor.insertInto('reminder_settings').values({ is_on: false, is_decided: true }).execute();
  await executor
    .insertInto('sale_terms')
    .values({
      terms_id: randomUUID(),
      client_id: null,
      valid_from: addDays(today, -365),
      iva_regime: 'devengado',
      iva_rate: '16',
      early_rebate: false,
      iva_on_collection: true,
      collected_by: 'lender',
      with_recourse: true,
      approval_id: null,
    })
    .execute();
  // Fictional bank and town.
  await executor.insertInto('clabe_ranges').values({ stp_company: 'ANTICIPA_NORTE', prefix: '646180' }).execute();
  await publishRate(executor, { on: addDays(today, -1), at: now });
  await insertSurvey(executor, now);
};

/** Publishes the demo's exchange rate: near 18.50, varying by day, deterministic. */
export const publishRate = async (executor: Executor, { on, at }: { readonly on: IsoDate; readonly at: Date }) => {
  const day = Number(on.replaceAll('-', ''));
  await executor
    .insertInto('exchange_rates')
    .values({
      rate_date: on,
      pesos_per_dollar: `18.${String(4000 + ((day * 7919) % 2000)).padStart(4, '0')}`,
      source: 'demostración',
      published_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** An operator with every role. */
export const insertOperator = async (
  executor: Executor,
  { email, names, now }: { readonly email: string; readonly names: readonly [string, string]; readonly now: Date },
) => {
  const operator_id = randomUUID();
  const [first_name, last_name] = names;
  await executor
    .insertInto('operators')
    .values({
      operator_id,
      email,
      password_hash: await hashPassword(demoPassword),
      demo_code: demoCode,
      first_name,
      last_name,
      created_at: now,
    })
    .execute();
  await executor
    .insertInto('operator_roles')
    .values(operatorRoles.map((role) => ({ operator_id, role, granted_at: now })))
    .execute();
};

const questions: readonly (Omit<Question, 'questionId'> & { readonly question: string })[] = [
  {
    question: '¿Qué tan fácil te resultó vender tus facturas?',
    type: 'rating',
    required: true,
    values: ['Muy difícil', 'Difícil', 'Regular', 'Fácil', 'Muy fácil'],
  },
  {
    question: '¿Cuántas veces necesitaste ayuda de tu asesor este mes?',
    type: 'ratingZero',
    required: true,
    values: ['Ninguna', 'Una', 'Dos', 'Tres o más'],
  },
  { question: '¿Qué función usas más?', type: 'string', required: false, values: [] },
  { question: '¿Qué mejorarías del portal?', type: 'text', required: false, values: [] },
];

/** Inserts the survey and starts it, for all demo users. */
const insertSurvey = async (executor: Executor, at: Date): Promise<void> => {
  const surveyId = randomUUID();
  await executor
    .insertInto('surveys')
    .values({
      survey_id: surveyId,
      title: 'Tu experiencia con el portal',
      finish_message: 'Gracias por tus respuestas: con ellas mejoramos el portal.',
      written_at: at,
    })
    .execute();
  await executor
    .insertInto('survey_questions')
    .values(
      questions.map(({ question, type, required, values }, index) => ({
        survey_id: surveyId,
        question_id: randomUUID(),
        position: index + 1,
        question,
        type,
        required,
        answer_values: [...values],
      })),
    )
    .execute();
  await executor.updateTable('surveys').set({ started_at: at }).where('survey_id', '=', surveyId).execute();
};

/** First version of the demo lender's terms. For demonstration only, not legal advice. */
const DEMO_TERMS = {
  version: '2026-1',
  body: `TÉRMINOS Y CONDICIONES DE LA VENTA DE FACTURAS

1. Partes. Anticipa Financiera, S.A. de C.V., SOFOM, E.N.R. («Anticipa»), y la empresa cuyo usuario acepta este texto (el «Cliente»), convienen la cesión a Anticipa de los derechos de cobro de las facturas que se detallan al final (las «Facturas»).

2. Cesión. Al aceptar, el Cliente cede a Anticipa los derechos de cobro de las Facturas. La cesión surte efecto cuando Anticipa autoriza cada Factura; la que no se autorice queda como estaba y no causa costo alguno.

3. Declaraciones del Cliente. El Cliente declara que cada Factura corresponde a bienes entregados o servicios prestados, que está vigente ante la autoridad fiscal, que no ha sido pagada, cedida ni dada en garantía, y que no existe controversia sobre ella. Se obliga a no cancelarla mientras esté financiada.

4. Anticipo y depósito. Anticipa entrega al Cliente el anticipo indicado para cada Factura, menos el interés del plazo, en la cuenta registrada para la moneda de la operación. El remanente (aforo) se devuelve cuando la Factura se paga por completo, una vez descontados el IVA del interés y los recargos que procedan.

5. Interés. El interés se calcula sobre el importe total de cada Factura, por los días naturales entre hoy y su fecha de pago, a la tasa anual y con la base de días indicadas. El costo efectivo anual que se muestra no incluye IVA.

6. Pago. El Cliente responde de que el pagador cubra la Factura a más tardar en su fecha de pago, en las cuentas de Anticipa. Si el pago llega después, se causan recargos sobre el importe de la Factura a la tasa moratoria de la línea, desde el día siguiente a la fecha de pago y hasta el día en que se reciba el dinero.

7. Facturas no pagadas. Si el pagador no cubre una Factura, o si ésta se cancela o resulta improcedente, el Cliente restituye a Anticipa el anticipo, el interés y los recargos causados dentro de los cinco días hábiles siguientes al aviso.

8. Moneda. Las Facturas en dólares se liquidan en dólares. Cuando una línea en pesos ampara una Factura en dólares, el crédito utilizado se calcula con el tipo de cambio publicado por Anticipa el día de la operación.

9. Cancelación. El Cliente puede cancelar la operación sin costo mientras Anticipa no la haya contestado.

10. Datos y conservación. El portal conserva este texto, su versión, la identidad del usuario que lo aceptó, la fecha y hora, y la dirección desde la que lo hizo, como prueba de su consentimiento. Los datos personales se tratan conforme al aviso de privacidad de Anticipa.

11. Jurisdicción. Para la interpretación y el cumplimiento de estos términos, las partes se someten a las leyes mexicanas y a los tribunales de la ciudad de Monterrey, Nuevo León.`,
} as const;
