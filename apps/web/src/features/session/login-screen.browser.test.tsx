import { login, startSecondFactor } from '@anticipa/contract/session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SignedIn } from '../../lib/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser } from '../../testing/signed-in.ts';
import { LoginScreen } from './login-screen.tsx';

afterEach(() => vi.restoreAllMocks());

it.each([false, true])(
  '[SES-01] explains that a reload ends the session if cookies are blocked (allowed: %s)',
  async (allowed) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(allowed);
    const screen = await renderScreen(
      <LoginScreen email={undefined} footer="" onSignedIn={async () => {}} onForgotten={() => {}} />,
    );
    await expect.element(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.getByText(/^Tu navegador bloquea las cookies/).length).toBe(allowed ? 0 : 1);
  },
);

describe('the second factor of an operator', () => {
  const user = aUser({ kind: 'operator', client: null, clientId: null });
  const refusals = {
    needed: new Refusal(401, 'SECOND_FACTOR_NEEDED', 'Escribe el código.'),
    missing: new Refusal(401, 'SECOND_FACTOR_MISSING', 'Agrega la cuenta.'),
    wrong: new Refusal(401, 'WRONG_CODE', 'El código no es correcto, o ya se usó o venció.'),
  };
  const codes = Array.from({ length: 10 }, (_, number) => `AAAA-BBBB-CCCC-DDD${'ABCDEFGHIJ'[number]}`);

  /** Signs in by password at a server that asks for `code` first. */
  async function enter(first: Refusal, recoveryCodes?: string[]) {
    const calls = answer(login).with(({ body: { code } }) => {
      if (code === undefined) return first;
      return code === '123456'
        ? { user, token: 'token', recoverKey: null, ...(recoveryCodes && { recoveryCodes }) }
        : refusals.wrong;
    });
    const signedIn: SignedIn[] = [];
    const screen = await renderScreen(
      <LoginScreen
        email="operador@anticipa.test"
        footer=""
        onSignedIn={async (one) => void signedIn.push(one)}
        onForgotten={() => {}}
      />,
    );
    await userEvent.keyboard('secreto-de-ana{Enter}');
    const field = screen.getByLabelText('Código');
    await expect.element(field).toHaveFocus();
    return { screen, calls, signedIn, field };
  }

  it('[OPE-01] is asked for after the password; a wrong code is explained at its field', async () => {
    const { screen, calls, signedIn, field } = await enter(refusals.needed);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('El código es requerido')).toBeVisible();
    await userEvent.keyboard('000001{Enter}');
    await expect.element(screen.getByText('El código no es correcto, o ya se usó o venció.')).toBeVisible();
    await expect.element(field).toHaveFocus();
    await userEvent.fill(field, '123456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => signedIn).toHaveLength(1);
    expect(calls.map(({ body }) => [body.password, body.code])).toEqual([
      ['secreto-de-ana', undefined],
      ['secreto-de-ana', '000001'],
      ['secreto-de-ana', '123456'],
    ]);
  });

  it('[OPE-01] leads back to the password', async () => {
    const { screen } = await enter(refusals.needed);
    await userEvent.click(screen.getByRole('button', { name: 'Usar otra cuenta' }));
    await expect.element(screen.getByLabelText('Email')).toHaveValue('operador@anticipa.test');
  });

  const passkey = {
    challenge: 'AAAA',
    rp: { name: 'Anticipa', id: 'localhost' },
    user: { id: 'AAAA', name: 'a@b.mx', displayName: '' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'discouraged' as const, userVerification: 'preferred' as const },
  };

  it('[OPE-01] is enrolled at the first sign-in; its recovery codes are shown before the portal opens', async () => {
    answer(startSecondFactor).with(() => ({
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Anticipa:x?secret=J',
      passkey,
    }));
    const { screen, signedIn } = await enter(refusals.missing, codes);
    await expect.element(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await userEvent.keyboard('123456{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Guarda tus códigos de recuperación' })).toHaveFocus();
    expect(
      screen
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    clipboard.mockRejectedValueOnce(new Error('denied'));
    await userEvent.click(screen.getByRole('button', { name: 'Copiar los códigos' }));
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/no permitió copiar/);
    await userEvent.click(screen.getByRole('button', { name: 'Copiar los códigos' }));
    await expect.element(screen.getByRole('button', { name: 'Se copiaron los códigos' })).toBeVisible();
    expect(clipboard).toHaveBeenLastCalledWith(codes.join('\n'));
    expect(screen.getByRole('alert').length).toBe(0);
    expect(signedIn).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }));
    await expect.poll(() => signedIn).toHaveLength(1);
  });
});
