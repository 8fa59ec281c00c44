/** Moves the focus from a control that is about to remove its table row to the same control of the row beside it. */
export function leaveRow(control: HTMLButtonElement): void {
  const row = control.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !beside) return;
  const buttons = [...row.querySelectorAll('button')];
  // Counted from the end: a row may have more buttons than its neighbour.
  const position = buttons.indexOf(control) - buttons.length;
  [...beside.querySelectorAll('button')].at(position)?.focus();
}
