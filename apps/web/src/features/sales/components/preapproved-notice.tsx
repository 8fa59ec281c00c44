import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { deviceSetting } from '../../../lib/device-setting.ts';
import { formatCount } from '../../../lib/format.ts';
import { SELL_ANCHOR } from '../../../lib/paths.ts';
import { Dialog, DialogButtons } from '../../../ui/overlay/dialog.tsx';

const text = {
  title: 'Facturas Preaprobadas',
  text: (count: string) => `Tienes ${count}: llegaron del SAT y ya puedes ver cuánto recibes por ellas.`,
  show: 'Ver facturas',
  later: 'Después',
} as const;

export const notice = deviceSetting<'new' | 'seen'>('preapproved-notice', ['new', 'seen']);

/** [TAB-08] Announces preapproved invoices once per device. */
export function PreapprovedNotice({ count, onShow }: { count: number; onShow: () => void }) {
  const state = useSelector(notice);
  const [isShown, setShown] = useState(false);
  // The dialog has given the focus back by then.
  useEffect(() => {
    if (!isShown) return;
    const list = document.getElementById(SELL_ANCHOR);
    list?.scrollIntoView();
    list?.querySelector<HTMLElement>('[role=tab]:last-of-type')?.focus({ preventScroll: true });
  }, [isShown]);
  if (count === 0 || state === 'seen') return null;
  const close = (): void => notice.set('seen');
  return (
    <Dialog
      title={text.title}
      size="small"
      onClose={close}
      footer={
        <DialogButtons
          cancel={text.later}
          confirm={text.show}
          onConfirm={() => {
            close();
            onShow();
            setShown(true);
          }}
          onClose={close}
        />
      }
    >
      {text.text(formatCount(count, 'factura preaprobada', 'facturas preaprobadas'))}
    </Dialog>
  );
}
