import { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * Sends everything written in one turn of the event loop at once: statements that do not wait for one another reach the
 * server together, and wake it once.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override write(bytes: Uint8Array | string, done?: Done): boolean;
  override write(text: Uint8Array | string, encoding?: BufferEncoding, done?: Done): boolean;
  override write(bytes: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return typeof encoding === 'function' ? super.write(bytes, encoding) : super.write(bytes, encoding, done);
  }
}
