/**
 * STP, a SPEI participant: orders over `speiws/rest`, queries over `efws/API`, each call signed with our key. There is no
 * public contract: the protocol was learned from other clients (docs/systems.md) and tested only against our sandbox.
 */

import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { personName, speiBankOf, speiName, speiText } from '@anticipa/domain/spei';
import type { Config } from '../../platform/config/config.ts';
import { settingOf } from '../../platform/config/sandbox-settings.ts';
import {
  type CircuitBreaker,
  callOutside,
  circuitBreaker,
  jsonOf,
  NoAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import {
  type PayerAccount,
  type PayoutPort,
  PayoutsUnavailable,
  type ReconciledDay,
  type Transfer,
  type TransferOrder,
} from './port.ts';
import { accountRegistrationOf, isNothing, pageIn, registrationOf, transferIn } from './stp-answers.ts';

export interface StpAccount {
  /** Addresses of `speiws/rest` and `efws/API`, without a trailing slash. */
  readonly url: string;
  readonly queryUrl: string;
  /** The lender's name at STP. */
  readonly company: string;
  /** The CLABE that pays. */
  readonly clabe: string;
  readonly key: KeyObject;
}

export interface StpOptions extends OutsideOptions {
  /** Null if not configured. */
  readonly account: () => Promise<StpAccount | null>;
  /** Milliseconds between two pages of a reconciliation. Defaults to 3000. */
  readonly pageEveryMs?: number;
}

const DEADLINE_MS = 20_000;
const PAGE_EVERY_MS = 3000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Pages of 1000 transfers each. */
const MAX_PAGES = 100;

export function openPayouts(config: Config, circuit: CircuitBreaker): PayoutPort {
  return stpOver({ account: accountOf(config), circuit });
}

/** The key's file is read once per path. */
function accountOf(config: Config): () => Promise<StpAccount | null> {
  const settings = (['stpUrl', 'stpQueryUrl', 'stpCompany', 'stpClabe', 'stpKeyFile'] as const).map((name) =>
    settingOf(config, name),
  );
  let read: { readonly file: string; readonly key: KeyObject } | null = null;
  return async () => {
    const [url, queryUrl, company, clabe, file] = await Promise.all(settings.map((setting) => setting()));
    if (!url || !queryUrl || !company || !clabe || !file) return null;
    if (read?.file !== file) {
      const key = await readFile(file);
      read = { file, key: createPrivateKey({ key, passphrase: config.stpKeyPassword ?? '' }) };
    }
    return { url, queryUrl, company, clabe, key: read.key };
  };
}

/** Answer of STP's gate to addresses outside its VPN; the call does not reach the service. */
const FORBIDDEN = 403;
const NO_ACCESS = 'no access';
const isNoAccess = (cause: unknown): boolean => cause instanceof NoAnswer && cause.cause === NO_ACCESS;

type Send = (url: string, method: 'POST' | 'PUT', body: object) => Promise<unknown>;

/** The parsed answer. Throws NoAnswer, also if the body is not STP's; STP answers refusals with HTTP 200 and 400. */
function senderOf({ deadlineMs = DEADLINE_MS, circuit = circuitBreaker() }: StpOptions): Send {
  const attempt: Send = async (url, method, body) => {
    const answer = await callOutside({
      method,
      url: new URL(url),
      headers: { 'content-type': 'application/json', encoding: 'UTF-8' },
      body: JSON.stringify(body),
      deadlineMs,
      maxBytes: MAX_ANSWER_BYTES,
      isRepeatable: method === 'POST',
    });
    if (answer.status === FORBIDDEN) throw new NoAnswer(NO_ACCESS, false);
    if (answer.status !== 200 && answer.status !== 400) throw new NoAnswer(`status ${answer.status}`, true);
    // Control characters in a text would make the whole answer unreadable.
    const text = answer.body.toString('utf8').replace(/\p{Cc}/gu, ' ');
    const json = jsonOf({ ...answer, body: Buffer.from(text) });
    if (json === undefined) throw new NoAnswer('no JSON', true);
    return json;
  };
  return async (url, method, body) => {
    if (!circuit.allows()) throw new NoAnswer('the transfer service keeps failing', false);
    try {
      const answer = await attempt(url, method, body);
      circuit.record(true);
      return answer;
    } catch (cause) {
      circuit.record(false, isNoAccess(cause) ? NO_ACCESS : 'no valid answer');
      throw cause;
    }
  };
}

export function stpOver(options: StpOptions): PayoutPort {
  const { account: accountNow, pageEveryMs = PAGE_EVERY_MS } = options;
  const send = senderOf(options);

  /** Resolves to the result of `read`; null if nothing matches. */
  const ask = async <T>(path: string, query: StpQuery, read: (answer: unknown) => T): Promise<T | null> => {
    try {
      const account = await accountNow();
      if (account === null) throw new Error('no transfer service is configured');
      const body = { ...query, empresa: account.company };
      const firma = signed(queryString(body), account.key);
      const answer = await send(`${account.queryUrl}${path}`, 'POST', { ...body, firma });
      return isNothing(answer) ? null : read(answer);
    } catch (cause) {
      const why = isNoAccess(cause) ? 'gives no access' : 'did not answer';
      throw new PayoutsUnavailable(`the transfer service ${why}`, { cause });
    }
  };

  return {
    payingAccount: async () => (await accountNow())?.clabe ?? null,
    register: async (order) => {
      const bank = speiBankOf(order.beneficiary.clabe);
      if (bank === null) return { kind: 'refused', code: 0, reason: 'La cuenta no recibe transferencias' };
      try {
        const account = await accountNow();
        if (account === null) return { kind: 'not-now' };
        const fields = fieldsOf(order, account, bank);
        const body = { ...fields, monto: Number(order.amount), firma: signed(orderString(fields), account.key) };
        return registrationOf(await send(`${account.url}/ordenPago/registra`, 'PUT', body));
      } catch (cause) {
        return { kind: cause instanceof NoAnswer && cause.isUnknown ? 'unknown' : 'not-now' };
      }
    },
    find: ({ trackingKey, operationDay, direction }) => {
      const date = operationDay === null ? {} : { fechaOperacion: compact(operationDay) };
      return ask('/consultaOrden', { claveRastreo: trackingKey, tipoOrden: kinds[direction], ...date }, transferIn);
    },
    reconciliation: async ({ operationDay, direction }) => {
      const query = { tipoOrden: kinds[direction], fechaOperacion: compact(operationDay) };
      const transfers: Transfer[] = [];
      let unreadable = 0;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        if (page > 0) await pauseFor(pageEveryMs);
        const answer = await ask('/V2/conciliacion', { ...query, page }, pageIn);
        transfers.push(...(answer?.transfers ?? []));
        unreadable += answer?.unreadable ?? 0;
        const isEmpty = answer === null || answer.transfers.length + answer.unreadable === 0;
        if (isEmpty || transfers.length + unreadable >= answer.total) return { transfers, unreadable };
      }
      throw new PayoutsUnavailable('the list of a day never ends');
    },
    registerAccount: async (payer) => {
      try {
        const account = await accountNow();
        if (account === null || account.company !== payer.company) return { kind: 'not-ours' };
        const { kind, ...fields } = accountFieldsOf(payer);
        const body = { ...fields, empresa: account.company };
        const firma = signed(accountString(body), account.key);
        return accountRegistrationOf(await send(`${account.url}/cuentaModule/${kind}`, 'PUT', { ...body, firma }));
      } catch {
        return { kind: 'unknown' };
      }
    },
  };
}

const kinds = { sent: 'E', received: 'R' } as const;

interface StpQuery {
  readonly claveRastreo?: string;
  readonly tipoOrden: 'E' | 'R';
  readonly fechaOperacion?: string;
  readonly page?: number;
}

const compact = (day: ReconciledDay['operationDay']): string => day?.replaceAll('-', '') ?? '';

const STP = '90646';
const CLABE_ACCOUNT = 40;
const THIRD_PARTY = 1;
/** Value used by all reference clients. */
const MEDIUM = 3;

const fieldsOf = (order: TransferOrder, { company }: StpAccount, bank: string): StpOrder => ({
  institucionContraparte: bank,
  empresa: company,
  folioOrigen: order.trackingKey,
  claveRastreo: order.trackingKey,
  institucionOperante: STP,
  monto: order.amount,
  tipoPago: THIRD_PARTY,
  tipoCuentaOrdenante: CLABE_ACCOUNT,
  cuentaOrdenante: order.payer,
  tipoCuentaBeneficiario: CLABE_ACCOUNT,
  nombreBeneficiario: speiName(order.beneficiary.name),
  cuentaBeneficiario: order.beneficiary.clabe,
  rfcCurpBeneficiario: order.beneficiary.rfc,
  conceptoPago: speiText(order.concept),
  referenciaNumerica: order.reference,
  topologia: 'T',
  medioEntrega: MEDIUM,
  prioridad: 0,
});

const MEXICO = 187;
const COMPANY_RFC_LENGTH = 12;
/** Maximum length of each part of a name. */
const MAX_ACCOUNT_NAME = 50;

/**
 * A payer's CLABE as `cuentaModule` takes it. The date of a company's constitution, or of a person's birth, is in its RFC, and so the
 * country of birth is not known: Mexico is what another client sends.
 */
function accountFieldsOf({ clabe, rfc, name }: PayerAccount) {
  const isCompany = rfc.length === COMPANY_RFC_LENGTH;
  const [year = '', day = ''] = /(\d\d)(\d{4})/.exec(rfc)?.slice(1) ?? [];
  const century = Number(`20${year}`) > new Date().getFullYear() ? '19' : '20';
  const date = `${century}${year}${day}`;
  const fields = { cuenta: clabe, rfcCurp: rfc };
  if (isCompany)
    return {
      kind: 'moral',
      ...fields,
      pais: MEXICO,
      nombre: speiName(name, MAX_ACCOUNT_NAME),
      fechaConstitucion: date,
    } as const;
  const [nombre, apellidoPaterno, apellidoMaterno] = personName(name).map((part) => speiName(part, MAX_ACCOUNT_NAME));
  return {
    kind: 'fisica',
    ...fields,
    paisNacimiento: MEXICO,
    nombre,
    apellidoPaterno,
    apellidoMaterno,
    fechaNacimiento: date,
  } as const;
}

/** Fields in the order of the signature. A missing one is empty. */
const ORDER_FIELDS = [
  'institucionContraparte',
  'empresa',
  'fechaOperacion',
  'folioOrigen',
  'claveRastreo',
  'institucionOperante',
  'monto',
  'tipoPago',
  'tipoCuentaOrdenante',
  'nombreOrdenante',
  'cuentaOrdenante',
  'rfcCurpOrdenante',
  'tipoCuentaBeneficiario',
  'nombreBeneficiario',
  'cuentaBeneficiario',
  'rfcCurpBeneficiario',
  'emailBeneficiario',
  'tipoCuentaBeneficiario2',
  'nombreBeneficiario2',
  'cuentaBeneficiario2',
  'rfcCurpBeneficiario2',
  'conceptoPago',
  'conceptoPago2',
  'claveCatUsuario1',
  'claveCatUsuario2',
  'clavePago',
  'referenciaCobranza',
  'referenciaNumerica',
  'tipoOperacion',
  'topologia',
  'usuario',
  'medioEntrega',
  'prioridad',
  'iva',
] as const;

/** Fields of `ordenPago/registra`; `monto` and `iva` with two decimals. */
type StpOrder = Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], string | number>>>;

const between = (fields: readonly (string | number | undefined)[]): string =>
  `||${fields.map((field) => field ?? '').join('|')}||`;

export function orderString(order: StpOrder): string {
  return between(ORDER_FIELDS.map((name) => order[name]));
}

/** String for `consultaOrden` and, without a tracking key, for `V2/conciliacion`, whose page is not signed. */
export function queryString(query: {
  readonly empresa: string;
  readonly claveRastreo?: string;
  readonly tipoOrden: string;
  readonly fechaOperacion?: string;
}): string {
  const key = query.claveRastreo === undefined ? [] : [query.claveRastreo];
  return between([query.empresa, ...key, query.tipoOrden, query.fechaOperacion]);
}

/** String for `cuentaModule`. */
function accountString(account: {
  readonly empresa: string;
  readonly cuenta: string;
  readonly rfcCurp: string;
}): string {
  return between([account.empresa, account.cuenta, account.rfcCurp]);
}

function signed(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64');
}
