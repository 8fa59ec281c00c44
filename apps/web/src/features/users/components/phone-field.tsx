import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/field/field.tsx';
import { maskPhone } from '../view-model/phone.ts';

/** [PER-04] A phone number behind the mask (###)-###-##-##, which takes what is pasted. */
export function PhoneField(props: {
  id: string;
  label: string;
  help: string;
  error?: string | undefined;
  autoComplete: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
}) {
  const { value, onChange, onBlur, ...field } = props;
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null);
  useLayoutEffect(() => {
    // React puts the caret at the end when the text is not the one that was typed.
    if (caret && document.activeElement === input.current) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const masked = maskPhone(value, target.value, target.selectionStart ?? target.value.length);
    onChange(masked.text);
    setCaret({ at: masked.caret });
  };
  return (
    <TextField {...field} ref={input} type="tel" inputMode="tel" value={value} onChange={change} onBlur={onBlur} />
  );
}
