import { useSelector } from '@tanstack/react-store';
import { deviceSetting } from '../../../lib/device-setting.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { es } from '../es.ts';

const text = es.tiles.preapprovedNotice;

const notice = deviceSetting<'new' | 'seen'>('preapproved-notice', ['new', 'seen']);

/** [TAB-08] Announces preapproved invoices once per device. */
export function PreapprovedNotice({ count, onShow }: { count: number; onShow: () => void }) {
  const state = useSelector(notice);
  if (count === 0 || state === 'seen') return null;
  const close = (): void => notice.set('seen');
  return (
    <Dialog
      title={text.title}
      size="small"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text.later}</Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              onShow();
            }}
          >
            {text.show}
          </Button>
        </>
      }
    >
      {text.text(formatCount(count, 'factura preaprobada', 'facturas preaprobadas'))}
    </Dialog>
  );
}
