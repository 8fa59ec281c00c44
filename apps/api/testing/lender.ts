import { addDays } from '@anticipa/domain/calendar';
import type pg from 'pg';
import type { Clock } from '../src/platform/work/clock.ts';

/** Product ids in every test. */
export const PRODUCT_IDS = {
  BI: 'b1000000-0000-4000-8000-000000000001',
  FB: 'fb000000-0000-4000-8000-000000000001',
} as const;
/** The brand in every test: not the demo's, so that a text with the demo's name is noticed. */
const TEST_BRAND = {
  name: 'Crédito Aurora',
  legalName: 'Crédito Aurora, S.A. de C.V., SOFOM, E.N.R.',
  colour: '#0b6e4f',
  senderAddress: 'avisos@aurora.example',
} as const;
const TERMS = { version: '1', body: 'Términos de prueba de la venta de facturas.' } as const;
const EXCHANGE_RATE = '18.500000';

/** Inserts the lender's own data: products, a branch, terms, accounts and today's exchange rate. */
export const aLender = async (owner: pg.Client, clock: Clock): Promise<void> => {
  const now = clock.now();
  const today = clock.today();
  // Most tests answer with one operator.
  await owner.query('delete from approval_amounts');
  await owner.query(`update products set product_id = case code when 'BI' then $1 else $2 end::uuid`, [
    PRODUCT_IDS.BI,
    PRODUCT_IDS.FB,
  ]);
  await owner.query(`insert into branches (branch, promoter_phone) values ('MTY', '8110000000')`);
  await owner.query(`insert into terms_versions (version, body, published_at) values ($1, $2, $3)`, [
    TERMS.version,
    TERMS.body,
    now,
  ]);
  await owner.query(
    `insert into exchange_rates (rate_date, pesos_per_dollar, source, published_at) values ($1, $3, 'DOF', $4), ($2, $3, 'DOF', $4)`,
    [addDays(today, -1), today, EXCHANGE_RATE, now],
  );
  await owner.query(
    `insert into lender (rfc, name, fiscal_regime, postal_code) values ('AFI180517AB3', 'ANTICIPA FINANCIERA', '601', '64000')`,
  );
  const { name, legalName, colour, senderAddress } = TEST_BRAND;
  await owner.query('insert into brand (name, legal_name, colour) values ($1, $2, $3)', [name, legalName, colour]);
  await owner.query('insert into mail_sender (name, address) values ($1, $2)', [name, senderAddress]);
  await owner.query(
    `insert into lender_accounts (currency, bank, beneficiary, clabe, account, swift) values
      ('MXN', 'Banco de Prueba', 'Crédito Aurora', '012180001234567891', '0123456789', null),
      ('USD', 'Banco de Prueba', 'Crédito Aurora', '012180009876543217', '9876543210', 'BAPRMXMM')`,
  );
};
