import { brand } from '../lib/brand.ts';
import css from './brand-footer.module.css';

/** The owner of the portal, its privacy notice, and how to reach it. */
export function BrandFooter({ copyright }: { copyright: (year: number, whose: string) => string }) {
  const { legalName, privacyUrl, supportPhone, supportWhatsApp, supportEmail } = brand;
  // A name such as 'S.A. de C.V.' ends with its own point.
  const whose = legalName.replace(/\.$/, '');
  return (
    <p className={css.footer}>
      <span>{copyright(new Date().getFullYear(), whose)}</span>
      {privacyUrl ? (
        <a href={privacyUrl} target="_blank" rel="noreferrer">
          Aviso de privacidad
        </a>
      ) : null}
      {supportPhone ? <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>{supportPhone}</a> : null}
      {supportWhatsApp ? (
        <a href={`https://wa.me/${supportWhatsApp}`} target="_blank" rel="noreferrer">
          WhatsApp
        </a>
      ) : null}
      {supportEmail ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : null}
    </p>
  );
}
