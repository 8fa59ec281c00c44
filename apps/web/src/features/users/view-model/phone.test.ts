import { describe, expect, it } from 'vitest';
import { maskPhone } from './phone.ts';

const type = (keys: string, start = ''): string =>
  [...keys].reduce((text, key) => maskPhone(text, text + key, text.length + 1).text, start);
const backspace = (text: string, caret = text.length) =>
  maskPhone(text, text.slice(0, caret - 1) + text.slice(caret), caret - 1);
const paste = (text: string): string => maskPhone('', text, text.length).text;

describe('the phone mask', () => {
  it('[PER-04] formats (###)-###-##-## while typing', () => {
    expect(type('5512345678')).toBe('(551)-234-56-78');
    expect(type('55')).toBe('(55)');
    expect(type('5512')).toBe('(551)-2');
  });

  it('[PER-04] ignores letters and surplus digits', () => {
    expect(type('55a12x345678')).toBe('(551)-234-56-78');
    expect(type('9', '(551)-234-56-78')).toBe('(551)-234-56-78');
  });

  it.each([
    '+52 55 1234 5678',
    '+525512345678',
    '52 5512345678',
    '+52 1 55 1234 5678',
    '(551) 234-5678',
    '55-12-34-56-78',
    '551.234.5678',
    '044 55 1234 5678',
    '55-1234-5678 ext 12',
  ])('[PER-04] accepts the pasted %s', (text) => {
    expect(paste(text)).toBe('(551)-234-56-78');
  });

  it('[PER-04] lets +52 be typed too', () => {
    expect(type('+52 5512345678')).toBe('(551)-234-56-78');
    expect(type('+52 55')).toBe('+52 55');
    expect(type('525512345678')).toBe('(551)-234-56-78');
    expect(type('5215512345678')).toBe('(551)-234-56-78');
    expect(type('0445512345678')).toBe('(551)-234-56-78');
    expect(type('015512345678')).toBe('(551)-234-56-78');
  });

  it('[PER-04] deletes digit by digit, across characters of the mask', () => {
    let text = '(551)-234-56-78';
    const seen: string[] = [];
    while (text) {
      text = backspace(text).text;
      seen.push(text);
    }
    expect(seen).toEqual([
      '(551)-234-56-7',
      '(551)-234-56',
      '(551)-234-5',
      '(551)-234',
      '(551)-23',
      '(551)-2',
      '(551)',
      '(55)',
      '(5)',
      '',
    ]);
  });

  it('[PER-04] keeps the caret in place while correcting', () => {
    expect(backspace('(551)-234-56-78', 8)).toEqual({ text: '(551)-245-67-8', caret: 7 });
    expect(backspace('(551)-234-56-78', 6)).toEqual({ text: '(552)-345-67-8', caret: 3 });
    expect(maskPhone('(551)-24', '(551)-324', 7)).toEqual({ text: '(551)-324', caret: 7 });
  });
});
