import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths, safeReturnTo } from '../../lib/paths.ts';
import { restoreSession, type SignedIn } from '../../lib/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { es } from './es.ts';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

const route = getRouteApi('/login');

/** [SES-01] The sign-in page; `?email=` fills the username in. [SES-03] Who must change the password goes there first. */
export function LoginScreen({ footer }: { footer?: string }) {
  const { email, returnTo } = route.useSearch();
  const router = useRouter();
  const goOn = ({ user, recoverKey }: SignedIn): void => {
    if (user.mustChangePassword) {
      const search = { e: user.email, ...(recoverKey ? { k: recoverKey } : {}) };
      void router.navigate({ to: paths.recoverPass, search });
    } else router.history.push(safeReturnTo(returnTo));
  };
  useEffect(() => {
    restoreSession()
      .then(({ status }) => status === 'signed-in' && router.history.replace(safeReturnTo(returnTo)))
      .catch(() => undefined);
  }, [router, returnTo]);
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 tabIndex={-1}>{es.title}</h1>
        <LoginForm email={email} onSignedIn={goOn}>
          <Link to={paths.recoverPass} className={css.forgot}>
            {es.forgot}
          </Link>
        </LoginForm>
      </main>
      {footer ? <footer className={css.footer}>{footer}</footer> : null}
    </div>
  );
}
