import css from './clabe.module.css';

/** A CLABE in its usual groups: bank, town, account, check digit. Copied without gaps. */
export function Clabe({ of }: { of: string }) {
  const groups = /^(\d{3})(\d{3})(\d{11})(\d)$/.exec(of)?.slice(1) ?? [of];
  return (
    <span className={css.clabe}>
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number never move
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}
