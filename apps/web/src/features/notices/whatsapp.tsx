import { failureText } from '../../lib/failure-text.ts';
import { formatTableDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useConfirmWhatsApp, useEndWhatsApp } from './api.ts';
import { es } from './es.ts';
import css from './notices.module.css';

const texts = es.whatsapp;

/** [AVI-10] The person's WhatsApp: confirmed by a message that the person sends, and ended here. */
export function WhatsApp({ confirmed }: { confirmed: string | null }) {
  const asking = useConfirmWhatsApp();
  const ending = useEndWhatsApp();
  const failure = asking.error ?? ending.error;
  const asked = confirmed === null ? asking.data : undefined;
  return (
    <div className={css.whatsapp}>
      {confirmed === null ? (
        <>
          <p>{texts.text}</p>
          {asked ? (
            <p role="status">
              {unbroken(texts.send(asked.code, formatTableDate(asked.until)))}{' '}
              <a href={`${asked.chat}?text=${encodeURIComponent(texts.message(asked.code))}`}>{texts.open}</a>
            </p>
          ) : (
            <Button busy={asking.isPending} onClick={() => asking.mutate()}>
              {texts.begin}
            </Button>
          )}
        </>
      ) : (
        <>
          <p>{texts.confirmed(confirmed)}</p>
          <Button busy={ending.isPending} onClick={() => ending.mutate()}>
            {texts.end}
          </Button>
        </>
      )}
      {failure ? <Notice tone="bad">{failureText(failure)}</Notice> : null}
    </div>
  );
}
