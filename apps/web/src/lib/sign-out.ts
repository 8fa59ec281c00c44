/** A deliberate sign-out: no tab of this browser keeps showing figures or storing input. */
import { type LoginSearch, loginAddress } from './search.ts';
import { forgetSession, signOut } from './session.ts';
import { clearTab } from './tab-texts.ts';

const tabs = new BroadcastChannel('anticipa.sign-out');

/** The sign-in page is a separate document: loading it also clears the previous user's data from memory. */
export function redirectToLogin(search: LoginSearch = {}): Promise<never> {
  window.location.replace(loginAddress(search));
  return new Promise(() => {});
}

/** Ends the session and takes every tab of this browser to the sign-in page. */
export async function signOutOfAllTabs(): Promise<never> {
  await signOut();
  clearTab();
  tabs.postMessage(null);
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
