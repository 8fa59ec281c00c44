/** Worker thread that verifies one file at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeTrust, type TrustMaterial } from '@anticipa/cfdi/trust';
import { type CfdiVerdict, verifyFile } from '@anticipa/cfdi/verify';

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly clientRfc: string;
}
export type WorkerMessage = { readonly kind: 'ready' } | { readonly kind: 'read'; readonly verdict: CfdiVerdict };

const material: TrustMaterial = workerData;
const trust = makeTrust(material);
const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ bytes, clientRfc }: ReadRequest) => {
  tell({ kind: 'read', verdict: verifyFile(bytes, { trust, clientRfc, unknownAuthority: 'refuse' }) });
});
tell({ kind: 'ready' });
