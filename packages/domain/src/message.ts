/** Messages of the portal that an operator may send again. */

/** States in which nothing more happens to a message and its content is still wanted. */
const ended: readonly string[] = ['bounced', 'given-up', 'sent'];

/**
 * Why an operator cannot send a message again; null if nothing is against it. A phone would show the notice as a second event, and a
 * notice that did not reach it has gone by mail; a link to set a password is made anew by another invitation.
 */
export function repeatProblem({ kind, state }: { readonly kind: string; readonly state: string }) {
  if (kind === 'whatsapp' || kind === 'push') return 'MESSAGE_TO_PHONE';
  if (kind === 'recovery-link') return 'MESSAGE_HAS_LINK';
  return ended.includes(state) ? null : 'MESSAGE_NOT_ENDED';
}
