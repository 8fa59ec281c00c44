import { type ReactElement, useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Switch } from './checkbox.tsx';
import { DateField } from './date-field.tsx';
import { PasswordField, TextArea, TextField } from './field.tsx';
import { useCheckedForm } from './use-checked-form.ts';

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

/** Text that a screen reader was asked to announce. */
const spoken = (): string => document.querySelector('[data-live-announcer]')?.textContent ?? '';

function Form() {
  const [values, setValues] = useState({ name: '' });
  const { field } = useCheckedForm({
    values,
    onChange: setValues,
    errorsOf: ({ name }) => (/\d/.test(name) ? { name: 'Sin cifras' } : {}),
  });
  return <TextField label="Nombre" {...field('name')} />;
}

it('an error found on leaving a field is announced', async () => {
  const screen = await renderScreen(<Form />);
  await userEvent.fill(screen.getByLabelText('Nombre'), 'Ana 1');
  await userEvent.keyboard('{Tab}');
  await expect.poll(spoken).toContain('Sin cifras');
});
