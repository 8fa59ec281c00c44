/** The sealing certificate (CSD) of the lender's invoices, and the warnings before it expires. */
import { buffer } from 'node:stream/consumers';
import { type Certificate, certificateOf } from '@anticipa/cfdi/certificate';
import { parseCfdi } from '@anticipa/cfdi/read';
import { attributeOf } from '@anticipa/cfdi/xml-tree';
import { formatDate } from '@anticipa/texts/format';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { type ExpiryDeps, warnOfExpiry } from '../alerts/expiry-warnings.ts';
import type { JobDeps } from '../deps.ts';

type Storage = JobDeps['storage'];

/** Warns 60, 30 and 7 days before the certificate in use expires. */
export async function watchCertificate(deps: ExpiryDeps & { readonly storage: Storage }): Promise<void> {
  const newest = await runAs(deps, WORKER, newestCfdi);
  const certificate = newest && (await certificateIn(deps.storage, newest));
  if (!certificate) return;
  await warnOfExpiry(deps, {
    subject: `certificate:${certificate.number}`,
    expiresAt: new Date(certificate.validTo),
    tenant: null,
    roles: ['contabilidad', 'administrador'],
    mailOf: (expiry, isOver) => mailOf(certificate.number, expiry, isOver),
  });
}

/** The newest CFDI of the lender, whichever provider sealed it. */
export interface NewestCfdi {
  readonly client_id: ClientId;
  readonly sha256: Buffer;
}

export const newestCfdi = ({ db }: WideWork): Promise<NewestCfdi | undefined> =>
  db
    .selectFrom('interest_invoices')
    .select((eb) => ['client_id', eb.ref('sha256').$notNull().as('sha256')])
    .where('sha256', 'is not', null)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The certificate with which a CFDI is sealed. Throws StorageUnavailable. */
export async function certificateIn(storage: Storage, cfdi: NewestCfdi): Promise<Certificate | null> {
  const content = await storage.open(cfdi.client_id, cfdi.sha256);
  const read = content && parseCfdi(await buffer(content));
  return read?.ok ? certificateOf(attributeOf(read.document.root, 'Certificado') ?? '') : null;
}

const mailOf = (number: string, expiry: string, isOver: boolean) => ({
  subject: isOver ? 'Venció el certificado de sello digital' : 'Está por vencer el certificado de sello digital',
  heading: isOver
    ? `El certificado de sello digital venció el ${formatDate(expiry)}`
    : `El certificado de sello digital vence el ${formatDate(expiry)}`,
  paragraphs: [
    `Con el certificado ${number} se sellan las facturas de la financiera. Después de su vencimiento no se puede emitir ninguna.`,
    'Renuévalo en el portal del SAT e instálalo con el proveedor de facturación.',
  ],
  because: 'operas la facturación',
});
