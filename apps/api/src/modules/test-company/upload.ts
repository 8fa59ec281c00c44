/** Files that a test key uploads: read and verified as all others are, and not kept. */
import { createHash, randomUUID } from 'node:crypto';
import type { CfdiVerdict } from '@anticipa/cfdi/verify';
import type { ResponseOf } from '@anticipa/contract/route';
import { v1CreateUpload } from '@anticipa/contract/v1/invoices';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, financedCurrencies, money } from '@anticipa/domain/money';
import type { FileMotive } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import type { CfdiReader } from '../../platform/cfdi/reader.ts';
import { MAX_TEST_INVOICES, newInvoice, type TestCompany, tell } from './company.ts';

export interface ReadFile {
  readonly verdict: CfdiVerdict;
  readonly sha256: string;
  readonly size: number;
}

/** Reads the file of a call before the company is locked; null if the reader is busy. */
export async function readFile(
  reader: CfdiReader,
  { body }: { readonly body: unknown },
  clientRfc: string,
): Promise<ReadFile | null> {
  const bytes = Buffer.from(v1CreateUpload.body.parse(body).content, 'base64');
  const verdict = await reader.read(bytes, clientRfc);
  if (verdict === 'busy') return null;
  return { verdict, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

type Result = ResponseOf<typeof v1CreateUpload>;

export function enter(
  company: TestCompany,
  { file, fileName, now }: { readonly file: ReadFile; readonly fileName: string; readonly now: Date },
): Outcome<Result> {
  const { verdict, sha256, size } = file;
  const keep = (outcome: Result['outcome'], invoice: Result['invoice'], motive: FileMotive | null): Outcome<Result> => {
    const refusal = motive && { code: motive, ...motiveTexts[motive] };
    const upload = {
      id: randomUUID(),
      file_name: fileName,
      sha256,
      size,
      refusal,
      invoice_id: invoice?.id ?? null,
      created_at: now.toISOString(),
    };
    company.uploads = [...company.uploads, upload].slice(-MAX_TEST_INVOICES);
    return done({ outcome, upload, invoice });
  };
  if (!verdict.ok) return keep('refused', null, verdict.motive);
  const { cfdi } = verdict;
  if (cfdi.type === 'E') return keep('credit-note', null, null);
  const known = company.invoices.find(({ fiscal_uuid }) => fiscal_uuid === cfdi.uuid);
  if (known) return keep('existing', known, null);
  const currency = financedCurrencies.find((one) => one === cfdi.currency);
  if (currency === undefined) return keep('refused', null, 'CURRENCY_UNSUPPORTED');
  if (company.invoices.length >= MAX_TEST_INVOICES) return refuse('DAILY_LIMIT_REACHED');
  const entered = {
    fiscal_uuid: cfdi.uuid,
    series: cfdi.series,
    folio: cfdi.folio,
    currency,
    total: decimalOf(money(cfdi.totalCents, currency)),
    issued_on: cfdi.emittedOn,
    payment_method: cfdi.paymentMethod,
  };
  const invoice = newInvoice(entered, receiverOf(company, cfdi.receiver), now);
  company.invoices.push(invoice);
  const object = { id: invoice.id, url: `/v1/invoices/${invoice.id}` };
  tell(company, 'invoice.created', object, now);
  return keep('invoice', invoice, null);
}

function receiverOf(company: TestCompany, { rfc, name }: { readonly rfc: string; readonly name: string | null }) {
  const known = company.receivers.find(({ taxId }) => taxId === rfc);
  if (known) return known;
  const receiver = { id: randomUUID(), taxId: rfc, name: name ?? rfc };
  company.receivers.push(receiver);
  return receiver;
}
