import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** A button that picks files; `label` names it and its hidden input. */
export function PickButton(
  props: Pick<ButtonProps, 'variant' | 'busy'> & {
    label: string;
    accept: string;
    multiple?: boolean;
    onPick: (files: readonly File[]) => void;
  },
) {
  const { label, accept, multiple, onPick, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="upload" {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) onPick(files);
          // Picking the same file again must fire another change event.
          target.value = '';
        }}
      />
    </>
  );
}
