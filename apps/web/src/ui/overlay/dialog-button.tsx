import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../button.tsx';

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: ButtonProps & { dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  );
}
