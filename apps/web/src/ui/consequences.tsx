import { failureText } from '../lib/failure-text.ts';
import { Notice } from './feedback/notice.tsx';

/** Lists the consequences of a change, each a sentence from the server. `texts`: undefined while they are computed. */
export function Consequences({ texts, error }: { texts: readonly string[] | undefined; error: Error | null }) {
  if (error) return <Notice tone="bad" title={failureText(error)} />;
  if (!texts) return <p role="status">Calculando…</p>;
  return (
    <section aria-label="Qué pasa">
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
