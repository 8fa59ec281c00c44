import { useLayoutEffect, useRef } from 'react';
import { useToast, useToastRegion } from 'react-aria/useToast';
import type { QueuedToast, ToastState } from 'react-stately/useToastState';
import { floatAboveEdge } from '../bottom-edge.ts';
import { Button, IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import css from './toast.module.css';
import type { Toast } from './toast.tsx';

const icons = { good: 'check', bad: 'alert', neutral: 'info' } as const satisfies Record<string, IconName>;

/** The visible toasts. */
export function ToastRegion({ state }: { state: ToastState<Toast> }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => floatAboveEdge(element.current), []);
  const { regionProps } = useToastRegion({ 'aria-label': 'Avisos' }, state, element);
  return (
    <section {...regionProps} ref={element} className={css.toaster} data-print="hide">
      {state.visibleToasts.map((toast) => (
        <Message key={toast.key} toast={toast} state={state} />
      ))}
    </section>
  );
}

function Message({ toast, state }: { toast: QueuedToast<Toast>; state: ToastState<Toast> }) {
  const element = useRef<HTMLDivElement>(null);
  const { toastProps, contentProps, titleProps } = useToast({ toast }, state, element);
  const { text, tone = 'neutral', action } = toast.content;
  const close = (): void => state.close(toast.key);
  return (
    <div {...toastProps} ref={element} className={css.toast} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div {...contentProps}>
        <span {...titleProps}>{text}</span>
      </div>
      {action ? (
        <Button
          size="small"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton icon="close" size="small" label="Cerrar aviso" onClick={close} />
    </div>
  );
}
