/** The lender's sealing certificate (CSD) and its key, in files. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Signer } from '@anticipa/cfdi/write';
import { InvoicingUnavailable } from './port.ts';

export interface CsdFiles {
  /** `.cer`: DER. */
  readonly certificate: string;
  /** `.key`: DER of an encrypted PKCS#8, as the tax authority issues it. */
  readonly key: string;
  readonly password: string;
}

/** Read for each use, so that a renewed CSD needs no restart. Throws InvoicingUnavailable. */
export async function readCsd({ certificate, key, password }: CsdFiles): Promise<Signer> {
  try {
    const [cer, der] = await Promise.all([readFile(certificate), readFile(key)]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase: password });
    return { certificate: cer, privateKey };
  } catch (cause) {
    throw new InvoicingUnavailable('the CSD cannot be read', { cause });
  }
}
