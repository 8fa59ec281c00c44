/** The view of a client's portal that an operator has opened in this tab. */
import { leaveFor } from './leave-for.ts';
import { lenderPaths } from './lender-paths.ts';
import { paths } from './paths.ts';
import { enterView, signOut } from './session.ts';
import { tabTexts } from './tab-texts.ts';

const NAME = 'view';
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const HASH = new RegExp(`^#ver=(${ID})\\.(${ID})$`);

/** Address at which the desk opens a view. The id alone opens nothing: the server also wants the operator's cookie. */
export const viewAddress = (viewId: string, clientId: string): string => `${paths.home}#ver=${viewId}.${clientId}`;

/** The client's page on the desk; null without a view. */
let desk: string | null = null;

/** Takes the view of the address, or the one that this tab already shows. To be called before the session is restored. */
export function takeView(): void {
  const taken = HASH.exec(window.location.hash);
  if (taken) {
    tabTexts.setItem(NAME, taken[0]);
    window.history.replaceState(null, '', window.location.pathname);
  }
  const [, viewId, clientId] = HASH.exec(tabTexts.getItem(NAME) ?? '') ?? [];
  if (viewId === undefined || clientId === undefined) return;
  desk = lenderPaths.client.replace('$clientId', clientId);
  enterView(viewId, leaveView);
}

/** Whether this tab shows a view. */
export const isInView = (): boolean => desk !== null;

/** Goes back to the client's page on the desk. */
export function leaveView(): Promise<never> {
  tabTexts.removeItem(NAME);
  return leaveFor(desk ?? lenderPaths.clients);
}

/** Ends the view on the server, and goes back. */
export async function endView(): Promise<never> {
  await signOut();
  return leaveView();
}
