import css from './clabe.module.css';

/** A CLABE in the groups in which it is read out: bank, town, account, check digit. Selected, it is copied without gaps. */
export function Clabe({ of }: { of: string }) {
  const groups = /^(\d{3})(\d{3})(\d{11})(\d)$/.exec(of)?.slice(1) ?? [of];
  return (
    <span className={css.clabe}>
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never move
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}
