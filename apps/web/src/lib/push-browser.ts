/** This browser's registration for push. */
import type * as contract from '@anticipa/contract/notices';
import { type Address, call } from './api-client.ts';

// The pages that sign out need no schema library, so the route is written by address.
const remove: Address<typeof contract.removePushBrowser> = { method: 'POST', path: '/api/notices/push/end' };
const WORKER = '/push.js';

/** Whether this browser can show notices that are pushed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

export interface BrowserKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const text = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The address of this browser at its push service; null if it is not registered. */
export async function registeredBrowser(): Promise<string | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

/** Asks the person and registers the browser; null if the person refuses. */
export async function registerBrowser(key: string): Promise<BrowserKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint } = subscription;
  return { endpoint, p256dh: text(subscription.getKey('p256dh')), auth: text(subscription.getKey('auth')) };
}

/** Ends the registration, at the server and in the browser, even if one of them fails. */
export async function endPush(): Promise<void> {
  if (!canPush()) return;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  const removing = call<typeof contract.removePushBrowser>(remove, { body: { endpoint } });
  const ended = await Promise.allSettled([removing, subscription.unsubscribe()]);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
