import { uploadFile } from '@anticipa/contract/files';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { uploads } from './api.ts';
import { InvalidFiles } from './invalid-files.tsx';
import { UploadButton, UploadDrop } from './upload-button.tsx';
import { UploadPanel } from './upload-panel.tsx';

beforeEach(() => signInAs(aUser()));
afterEach(() => {
  uploads.clear();
  vi.restoreAllMocks();
});

const drag = (type: string, dataTransfer: DataTransfer | null = null): DragEvent => {
  const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
  document.body.dispatchEvent(event);
  return event;
};
/** Files as WebKitGTK gives them: addresses without content. */
const addresses = (): DataTransfer => {
  const transfer = new DataTransfer();
  transfer.setData('text/uri-list', 'file:///home/ana/A-12.xml');
  return transfer;
};
const files = (): DataTransfer => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['<a/>'], 'A-12.xml', { type: 'text/xml' }));
  return transfer;
};

describe('[CAR-01] dropping on the screen', () => {
  it('never opens a file instead of the portal, and names the other way if the browser gives no file', async () => {
    const screen = await renderScreen(<UploadDrop blocked={false} />);
    expect(drag('dragover', addresses()).defaultPrevented).toBe(true);
    await expect.element(screen.getByText('Suelta aquí tus archivos XML o ZIP')).toBeVisible();
    expect(drag('drop', addresses()).defaultPrevented).toBe(true);
    await expect
      .element(screen.getByText('El navegador no entregó ningún archivo. Usa «Subir facturas».'))
      .toBeVisible();
  });

  it('is refused, without leaving the portal, while uploading is blocked', async () => {
    const screen = await renderScreen(<UploadDrop blocked />);
    expect(drag('dragover', files()).defaultPrevented).toBe(true);
    await expect.element(screen.getByText('Suelta aquí tus archivos XML o ZIP')).not.toBeInTheDocument();
    expect(drag('drop', files()).defaultPrevented).toBe(true);
  });

  it('lists the files it cannot read and uploads the others', async () => {
    const sent = answer(uploadFile).with(() => new Refusal(422, 'INVALID_REQUEST', 'De prueba.'));
    const file = new File(['<a/>'], 'A-12.xml');
    const entry = (name: string, open: FileSystemFileEntry['file']) => ({ isFile: true, name, file: open });
    const folder = {
      isDirectory: true,
      name: 'facturas',
      createReader: () => {
        const rest = [
          [
            entry('A-12.xml', (done) => done(file)),
            entry('A-13.xml', (_, fail) => fail?.(new DOMException('locked', 'NotReadableError'))),
          ],
          [],
        ];
        return { readEntries: (done: (entries: unknown) => void) => done(rest.shift()) };
      },
    };
    const transfer = files();
    Object.defineProperty(transfer, 'items', { value: [{ webkitGetAsEntry: () => folder }] });
    const screen = await renderScreen(
      <>
        <UploadDrop blocked={false} />
        <UploadPanel sellNew={() => null} />
        <InvalidFiles />
      </>,
    );
    drag('drop', transfer);
    await expect.element(screen.getByText('No se pudo leer el archivo').first()).toBeVisible();
    await expect.poll(() => sent.map(({ body }) => body.fileName)).toEqual(['A-12.xml']);
    await screen.getByRole('button', { name: '2 archivos no se pueden vender' }).click();
    await expect.poll(() => screen.getByText(/A-13\.xml$/).elements().length).toBe(2);
  });

  it('names a file that was removed before it was sent, without trying again', async () => {
    const reading = vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
      queueMicrotask(() => this.dispatchEvent(new ProgressEvent('error')));
    });
    const screen = await renderScreen(
      <>
        <UploadDrop blocked={false} />
        <UploadPanel sellNew={() => null} />
      </>,
    );
    drag('drop', files());
    await expect.element(screen.getByText('No se pudo leer el archivo').first()).toBeVisible();
    expect(reading).toHaveBeenCalledOnce();
  });

  it('leaves a link dragged within the page to the browser', async () => {
    await renderScreen(<UploadDrop blocked={false} />);
    drag('dragstart');
    expect(drag('dragover', addresses()).defaultPrevented).toBe(false);
    drag('dragend');
    expect(drag('dragover', addresses()).defaultPrevented).toBe(true);
  });
});

/** An upload button that is replaced when the other button is clicked, as when the first invoice arrives. */
function Moving() {
  const [isMoved, setIsMoved] = useState(false);
  return (
    <>
      <div key={String(isMoved)}>
        <UploadButton />
      </div>
      <button type="button" onClick={() => setIsMoved(true)}>
        Mover
      </button>
      <UploadDrop blocked={false} />
    </>
  );
}

it('[CAR-01] files are sent that were picked after the button was replaced', async () => {
  const sent = answer(uploadFile).with(() => new Refusal(422, 'INVALID_REQUEST', 'De prueba.'));
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  const screen = await renderScreen(<Moving />);
  await screen.getByRole('button', { name: 'Subir facturas' }).click();
  await screen.getByRole('button', { name: 'Mover' }).click();
  const dialog: unknown = opened.mock.contexts[0];
  if (!(dialog instanceof HTMLInputElement)) throw new Error('no dialog was opened');
  dialog.files = files().files;
  dialog.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => sent.map(({ body }) => body.fileName)).toEqual(['A-12.xml']);
});
