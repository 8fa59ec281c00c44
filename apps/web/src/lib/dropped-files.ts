export interface Dropped {
  readonly files: readonly File[];
  /** Names of the files and folders that the browser could not read. */
  readonly unreadable: readonly string[];
}

/** The dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The list is readable only during the event: take the entries before awaiting.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return { files: [...transfer.files], unreadable: [] };
  return await filesIn(entries);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<Dropped> {
  const dropped = await Promise.all(
    entries.map((entry) => filesUnder(entry).catch((): Dropped => ({ files: [], unreadable: [entry.name] }))),
  );
  return {
    files: dropped.flatMap(({ files }) => files),
    unreadable: dropped.flatMap(({ unreadable }) => unreadable),
  };
}

async function filesUnder(entry: FileSystemEntry): Promise<Dropped> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return { files: [file], unreadable: [] };
  }
  if (!isDirectory(entry)) return { files: [], unreadable: [] };
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns at most 100 entries per call and an empty list at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    children.push(...some);
  }
  return await filesIn(children.filter(({ name }) => !name.startsWith('.')));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
