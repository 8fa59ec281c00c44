import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { paths, safeReturnTo } from '../../lib/paths.ts';
import { Logo } from '../../ui/logo.tsx';
import { es } from './es.ts';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

const route = getRouteApi('/login');

/** [SES-01] The sign-in page; `?email=` fills the username in. */
export function LoginScreen({ footer }: { footer?: string }) {
  const { email, returnTo } = route.useSearch();
  const router = useRouter();
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 tabIndex={-1}>{es.title}</h1>
        <LoginForm email={email} onSignedIn={() => router.history.push(safeReturnTo(returnTo))}>
          <Link to={paths.recoverPass} className={css.forgot}>
            {es.forgot}
          </Link>
        </LoginForm>
      </main>
      {footer ? <footer className={css.footer}>{footer}</footer> : null}
    </div>
  );
}
