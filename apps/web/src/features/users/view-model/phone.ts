import { formatPhone, phoneDigits } from '@anticipa/domain/user';

export interface Typed {
  readonly text: string;
  /** Position of the caret afterwards, in characters from the start. */
  readonly caret: number;
}

const DIGITS = 10;
const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The position after the given number of digits. */
function positionAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at;
    if (/\d/.test(text[at] ?? '')) seen += 1;
  }
  return text.length;
}

/**
 * Applies the mask (###)-###-##-## to typed, pasted or deleted text. `caret` is the browser's position in `typed`. A
 * number starting with + stays unmasked until complete, so that +52 can be typed as well as pasted.
 */
export function maskPhone(before: string, typed: string, caret: number): Typed {
  const digits = digitsIn(typed);
  if (typed.trimStart().startsWith('+') && digits.length < DIGITS + 2) return { text: typed, caret };
  const oneMore = typed.length === before.length + 1;
  // An eleventh digit must not push the first one out. No area code begins with 52: the rest of the number follows it.
  if (oneMore && digits.length > DIGITS && digitsIn(before).length === DIGITS && !digits.startsWith('52')) {
    return { text: before, caret: Math.max(0, caret - 1) };
  }
  const oneLess = typed.length === before.length - 1;
  if (oneLess && digits === digitsIn(before)) return withoutDigit(digits, digitsIn(typed.slice(0, caret)).length);
  const text = formatPhone(typed);
  const national = digits.length - phoneDigits(typed).length;
  const left = Math.max(0, digitsIn(typed.slice(0, caret)).length - national);
  return { text, caret: caret >= typed.length ? text.length : positionAfter(text, left) };
}

/** Deleting a character of the mask deletes the digit before it; otherwise the mask would restore it. */
function withoutDigit(digits: string, left: number): Typed {
  const text = formatPhone(digits.slice(0, Math.max(0, left - 1)) + digits.slice(left));
  return { text, caret: positionAfter(text, Math.max(0, left - 1)) };
}
