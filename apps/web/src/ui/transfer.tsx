import { paymentProof } from '@anticipa/contract/made-payments';
import type { MadeTransfer } from '@anticipa/contract/party-transfers';
import { lenderSaleProof } from '@anticipa/contract/transfers';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/api-client.ts';
import { failureText } from '../lib/failure-text.ts';
import { blobOf, saveFile } from '../lib/save-file.ts';
import { Button } from './button.tsx';
import { StatusBadge, type Tone } from './feedback/status-badge.tsx';
import { showToast } from './overlay/toast.tsx';

type State = MadeTransfer['state'];

export const transferStateNames: Readonly<Record<State, string>> = {
  ordered: 'Ordenada; el banco aún no la confirma',
  sent: 'La tiene el banco',
  paid: 'Pagada',
  failed: 'No pagada por el banco',
  returned: 'Devuelta por el banco',
  closed: 'Cerrada: nunca llegó al banco',
  undone: 'Deshecha',
};

const tones: Readonly<Record<State, Tone>> = {
  ordered: 'warn',
  sent: 'warn',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  closed: 'neutral',
  undone: 'neutral',
};

/** Shows the state of a transfer in its colour. */
export const TransferBadge = ({ state }: { state: State }) => (
  <StatusBadge tone={tones[state]}>{transferStateNames[state]}</StatusBadge>
);

const proof = {
  types: { pdf: 'application/pdf', xml: 'text/xml' },
  names: { pdf: 'CEP en PDF', xml: 'CEP en XML' },
  formats: { pdf: 'PDF', xml: 'XML' },
  failed: 'No se pudo descargar el CEP',
} as const;

type Proven = { readonly saleId: string } | { readonly orderId: string };
type Format = 'pdf' | 'xml';

/** Saves Banxico's proof of a sale's deposit or of an order. Throws if it cannot be read. */
export async function saveProof(of: Proven, format: Format): Promise<void> {
  const { base64, fileName } = await ('saleId' in of
    ? call(lenderSaleProof, { params: of, body: { format } })
    : call(paymentProof, { params: of, body: { format } }));
  saveFile({ blob: blobOf(base64, proof.types[format]), name: fileName });
}

/** A button that saves a proof. `name` distinguishes the buttons of several payments. */
export function ProofButton({ of, format, name }: { of: Proven; format: Format; name?: string }) {
  const saving = useMutation({
    mutationFn: () => saveProof(of, format),
    onError: (error) => showToast({ text: `${proof.failed}. ${failureText(error)}`, tone: 'bad' }),
  });
  return (
    <Button
      {...(name ? { size: 'small', 'aria-label': `${proof.names[format]}: ${name}` } : { icon: 'download' })}
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {name ? proof.formats[format] : proof.names[format]}
    </Button>
  );
}
