import { getSession, products } from '@anticipa/contract/session';
import { useLocation } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { call } from '../lib/api-client.ts';
import { forgetBeforeSignOut } from '../lib/sign-out.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { SessionGuard } from './session-guard.tsx';

it('[SES-08] a page restored by the back button shows nothing until its session is confirmed', async () => {
  const user = aUser();
  await signInAs(user);
  const asked = Promise.withResolvers<void>();
  answer(getSession).with(async () => {
    await asked.promise;
    return { isLoggedIn: true, user, token: null };
  });
  const screen = await renderScreen(
    <>
      <SessionGuard />
      <p>100,920.00</p>
    </>,
  );
  const figure = screen.getByText('100,920.00');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(figure).not.toBeVisible();
  asked.resolve();
  await expect.element(figure).toBeVisible();
});

const Address = () => <p>{useLocation().pathname}</p>;

it('[SES-06] signs out although another call finds the end of the session during the check', async () => {
  await signInAs(aUser());
  const asked = Promise.withResolvers<void>();
  const checks = answer(getSession).with(async () => {
    // The other call asks too, and is answered first.
    if (checks.length === 1) await asked.promise;
    return { isLoggedIn: false, user: null, token: null };
  });
  answer(products).with(() => new Refusal(401, 'NO_SESSION', 'La sesión ha terminado.'));
  const screen = await renderScreen(
    <>
      <SessionGuard />
      <Address />
    </>,
  );
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(() => checks.length).toBe(1);
  await expect(call(products, {})).rejects.toThrow();
  asked.resolve();
  await expect.element(screen.getByText('/logout')).toBeInTheDocument();
});

it.each([
  ['another user', 'another', true],
  ['the same user', aUser().userId, false],
  ['no user', null, false],
])('[SES-06] a tab of %s (%s) names the user of its next page: %s', async (_case, before, isNamed) => {
  if (before) sessionStorage.setItem('anticipa.user', before);
  await signInAs(aUser());
  const screen = await renderScreen(<SessionGuard />);
  await expect.poll(() => sessionStorage.getItem('anticipa.user')).toBe(aUser().userId);
  await expect
    .poll(() => screen.getByText('Ahora estás como Ana Ruiz Peña, de Comercial Ñandú.').length > 0)
    .toBe(isNamed);
});

it('[SES-06] a new tab names its user if the browser last showed the pages of another, who has not signed out', async () => {
  const announced = 'Ahora estás como Ana Ruiz Peña, de Comercial Ñandú.';
  localStorage.setItem('anticipa.user', 'another');
  await signInAs(aUser());
  const screen = await renderScreen(<SessionGuard />);
  await expect.element(screen.getByText(announced)).toBeVisible();
  await screen.unmount();
  sessionStorage.clear();
  const again = await renderScreen(<SessionGuard />);
  await expect.poll(() => sessionStorage.getItem('anticipa.user')).toBe(aUser().userId);
  expect(again.getByText(announced).length).toBe(0);
});

it('[SES-08] a tab that was not running during a sign-out is cleared when it opens again, once', () => {
  const draft = () => sessionStorage.getItem('anticipa.user-draft.1');
  sessionStorage.setItem('anticipa.user-draft.1', '{}');
  forgetBeforeSignOut();
  expect(draft()).toBe('{}');
  localStorage.setItem('anticipa.sign-out', 'a');
  forgetBeforeSignOut();
  expect(draft()).toBeNull();
  sessionStorage.setItem('anticipa.user-draft.1', '{}');
  forgetBeforeSignOut();
  expect(draft()).toBe('{}');
});
