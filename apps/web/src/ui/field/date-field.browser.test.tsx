import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import css from './date-field.module.css';
import { type Brought, DateField, type DateFieldProps } from './date-field.tsx';

/** A payment date from 26 November 2026 to 20 January 2027: Mondays to Fridays except Christmas. */
function PaymentDate(props: Pick<DateFieldProps, 'brings'>) {
  const [date, setDate] = useState<string | null>('2026-12-01');
  return (
    <DateField
      {...props}
      label="Fecha de pago"
      value={date}
      onChange={setDate}
      today="2026-11-25"
      min="2026-11-26"
      max="2027-01-20"
      allowed={(day) => ![0, 6].includes(new Date(day).getUTCDay()) && day !== '2026-12-25'}
      holiday={(day) => (day === '2026-12-25' ? 'Navidad' : null)}
    />
  );
}

const brings: Brought = {
  caption: 'Debajo de cada día, lo que recibes.',
  on: (day) => (day > '2026-12-03' ? null : { short: `1${day.slice(-2)}`, full: `recibes MXN 1${day.slice(-2)}.00` }),
};

async function openCalendar(brought?: Brought) {
  const screen = await renderScreen(<PaymentDate {...(brought ? { brings: brought } : {})} />);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendario' }));
  const calendar = screen.getByRole('dialog', { name: 'Calendario' });
  const day = (name: string | RegExp) => calendar.getByRole('button', { name });
  await expect.element(day(/^1 diciembre 2026, martes, seleccionado/)).toHaveFocus();
  return { calendar, day, field: screen.getByLabelText('Fecha de pago') };
}

describe('the calendar of a date field', () => {
  it('puts each day below its weekday, weeks starting on Monday', async () => {
    const { calendar, day } = await openCalendar();
    const letters = [...calendar.element().querySelectorAll('th')].map((cell) => cell.textContent);
    expect(letters).toEqual(['L', 'M', 'M', 'J', 'V', 'S', 'D']);
    const column = (name: string): number => day(name).element().closest('td')?.cellIndex ?? -1;
    expect(column('1 diciembre 2026, martes, seleccionado')).toBe(1);
    expect(column('6 diciembre 2026, domingo')).toBe(6);
  });

  it('has the size of its placeholder, so that its first opening does not jump', async () => {
    const { calendar } = await openCalendar();
    const placeholder = document.createElement('div');
    placeholder.className = css.loading ?? '';
    document.body.append(placeholder);
    const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
    const shown = box(calendar.element().querySelector('table')?.parentElement);
    const reserved = box(placeholder);
    placeholder.remove();
    expect(reserved.width).toBe(shown.width);
    // The placeholder is between five weeks and six high.
    expect(Math.abs(reserved.height - shown.height)).toBeLessThanOrEqual(20);
  });

  it('names a closed day and does not pick it', async () => {
    const { day, field } = await openCalendar();
    const christmas = day('25 diciembre 2026, viernes, Navidad');
    await expect.element(christmas).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(christmas).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('01/12/2026');
    await expect.element(christmas).toBeVisible();
  });

  it('shows and names what each day brings, where it can be picked', async () => {
    const { calendar, day } = await openCalendar(brings);
    await expect.element(day('2 diciembre 2026, miércoles, recibes MXN 102.00')).toHaveAttribute('data-short', '102');
    for (const without of ['4 diciembre 2026, viernes', '5 diciembre 2026, sábado'])
      await expect.element(day(without)).not.toHaveAttribute('data-short');
    await expect.element(calendar.getByText('Debajo de cada día, lo que recibes.')).toBeVisible();
  });

  it('picks by keyboard, closes, and returns the focus to its button', async () => {
    const { calendar, field } = await openCalendar();
    await userEvent.keyboard('{PageDown}{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('08/01/2027');
    await expect.element(calendar).not.toBeInTheDocument();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Abrir calendario');
  });

  it('offers no month beyond the limits and keeps the focus', async () => {
    const { calendar, day } = await openCalendar();
    await userEvent.click(calendar.getByRole('button', { name: 'Mes siguiente' }));
    await expect.element(day('20 enero 2027, miércoles')).toBeEnabled();
    await expect.element(day('21 enero 2027, jueves')).toBeDisabled();
    await expect.element(calendar.getByRole('button', { name: 'Mes siguiente' })).toBeDisabled();
    await expect.poll(() => calendar.element().contains(document.activeElement)).toBe(true);
  });

  it('closes on Escape and when the focus moves on, and takes the date typed', async () => {
    const { calendar, field } = await openCalendar();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(calendar).toBeVisible();
    await userEvent.fill(field, '15012027');
    await expect.element(field).toHaveValue('15/01/2027');
    await expect.element(calendar).not.toBeInTheDocument();
  });
});
