import { type ComponentProps, createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';

const texts = { reading: 'Calculando…', retry: 'Reintentar' };

/** Previews in a dialog that are not there. */
interface Missing {
  readonly reading: number;
  readonly failed: number;
}

const MissingContext = createContext<Missing>({ reading: 0, failed: 0 });
const ChangeContext = createContext<(change: (missing: Missing) => Missing) => void>(() => undefined);

/** Within it nothing acts before its previews are shown. Every dialog has one. */
export function PreviewFirst({ children }: { children: ReactNode }) {
  const [missing, change] = useState<Missing>({ reading: 0, failed: 0 });
  return (
    <ChangeContext value={change}>
      <MissingContext value={missing}>{children}</MissingContext>
    </ChangeContext>
  );
}

interface Reading<T> {
  /** Undefined while it is read. */
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows what a dialog does, as the server foresees it; until then the dialog does not act. */
export function Preview<T>(props: { of: Reading<T>; reading?: string; children: (data: T) => ReactNode }) {
  const { of, reading = texts.reading, children } = props;
  const { data, error, refetch } = of;
  useMissing(error ? 'failed' : data === undefined ? 'reading' : null);
  if (error)
    return (
      <Notice
        tone="bad"
        title={failureText(error)}
        action={
          // A refusal comes again until something else is chosen.
          error instanceof ApiRefusal && error.status < 500 ? null : (
            <Button size="small" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          )
        }
      />
    );
  if (data === undefined) return <p role="status">{reading}</p>;
  return children(data);
}

/** Keeps the dialog around from acting before the screen is painted: no click comes between a choice and its preview. */
function useMissing(kind: keyof Missing | null): void {
  const change = use(ChangeContext);
  useLayoutEffect(() => {
    if (kind === null) return undefined;
    change((missing) => ({ ...missing, [kind]: missing[kind] + 1 }));
    return () => change((missing) => ({ ...missing, [kind]: missing[kind] - 1 }));
  }, [change, kind]);
}

/** The button with which a dialog acts. */
export function ActionButton({ busy = false, ...props }: ButtonProps) {
  const { reading, failed } = use(MissingContext);
  return <Button {...props} busy={busy || reading > 0} blocked={failed > 0} />;
}

/** The form with which a dialog acts, also by Enter in a field. */
export function ActionForm({ onSubmit, ...props }: ComponentProps<'form'>) {
  const { reading, failed } = use(MissingContext);
  return <form {...props} onSubmit={reading + failed > 0 ? (event) => event.preventDefault() : onSubmit} />;
}
