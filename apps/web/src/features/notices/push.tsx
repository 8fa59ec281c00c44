import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { usePushBrowser } from './api.ts';
import { es } from './es.ts';
import css from './notices.module.css';

const texts = es.push;

/** [AVI-12] Notices to this browser, which the person allows and ends here. */
export function Push({ pushKey }: { pushKey: string }) {
  const { isOn, begin, end } = usePushBrowser(pushKey);
  const failure = begin.error ?? end.error;
  if (isOn === undefined) return null;
  return (
    <div className={css.whatsapp}>
      {isOn ? (
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          {texts.end}
        </Button>
      ) : (
        <Button icon="bell" busy={begin.isPending} onClick={() => begin.mutate()}>
          {texts.begin}
        </Button>
      )}
      {begin.data === false ? <Notice tone="warn">{texts.refused}</Notice> : null}
      {failure ? <Notice tone="bad">{failureText(failure)}</Notice> : null}
    </div>
  );
}
