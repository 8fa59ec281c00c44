import css from './logo.module.css';

/** The mark and the name. `compact` shows the mark only. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className={css.logo} role="img" aria-label="Anticipa">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={css.mark} />
        <path
          d="M8 23.5 14.6 8.5h2.8L20 14.4M12 18.5h11.5m-4-4 4 4-4 4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {compact ? null : (
        <span className={css.name} aria-hidden="true">
          Anticipa
        </span>
      )}
    </span>
  );
}
