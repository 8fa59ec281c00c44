import { type ChangeEvent, createRef, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Dropped, droppedFiles } from '../../lib/dropped-files.ts';
import type { ActionButton } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { uploads } from './api.ts';
import { es } from './es.ts';
import css from './upload.module.css';
import { unpack } from './view-model/unpack.ts';

/**
 * The browser's dialog answers to this input alone. It belongs to the screen, because a button may be replaced while its
 * dialog is open.
 */
const picker = createRef<HTMLInputElement>();

/** [TAB-07] Picks files to upload. `disabledReason` explains why uploading is blocked. Needs `UploadDrop` on the screen. */
export function UploadButton(props: { variant?: 'primary' | 'secondary'; disabledReason?: string | null }) {
  return (
    <Button
      variant={props.variant ?? 'secondary'}
      icon="upload"
      id={'subir-facturas' satisfies ActionButton}
      disabledReason={props.disabledReason}
      onClick={() => picker.current?.click()}
    >
      {es.pick}
    </Button>
  );
}

function picked({ target }: ChangeEvent<HTMLInputElement>): void {
  addFiles([...(target.files ?? [])]);
  // Picking the same file again must fire another change event.
  target.value = '';
}

/** Sends the invoices among the files, also of archives. */
function addFiles(files: readonly File[], unreadable: readonly string[] = []): void {
  const lost = unreadable.map((name) => ({ name, why: es.unreadable }));
  void unpack(files).then(({ files: invoices, refused }) => uploads.add(invoices, [...lost, ...refused]));
}

function addDropped({ files, unreadable }: Dropped): void {
  if (files.length + unreadable.length > 0) addFiles(files, unreadable);
  else showToast({ text: es.dropEmpty, tone: 'bad' });
}

const target = (
  <div className={css.overlay}>
    <div className={css.target}>
      <Icon name="upload" size={40} />
      <strong>{es.drop}</strong>
      <span>{es.dropHelp}</span>
    </div>
  </div>
);

/** [CAR-01] Accepts files dropped anywhere on the screen, and those picked with an `UploadButton`. */
export function UploadDrop({ blocked }: { blocked: boolean }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // WebKitGTK names files by address only. Anything dragged within the page is not a file.
    let isOwn = false;
    const start = (): void => {
      isOwn = true;
    };
    const end = (): void => {
      isOwn = false;
    };
    const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
      !isOwn && ['Files', 'text/uri-list'].some((type) => dataTransfer?.types.includes(type));
    // `dragleave` fires for every element; only leaving the window has no related target.
    const leave = (event: DragEvent): void => {
      if (!event.relatedTarget) setOver(false);
    };
    const enter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      // Otherwise the browser would open the file instead of the portal.
      event.preventDefault();
      if (blocked && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      setOver(!blocked);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      if (!blocked) void droppedFiles(event.dataTransfer).then(addDropped);
    };
    window.addEventListener('dragstart', start);
    window.addEventListener('dragend', end);
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragstart', start);
      window.removeEventListener('dragend', end);
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [blocked]);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".xml,.zip,text/xml,application/xml,application/zip"
        multiple
        hidden
        onChange={picked}
      />
      {over ? createPortal(target, document.body) : null}
    </>
  );
}
