import { buffer } from 'node:stream/consumers';
import type { ResponseOf } from '@anticipa/contract/route';
import type { saleConstancia } from '@anticipa/contract/sent-sales';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { evidenceFiles, verificationGuide } from '@anticipa/texts/constancia';
import { ZipFile } from 'yazl';
import type { Work } from '../../platform/work/work.ts';
import { type Evidence, evidenceOf } from './queries.ts';

/** Archive that proves a contract without us; NOT_FOUND while it is not certified. */
export async function archiveEvidence(
  work: Work,
  numberOfSale: number,
): Promise<Outcome<ResponseOf<typeof saleConstancia>>> {
  const evidence = await evidenceOf(work, numberOfSale);
  if (evidence === null) return refuse('NOT_FOUND');
  const archive = await archiveOf(evidence, numberOfSale);
  return done({ base64: archive.toString('base64'), fileName: `constancia-venta-${numberOfSale}.zip` });
}

function archiveOf({ text, token, chain, issuedAt }: Evidence, numberOfSale: number): Promise<Buffer> {
  const certificates = chain.split(/(?=-----BEGIN)/);
  const zip = new ZipFile();
  const add = (name: keyof typeof evidenceFiles, content: string | Buffer): void =>
    zip.addBuffer(Buffer.from(content), evidenceFiles[name], { mtime: issuedAt });
  // Byte for byte what was hashed.
  add('text', text);
  add('token', token);
  add('certificates', certificates.slice(0, -1).join(''));
  add('root', certificates.at(-1) ?? '');
  add('guide', verificationGuide(numberOfSale, issuedAt));
  zip.end();
  return buffer(zip.outputStream);
}
