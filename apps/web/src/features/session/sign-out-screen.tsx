import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { signOutOfAllTabs } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { es } from './es.ts';
import css from './login.module.css';

/** [SES-08] Asks before signing out: a link anywhere can open this page. */
export function SignOutScreen() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = (): void => {
    setIsLeaving(true);
    void signOutOfAllTabs();
  };
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 tabIndex={-1}>{es.signOut.title}</h1>
        <p>{es.signOut.text}</p>
        <Button variant="primary" fullWidth busy={isLeaving} onClick={leave}>
          {es.signOut.submit}
        </Button>
        <Link to={paths.home} className={css.forgot}>
          {es.signOut.back}
        </Link>
      </main>
    </div>
  );
}
