import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './drop-area.module.css';
import { Icon } from './icon.tsx';

export interface DropAreaProps {
  readonly title: string;
  readonly hint: ReactNode;
  /** What the button that opens the file picker says. */
  readonly pick: string;
  /** The picker's filter, for example ".xml,text/xml"; what is dropped is not filtered, so that the caller can say why. */
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files, dropped or picked, folders included. Everything reaches `onFiles`; judging them is the caller's. */
export function DropArea({ title, hint, pick, accept, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    // The entries must be taken before the first await: the list empties when the event is over.
    const entries = [...event.dataTransfer.items]
      .map((item) => item.webkitGetAsEntry())
      .filter((entry) => entry !== null);
    const plain = [...event.dataTransfer.files];
    onFiles(entries.some((entry) => entry.isDirectory) ? (await Promise.all(entries.map(filesIn))).flat() : plain);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      className={css.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false);
      }}
      onDrop={(event) => void onDrop(event)}
    >
      <Icon name="upload" size={28} />
      <strong>{title}</strong>
      <p className={css.hint}>{hint}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {pick}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        hidden
        aria-label={pick}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that choosing the same file again is a change too.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry instanceof FileSystemFileEntry)
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const found: FileSystemEntry[] = [];
  // A reader hands out at most a hundred entries at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    found.push(...batch);
  }
  return (await Promise.all(found.map(filesIn))).flat();
}
