/** ZIP archives whose files are made one after the other while the archive is sent, so that only one is in memory. */
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  /** Path in the archive, with `/` between folders. */
  readonly path: string;
  readonly content: Uint8Array | Readable;
}

/**
 * The archive as a stream. The next file is asked for once the last one was read; an error ends the stream without the archive's
 * directory, so that no program takes a part for the whole.
 */
export function archiveOf(files: AsyncIterable<ArchivedFile>, madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  zip.on('error', (cause) => output.destroy(cause instanceof Error ? cause : new Error('the archive was not written')));
  // Sheets and PDF are compressed already, and each compressor would stay in memory with its bytes until the archive ends.
  const add = (path: string, held: { content: ArchivedFile['content'] | null }): Promise<void> =>
    new Promise((resolve, reject) => {
      zip.addReadStreamLazy(path, { mtime: madeAt, compress: false }, (use) => {
        const stream = held.content instanceof Readable ? held.content : Readable.from([held.content]);
        held.content = null;
        finished(stream, { writable: false, signal: stop.signal }).then(resolve, reject);
        use(null, stream);
      });
    });
  const fill = async (): Promise<void> => {
    for await (const { path, content } of files) await add(path, { content });
    zip.end();
  };
  fill().catch((cause: unknown) => {
    if (!output.destroyed) output.destroy(cause instanceof Error ? cause : new Error('the archive was not written'));
  });
  return output;
}
