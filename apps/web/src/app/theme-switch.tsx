import { useSelector } from '@tanstack/react-store';
import { useId } from 'react';
import { theme, themes } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/overlay/popover.tsx';
import { es } from './es.ts';
import css from './theme-switch.module.css';

/** Light, dark, or as the device prefers; stored on the device. */
export function ThemeSwitch() {
  const name = useId();
  const chosen = useSelector(theme);
  const texts = es.theme;
  return (
    <Popover
      label={texts.legend}
      trigger={(button) => <IconButton icon="contrast" label={texts.button(texts.options[chosen])} {...button} />}
    >
      <fieldset className={css.options}>
        <legend className={css.legend}>{texts.legend}</legend>
        {themes.map((value) => (
          <label key={value} className={css.option}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => theme.set(value)} />
            {texts.options[value]}
          </label>
        ))}
        <p className="quiet">{texts.help}</p>
      </fieldset>
    </Popover>
  );
}
