/**
 * Banxico's page for CEPs: a form and two downloads within one session of cookies. It is a page for people, without a contract:
 * its limits, its captcha and its texts are unconfirmed, as learned from other clients. The seal of a CEP is not verified here.
 */
import { attributeOf, childrenOf, parseXml } from '@anticipa/cfdi/xml-tree';
import type { IsoDate } from '@anticipa/domain/calendar';
import {
  callOutside,
  circuitBreaker,
  type OutsideAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import type { PaymentProofPort, ProofAnswer, ProvenPayment } from './port.ts';

export interface BanxicoOptions extends OutsideOptions {
  /** Such as `https://www.banxico.org.mx/cep`. */
  readonly address: () => Promise<string | null>;
}

const DEADLINE_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** The page refuses callers that are no browser. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Accents may be entities. */
const NOT_FOUND = /No se encontr\S{1,9} ning\S{1,9}n pago|no ha recibido una orden de pago/i;
const NO_PROOF_YET = /se identific\S{1,9} el siguiente pago/i;
const REFUSED = /mero m\S{1,9}ximo de consultas|imagen de seguridad/i;

export function banxicoOver(options: BanxicoOptions): PaymentProofPort {
  const { address, circuit = circuitBreaker() } = options;
  return {
    fetch: async (payment) => {
      try {
        const base = await address();
        if (base === null || !circuit.allows()) return { kind: 'unavailable' };
        const answer = await proofOf(base, payment, options);
        circuit.record(answer.kind !== 'unavailable', 'refused');
        return answer;
      } catch {
        circuit.record(false, 'no valid answer');
        return { kind: 'unavailable' };
      }
    },
  };
}

/**
 * The page finds a payment by the calendar's day, as other clients recorded; SPEI's day is tried once if it differs. Throws
 * without a valid answer.
 */
async function proofOf(base: string, payment: ProvenPayment, { deadlineMs }: BanxicoOptions): Promise<ProofAnswer> {
  const page = { deadlineMs: deadlineMs ?? DEADLINE_MS, maxBytes: MAX_BYTES, isRepeatable: false };
  const submit = async (day: IsoDate): Promise<{ readonly text: string; readonly cookie: string }> => {
    const form = await callOutside({
      ...page,
      method: 'POST',
      url: new URL(`${base}/valida.do`),
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/x-www-form-urlencoded' },
      body: formOf(payment, day).toString(),
    });
    const cookie = (form.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    return { text: wellAnswered(form).toString('utf8'), cookie };
  };
  const { paidOn, operationDay } = payment;
  let found = await submit(paidOn);
  if (NOT_FOUND.test(found.text) && operationDay !== null && operationDay !== paidOn)
    found = await submit(operationDay);
  const { text, cookie } = found;
  if (REFUSED.test(text)) return { kind: 'unavailable' };
  if (NOT_FOUND.test(text) || NO_PROOF_YET.test(text)) return { kind: 'not-yet' };
  const download = async (format: 'XML' | 'PDF'): Promise<Buffer> =>
    wellAnswered(
      await callOutside({
        ...page,
        method: 'GET',
        url: new URL(`${base}/descarga.do?formato=${format}`),
        headers: { 'user-agent': USER_AGENT, cookie },
      }),
    );
  const xml = await download('XML');
  const pdf = await download('PDF');
  const holder = holderIn(xml, payment);
  if (holder === null || !pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new Error('the files are no proof of the payment');
  return { kind: 'found', xml, pdf, holder };
}

/** Fields of the page's own form, for a payment of a third party by its tracking key. */
const formOf = (payment: ProvenPayment, day: IsoDate): URLSearchParams =>
  new URLSearchParams({
    tipoCriterio: 'T',
    captcha: 'c',
    tipoConsulta: '1',
    fecha: day.split('-').toReversed().join('-'),
    criterio: payment.trackingKey,
    emisor: payment.senderBank,
    receptor: payment.receiverBank,
    cuenta: payment.account,
    monto: payment.amount,
    receptorParticipante: '0',
  });

function wellAnswered({ status, body }: OutsideAnswer): Buffer {
  if (status !== 200) throw new Error(`status ${status}`);
  return body;
}

/** The beneficiary's name in a proof; null if it is of another payment. */
function holderIn(xml: Buffer, { trackingKey, amount, payer, account }: ProvenPayment): string | null {
  // Our reader refuses attributes with pipes, which a CFDI must not have.
  const tree = parseXml(xml.toString('utf8').replace(/ cadenaCDA="[^"]*"/, ''));
  if (!tree.ok || tree.root.local !== 'SPEI_Tercero') return null;
  const [beneficiary, ...more] = childrenOf(tree.root, '', 'Beneficiario');
  const [sender] = childrenOf(tree.root, '', 'Ordenante');
  if (beneficiary === undefined || sender === undefined || more.length > 0) return null;
  const isProof =
    attributeOf(tree.root, 'claveRastreo') === trackingKey &&
    attributeOf(beneficiary, 'Cuenta') === account &&
    attributeOf(sender, 'Cuenta') === payer &&
    cents(attributeOf(beneficiary, 'MontoPago')) === cents(amount);
  return isProof ? (attributeOf(beneficiary, 'Nombre') ?? '') : null;
}

/** Cents of an amount with up to two decimals; null for anything else. */
function cents(amount: string | null | undefined): bigint | null {
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(amount ?? '') ?? [];
  return whole === undefined ? null : BigInt(`${whole}${decimals.padEnd(2, '0')}`);
}
