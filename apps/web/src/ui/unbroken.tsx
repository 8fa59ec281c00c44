import { Children, type ReactNode } from 'react';
import css from './unbroken.module.css';

/** "MXN 116,000.00" with its sign, and "21-nov-2026 7:39 am". */
const WHOLE = /((?:− )?(?:MXN|USD) −?[\d,]+(?:\.\d\d)?|\d\d-[a-z]{3}-\d{4} \d{1,2}:\d\d [ap]m)/;

/**
 * The same text, of which no amount and no instant is broken at its spaces and hyphens at the end of a line. Spaces and hyphens
 * that do not break would be copied, searched and compared with the text.
 */
export const unbroken = (text: ReactNode): ReactNode =>
  typeof text === 'string'
    ? inPieces(text)
    : Children.map(text, (part) => (typeof part === 'string' ? inPieces(part) : part));

function inPieces(text: string): ReactNode {
  const pieces = text.split(WHOLE);
  return pieces.length === 1
    ? text
    : pieces.map((piece, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no names
          <span key={place} className={css.unbroken}>
            {piece}
          </span>
        ) : (
          piece
        ),
      );
}
