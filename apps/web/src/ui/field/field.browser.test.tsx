import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Switch } from './checkbox.tsx';
import { DateField } from './date-field.tsx';
import { PasswordField, TextArea, TextField } from './field.tsx';

const ignore = (): void => {};
const texts = { help: 'Para qué sirve', error: 'Qué está mal' };

it.each<[string, ReactElement]>([
  ['one line of text', <TextField key="field" label="Dato" {...texts} />],
  ['several lines of text', <TextArea key="field" label="Dato" {...texts} />],
  ['a password', <PasswordField key="field" label="Dato" {...texts} />],
  ['a date', <DateField key="field" label="Dato" {...texts} value={null} onChange={ignore} today="2026-11-25" />],
  [
    'a setting',
    <Switch key="field" {...texts} checked={false} onChange={ignore}>
      Dato
    </Switch>,
  ],
])('a control for %s is described by its error and still by its help', async (_kind, control) => {
  const screen = await renderScreen(control);
  await expect
    .element(screen.getByLabelText('Dato', { exact: true }))
    .toHaveAccessibleDescription('Qué está mal Para qué sirve');
});
