/** Moves the focus from a control about to remove its table row to the same control in the adjacent row. */
export function leaveRow(control: HTMLButtonElement): void {
  const row = control.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !beside) return;
  const buttons = [...row.querySelectorAll('button')];
  // Counted from the end: rows may have different numbers of buttons.
  const position = buttons.indexOf(control) - buttons.length;
  [...beside.querySelectorAll('button')].at(position)?.focus();
}
