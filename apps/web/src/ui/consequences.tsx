import { Preview } from './overlay/preview.tsx';

interface Foreseen<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The consequences of a change as the server foresees them, each a sentence. */
export function Consequences<T>({ of, textsOf }: { of: Foreseen<T>; textsOf: (data: T) => readonly string[] }) {
  return (
    <Preview of={of}>
      {(data) => (
        <section aria-label="Qué pasa" className="stack">
          <h3>Qué pasa</h3>
          <ul>
            {textsOf(data).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </Preview>
  );
}
