import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { UploadDrop } from './upload-button.tsx';

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
    await expect.element(screen.getByText('Suelta aquí tus archivos XML')).toBeVisible();
    expect(drag('drop', addresses()).defaultPrevented).toBe(true);
    await expect
      .element(screen.getByText('El navegador no entregó ningún archivo. Usa «Subir facturas».'))
      .toBeVisible();
  });

  it('is refused, without leaving the portal, while uploading is blocked', async () => {
    const screen = await renderScreen(<UploadDrop blocked />);
    expect(drag('dragover', files()).defaultPrevented).toBe(true);
    await expect.element(screen.getByText('Suelta aquí tus archivos XML')).not.toBeInTheDocument();
    expect(drag('drop', files()).defaultPrevented).toBe(true);
  });

  it('leaves a link dragged within the page to the browser', async () => {
    await renderScreen(<UploadDrop blocked={false} />);
    drag('dragstart');
    expect(drag('dragover', addresses()).defaultPrevented).toBe(false);
    drag('dragend');
    expect(drag('dragover', addresses()).defaultPrevented).toBe(true);
  });
});
