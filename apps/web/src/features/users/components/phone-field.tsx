import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from '../../../ui/field/field.tsx';
import { maskPhone } from '../view-model/phone.ts';

/**
 * [PER-04] A phone number behind the mask (###)-###-##-##, which accepts pasted numbers. `before`: the previous text.
 */
export function PhoneField({
  before,
  onChange,
  ...field
}: ComponentProps<typeof TextField> & { before: string; onChange: (event: ChangeEvent<HTMLInputElement>) => unknown }) {
  const mask = (event: ChangeEvent<HTMLInputElement>): void => {
    const input = event.target;
    const { text, caret } = maskPhone(before, input.value, input.selectionStart ?? input.value.length);
    input.value = text;
    // Autofill also fills unfocused fields, where Safari would move the focus.
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
    onChange(event);
  };
  return <TextField {...field} type="tel" inputMode="tel" onChange={mask} />;
}
