/** Payers of test clients. */
import { randomUUID } from 'node:crypto';
import { clabeOf } from '@anticipa/domain/clabe';
import type { Portal } from './portal.ts';

interface CostCentreOptions {
  readonly client: { readonly clientId: string };
  readonly rfcPayer?: string;
  readonly stpName?: string;
  readonly clabe?: string;
  readonly active?: boolean;
  readonly isMain?: boolean;
}

let made = 0;

/** A cost centre of a client with its own CLABE; returns the CLABE. */
export const aCostCentre = async ({ db, clock }: Portal, options: CostCentreOptions): Promise<string> => {
  made += 1;
  const number = String(made).padStart(6, '0');
  const {
    client,
    rfcPayer = `PAY${number}AB9`,
    stpName = `PAGADOR ${number}`,
    active = true,
    isMain = false,
  } = options;
  const clabe = options.clabe ?? clabeOf(`90218000000${number}`);
  await db.owner.query(
    `insert into cost_centres (client_id, cost_centre_id, rfc_payer, stp_name, clabe, stp_company, active, is_main, created_at)
     values ($1, $2, $3, $4, $5, 'PRUEBA', $6, $7, $8)`,
    [client.clientId, randomUUID(), rfcPayer, stpName, clabe, active, isMain, clock.now()],
  );
  return clabe;
};

/** Inserts a cost centre for the receiver of a client's invoices; returns its CLABE. */
export const clabeOfReceiver = async (
  portal: Portal,
  { client, companyId }: Pick<CostCentreOptions, 'client'> & { readonly companyId: string },
): Promise<string> => {
  const { rows } = await portal.db.owner.query('select rfc from companies where company_id = $1', [companyId]);
  return aCostCentre(portal, { client, rfcPayer: rows[0].rfc });
};

/** Activates 'Mis clientes' for a client, with a range of CLABEs. */
export const activatePayers = async (
  { db }: Pick<Portal, 'db'>,
  client: { readonly clientId: string },
  stpCompany = 'PRUEBA',
): Promise<void> => {
  await db.owner.query(
    `insert into clabe_ranges (stp_company, prefix) values ($1, '646180' || lpad((select count(*) from clabe_ranges)::text, 4, '0'))
     on conflict (stp_company) do nothing`,
    [stpCompany],
  );
  await db.owner.query('update clients set stp_company = $2 where client_id = $1', [client.clientId, stpCompany]);
};
