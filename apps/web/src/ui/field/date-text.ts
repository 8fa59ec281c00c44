/** Dates as typed and pasted. Plain strings both ways, so that forms load no calendar library. */

/** Inserts the slashes while digits are typed: "0112" → "01/12/", "01122026" → "01/12/2026". */
export function maskDate(typed: string, previous: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(typed);
  if (iso) return `${iso[3]}/${iso[2]}/${iso[1]}`;
  const separated = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(typed);
  if (separated) return `${separated[1]?.padStart(2, '0')}/${separated[2]?.padStart(2, '0')}/${separated[3]}`;
  const deleting = typed.length < previous.length;
  if (/^\d[/.\- ]/.test(typed)) return maskDate(`0${typed}`, previous);
  if (/^\d{2}\/\d[/.\- ]/.test(typed)) return maskDate(`${typed.slice(0, 3)}0${typed.slice(3)}`, previous);
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean);
  const text = parts.join('/');
  const complete = (digits.length === 2 && text.length === 2) || (digits.length === 4 && text.length === 5);
  return complete && !deleting ? `${text}/` : text;
}

/** "31/12/2026" → "2026-12-31"; null for anything but a complete, valid date. */
export function dateFromText(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const iso = `${year}-${month}-${day}`;
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
}
