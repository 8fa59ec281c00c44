import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import { es } from '../es.ts';
import css from '../login.module.css';

const texts = es.secondFactor;

/** The recovery codes of a new second factor, shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    announce(texts.copied);
    setCopied(true);
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
      <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy().catch(() => undefined)}>
        {copied ? texts.copied : texts.copy}
      </Button>
      <Button variant="primary" fullWidth onClick={onSaved}>
        {texts.saved}
      </Button>
    </div>
  );
}
