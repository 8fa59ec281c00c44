import { VisuallyHidden } from '../visually-hidden.tsx';
import css from './skeleton.module.css';

/** Grey lines in the shape of the expected content; invisible for the first 100 ms. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: 'line' | 'row' | 'tile' }) {
  return (
    <div className={css.skeleton} data-height={height ?? 'line'}>
      <VisuallyHidden>Cargando</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines that never move
        <span key={line} className={css.line} />
      ))}
    </div>
  );
}
