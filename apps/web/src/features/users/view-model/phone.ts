import { formatPhone, phoneDigits } from '@anticipa/domain/user';

export interface Typed {
  readonly text: string;
  /** Where the caret belongs afterwards, in characters from the start. */
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
 * The mask (###)-###-##-## around what was typed, pasted or deleted. `caret` is where the browser put it in `typed`. A
 * number that begins with + stays as it is until it is whole, so that +52 can be typed as well as pasted.
 */
export function maskPhone(before: string, typed: string, caret: number): Typed {
  const digits = digitsIn(typed);
  if (typed.trimStart().startsWith('+') && digits.length < DIGITS + 2) return { text: typed, caret };
  const oneMore = typed.length === before.length + 1;
  // An eleventh digit typed by mistake must not push the first one out.
  if (oneMore && digits.length > DIGITS && digitsIn(before).length === DIGITS) {
    return { text: before, caret: Math.max(0, caret - 1) };
  }
  const oneLess = typed.length === before.length - 1;
  if (oneLess && digits === digitsIn(before)) return withoutDigit(digits, digitsIn(typed.slice(0, caret)).length);
  const text = formatPhone(typed);
  const national = digits.length - phoneDigits(typed).length;
  const left = Math.max(0, digitsIn(typed.slice(0, caret)).length - national);
  return { text, caret: caret >= typed.length ? text.length : positionAfter(text, left) };
}

/** Deleting a sign of the mask means the digit before it; otherwise the sign would come back at once. */
function withoutDigit(digits: string, left: number): Typed {
  const text = formatPhone(digits.slice(0, Math.max(0, left - 1)) + digits.slice(left));
  return { text, caret: positionAfter(text, Math.max(0, left - 1)) };
}
