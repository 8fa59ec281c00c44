/** A deliberate sign-out: no tab of this browser keeps showing figures or storing input. */
import { newUuid } from './api-client.ts';
import { deviceText, lastAdviser, lastUser } from './device-setting.ts';
import { leaveFor } from './leave-for.ts';
import { endPush } from './push-browser.ts';
import { type LoginSearch, loginAddress } from './search.ts';
import { forgetSession, signOut } from './session.ts';
import { clearTab, tabTexts } from './tab-texts.ts';

const NAME = 'sign-out';
const tabs = new BroadcastChannel(`anticipa.${NAME}`);
/** Identifies the last deliberate sign-out, for tabs that are not running or show another site meanwhile. */
const lastSignOut = deviceText(NAME);

/** The sign-in page is a separate document: loading it also clears the previous user's data from memory. */
export function redirectToLogin(search: LoginSearch = {}): Promise<never> {
  return leaveFor(loginAddress(search));
}

/** A push service that does not answer keeps nobody signed in. */
const PATIENCE_MS = 3000;

/** Ends the session in every tab of this browser, and the notices that are pushed to it. */
export async function endSession(): Promise<void> {
  const ending = endPush().catch((error: unknown) => console.error('push was not ended', error));
  await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await signOut();
  clearTab();
  lastSignOut.write(newUuid());
  lastUser.write('');
  lastAdviser.write('');
  tabs.postMessage(null);
}

/** Ends the session and takes every tab of this browser to the sign-in page. */
export async function signOutOfAllTabs(): Promise<never> {
  await endSession();
  return await redirectToLogin();
}

/** Leaves this tab when the user signs out in another one. Returns a function that stops it. */
export function followSignOut(): () => void {
  const follow = (): void => {
    forgetSession();
    clearTab();
    void redirectToLogin();
  };
  tabs.addEventListener('message', follow);
  return () => tabs.removeEventListener('message', follow);
}

/** Clears this tab if the user has signed out in another one since it was last open. */
export function forgetBeforeSignOut(): void {
  const last = lastSignOut.read();
  if (last === null || tabTexts.getItem(NAME) === last) return;
  clearTab();
  tabTexts.setItem(NAME, last);
}
