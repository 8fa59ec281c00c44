/**
 * One event stream for all visible pages of a user in this browser: over HTTP/1.1 seven streams would block every other
 * call. The page that holds the lock reads the stream and passes it on; when it is hidden or closed, the next page
 * continues. Plain http has no locks; there each page has a stream of its own.
 */
import { nouns, type PortalEvent } from '@anticipa/contract/events';
import { eventPosition, setEventPosition } from './event-position.ts';
import { isKnown, type Listeners, listen } from './event-stream.ts';
import { hasParts, isText } from './shape.ts';

const isPassedOn = hasParts<{ event: PortalEvent; position: string }>({ event: isKnown, position: isText });
const isPosition = hasParts<{ position: string }>({ position: isText });

/** Has every screen but that of the sessions read again: nobody knows which events a lost connection missed. */
const missed = nouns.filter((noun) => noun !== 'session').map((noun): PortalEvent => ({ noun, ids: [] }));

/** `listen` for one of several pages of a user. */
export async function listenTogether(
  userId: string,
  on: Listeners,
  signal: AbortSignal,
  connectedBefore: boolean,
): Promise<void> {
  if (!('locks' in navigator)) return await listen(on, signal, connectedBefore);
  const name = `anticipa.events.${userId}`;
  const pages = new BroadcastChannel(name);
  let isReading = false;
  let isBack = connectedBefore;

  pages.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'joined' && isReading) pages.postMessage({ position: eventPosition() });
    else if (data === 'back') on.back();
    else if (isPassedOn(data)) {
      setEventPosition(data.position);
      on.event(data.event);
    } else if (isPosition(data)) {
      if (isBack) on.back();
      isBack = false;
      if (data.position !== eventPosition()) for (const event of missed) on.event(event);
      setEventPosition(data.position);
    }
  };
  const read = (): Promise<void> => {
    isReading = true;
    pages.postMessage({ position: eventPosition() });
    const passOn: Listeners = {
      event: (event) => {
        on.event(event);
        pages.postMessage({ event, position: eventPosition() });
      },
      back: () => {
        on.back();
        pages.postMessage('back');
      },
    };
    return listen(passOn, signal, isBack);
  };
  pages.postMessage('joined');
  await navigator.locks.request(name, { signal }, read).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
  pages.close();
}
