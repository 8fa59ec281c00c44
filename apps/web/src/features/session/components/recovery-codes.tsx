import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import css from '../login.module.css';
import { es } from './es.ts';

const texts = es.secondFactor;

/** The recovery codes of a new second factor, shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [copying, setCopying] = useState<'copied' | 'refused' | null>(null);
  const copied = copying === 'copied';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      announce(texts.copied);
      setCopying('copied');
    } catch {
      setCopying('refused');
    }
  };
  return (
    <div className={css.form}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.recovery}
      </h2>
      <p>{texts.recoveryText}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
        {copied ? texts.copied : texts.copy}
      </Button>
      {copying === 'refused' ? <Notice tone="bad">{texts.notCopied}</Notice> : null}
      <Button variant="primary" fullWidth onClick={onSaved}>
        {texts.saved}
      </Button>
    </div>
  );
}
