/** Reads a file as a CFDI that the portal supports. */
import type { CfdiFields } from '@anticipa/cfdi/read';
import type { CfdiVerdict } from '@anticipa/cfdi/verify';
import type { Place } from '@anticipa/cfdi/xml-tree';
import { isPossibleStampTime } from '@anticipa/domain/invoice-entry';
import { type Currency, currencies } from '@anticipa/domain/money';
import type { FileMotive } from '@anticipa/domain/motives';
import { receiverKey } from '@anticipa/domain/receiver';
import { formatFolio } from '@anticipa/texts/format';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Deps } from '../deps.ts';
import type { NamedReceiver } from '../invoices/receivers.ts';

/** Maximum characters of a CFDI's texts; the tax authority's schema allows no more. */
const MAX_TEXT = 300;
const MAX_TAX_ID = 100;
/** Limit of the contract; decomposing turns some syllables into three characters. */
const MAX_RECEIVER_KEY = 700;
/** In cents; keeps every realistic sum within numeric(18,2). */
const MAX_TOTAL = 10n ** 13n;

/** A CFDI whose fields all fit the portal. */
type SupportedCfdi = CfdiFields & { readonly currency: Currency };

type SupportedVerdict =
  | { readonly ok: true; readonly cfdi: SupportedCfdi; readonly isStampVerified: boolean }
  | { readonly ok: false; readonly motive: FileMotive; readonly place?: Place | null };

/** Whether the file is a CFDI issued by the client with this tax id; 'busy' if the reader has no time for it. */
export async function verdictOn(
  { reader, clock }: Pick<Deps, 'reader' | 'clock'>,
  { rfc, fileName, bytes }: { readonly rfc: string; readonly fileName: string; readonly bytes: Buffer },
): Promise<SupportedVerdict | 'busy'> {
  if (!/\.xml$/i.test(fileName.trim())) return { ok: false, motive: 'FILE_NOT_XML' };
  const verdict = await reader.read(bytes, rfc);
  return verdict === 'busy' ? verdict : toSupportedCfdi(verdict, clock.now());
}

/** Strips invisible format characters: they can make a folio or name render differently from its stored value. */
const stripInvisible = (cfdi: CfdiFields): CfdiFields => {
  const seen = (text: string | null): string | null => text?.replace(/\p{Cf}+/gu, '') || null;
  const { receiver } = cfdi;
  return {
    ...cfdi,
    series: seen(cfdi.series),
    folio: seen(cfdi.folio),
    receiver: { ...receiver, name: seen(receiver.name) },
  };
};

function toSupportedCfdi(verdict: CfdiVerdict, now: Date): SupportedVerdict {
  if (!verdict.ok) return verdict;
  const isStampVerified = !verdict.isStampPending;
  // The time of an unverified stamp proves nothing, but an impossible one proves a forgery.
  if (!isStampVerified && !isPossibleStampTime(verdict.cfdi, now)) return { ok: false, motive: 'STAMP_BROKEN' };
  const cfdi = stripInvisible(verdict.cfdi);
  const receiver = receiverOf(cfdi);
  const isTooLong =
    [formatFolio({ serie: cfdi.series, folio: cfdi.folio }), receiver.name].some(
      (text) => [...text].length > MAX_TEXT,
    ) ||
    (receiver.taxId?.length ?? 0) > MAX_TAX_ID ||
    receiverKey(receiver).length > MAX_RECEIVER_KEY;
  if (isTooLong || cfdi.totalCents > MAX_TOTAL) return { ok: false, motive: 'CFDI_FIELDS_INVALID' };
  const currency = currencies.find((known) => known === cfdi.currency);
  return currency
    ? { ok: true, cfdi: { ...cfdi, currency }, isStampVerified }
    : { ok: false, motive: 'CURRENCY_UNSUPPORTED' };
}

/** The stored file's hash; null if storage is unavailable. */
export async function storeFile(
  deps: Pick<Deps, 'storage' | 'log'>,
  clientId: ClientId,
  bytes: Buffer,
): Promise<Buffer | null> {
  try {
    return await deps.storage.put(clientId, bytes);
  } catch (cause) {
    if (!(cause instanceof StorageUnavailable)) throw cause;
    deps.log.error({ err: cause }, 'a file could not be stored');
    return null;
  }
}

/** In version 3.3 the receiver's name is optional. */
export const receiverOf = ({ receiver }: CfdiFields): NamedReceiver => ({
  rfc: receiver.rfc,
  name: receiver.name ?? receiver.rfc,
  taxId: receiver.taxId,
});
