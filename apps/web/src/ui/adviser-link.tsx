import { brand } from '../lib/brand.ts';
import { useUser } from '../lib/session.ts';
import css from './adviser-link.module.css';

const DIGITS_OF_MEXICO = 10;

/** Writes to the client's adviser by WhatsApp, beginning with `about`, or to the lender; nothing if neither has a number. */
export function AdviserLink({ about, children }: { about?: string; children: string }) {
  const digits = useUser().client?.promoterPhone.replace(/\D/g, '') || (brand.supportWhatsApp ?? '');
  if (digits === '') return null;
  const number = digits.length === DIGITS_OF_MEXICO ? `52${digits}` : digits;
  return (
    <a
      className={css.link}
      href={`https://wa.me/${number}${about ? `?text=${encodeURIComponent(about.toWellFormed())}` : ''}`}
      target="_blank"
      rel="noreferrer"
      data-print="hide"
    >
      {children}
    </a>
  );
}
