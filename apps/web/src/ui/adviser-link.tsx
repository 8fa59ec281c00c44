import { useUser } from '../lib/session.ts';
import css from './adviser-link.module.css';

const DIGITS_OF_MEXICO = 10;

/** Writes to the client's adviser by WhatsApp, beginning with `about`; nothing if the adviser's phone is unknown. */
export function AdviserLink({ about, children }: { about?: string; children: string }) {
  const digits = useUser().client?.promoterPhone.replace(/\D/g, '') ?? '';
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
