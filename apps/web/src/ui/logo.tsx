import { isWide } from '@anticipa/domain/logo';
import { brand } from '../lib/brand.ts';
import css from './logo.module.css';

const HEIGHT = 28;

/** The lender's logo and its name; a wide logo contains the name. */
export function Logo() {
  const { name, logo } = brand;
  const width = Math.round((logo.width / logo.height) * HEIGHT);
  return (
    <span className={css.logo} role="img" aria-label={name}>
      {logo.url === '' ? null : (
        <img
          src={logo.url}
          width={width}
          height={HEIGHT}
          alt=""
          data-uploaded={!logo.url.startsWith('/brand/mark.svg') || undefined}
        />
      )}
      {isWide(logo) ? null : (
        <span className={css.name} aria-hidden="true">
          {name}
        </span>
      )}
    </span>
  );
}
