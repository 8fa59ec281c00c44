import css from './difference.module.css';

interface Part {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The paragraphs of two texts in one order: what stays, what goes and what comes. */
export function differenceOf(before: string, after: string): readonly Part[] {
  const [old, now] = [before, after].map((text) => (text === '' ? [] : text.split(/\n+/)));
  if (!old || !now) return [];
  // The longest common subsequence from each pair of places to the ends.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const parts: Part[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    const [gone, come] = [old[i], now[j]];
    if (gone !== undefined && gone === come) {
      parts.push({ kind: 'same', text: gone });
      i += 1;
      j += 1;
    } else if (gone !== undefined && (come === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: gone });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: come ?? '' });
      j += 1;
    }
  }
  return parts;
}

/** A text with its changes by paragraph: removed ones struck out, new ones underlined. */
export function Difference({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
    <section className={css.text} aria-label={label} tabIndex={0}>
      {differenceOf(before, after).map(({ kind, text }, place) => {
        const key = `${place}:${kind}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        return kind === 'removed' ? <del key={key}>{text}</del> : <p key={key}>{text}</p>;
      })}
    </section>
  );
}
