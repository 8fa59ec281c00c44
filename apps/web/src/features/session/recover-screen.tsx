import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { Logo } from '../../ui/logo.tsx';
import { es } from './es.ts';
import css from './login.module.css';

/** Where the link of the sign-in page leads: who can restore a password. */
export function RecoverScreen() {
  return (
    <div className={css.screen}>
      <main className={css.card}>
        <Logo />
        <h1 tabIndex={-1}>{es.recover.title}</h1>
        <p>{es.recover.text}</p>
        <Link to={paths.login}>{es.recover.back}</Link>
      </main>
    </div>
  );
}
