import type { MouseEvent, ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import type { SignedIn } from '../../lib/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { es } from './es.ts';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

/** [SES-01] The sign-in screen; `email` prefills the username. */
export function LoginScreen(props: {
  email: string | undefined;
  footer: ReactNode;
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
  onForgotten: () => void;
}) {
  const { email, footer, onSignedIn, onForgotten } = props;
  const recover = (event: MouseEvent): void => {
    // With a modifier key the browser opens the link elsewhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onForgotten();
  };
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 tabIndex={-1}>{es.title}</h1>
        {navigator.cookieEnabled ? null : <p role="status">{es.cookiesBlocked}</p>}
        <LoginForm email={email} onSignedIn={onSignedIn}>
          <a href={paths.recoverPass} className={css.forgot} onClick={recover}>
            {es.forgot}
          </a>
        </LoginForm>
      </main>
      <footer className={css.footer}>{footer}</footer>
    </div>
  );
}
