import { QrCode } from '../../../ui/qr-code.tsx';
import css from '../login.module.css';
import { es } from './es.ts';

const texts = es.secondFactor;

/** In groups of four, for typing it into a phone. */
const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** The secret of an authenticator app, to scan with one, to type, or to open in one on this device. */
export function AppSecret({ app }: { app: { readonly secret: string; readonly uri: string } }) {
  return (
    <>
      <div className={css.qr}>
        <QrCode text={app.uri} />
      </div>
      <p>
        {texts.secret}: <strong className={css.key}>{grouped(app.secret)}</strong>
      </p>
      <a href={app.uri} className={css.app}>
        {texts.open}
      </a>
    </>
  );
}
