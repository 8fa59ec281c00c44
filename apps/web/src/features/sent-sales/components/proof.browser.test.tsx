import { saleProof } from '@anticipa/contract/transfers';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import { aUser, signInAs } from '../../../testing/signed-in.ts';
import { Proof } from './proof.tsx';

beforeEach(() => signInAs(aUser()));

it('[SIS-04] offers the proof of a deposit in both formats, and explains one that is not there yet', async () => {
  const screen = await renderScreen(<Proof sale={{ numberOfSale: 12, hasProof: true }} />);
  const files = answer(saleProof).with(() => ({ base64: btoa('%PDF-'), fileName: 'cep-venta-12.pdf' }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await screen.getByRole('button', { name: 'Descargar CEP en PDF' }).click();
  await expect.poll(() => saved).toEqual(['cep-venta-12.pdf']);
  expect(files.map(({ body }) => body)).toEqual([{ format: 'pdf' }]);
  answer(saleProof).with(() => new Refusal(409, 'PROOF_NOT_READY', 'Todavía no.'));
  await screen.getByRole('button', { name: 'Descargar CEP en XML' }).click();
  await expect.element(screen.getByText('No se pudo descargar el comprobante. Todavía no.').first()).toBeVisible();
});

it('offers nothing for a deposit that Banxico cannot prove', async () => {
  const screen = await renderScreen(<Proof sale={{ numberOfSale: 12, hasProof: false }} />);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
