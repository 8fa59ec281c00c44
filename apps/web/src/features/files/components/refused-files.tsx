import { formatCount } from '../../../lib/format.ts';
import { AdviserLink } from '../../../ui/adviser-link.tsx';
import { es } from '../es.ts';
import css from '../upload.module.css';
import { questionAbout, type Refusal, refusalsOf } from '../view-model/progress.ts';
import type { UploadEntry } from '../view-model/queue.ts';

/** The files of an upload that were not accepted, by motive with its remedy, and the way to ask about them. */
export function RefusedFiles({ files }: { files: readonly UploadEntry[] }) {
  const refusals = refusalsOf(files);
  return (
    <>
      <ul className={css.motives} aria-label={es.invalid}>
        {refusals.map((refusal) => (
          <li key={refusal.reason + refusal.remedy}>
            <Motive {...refusal} />
          </li>
        ))}
      </ul>
      <p className={css.ask}>
        <AdviserLink about={questionAbout(refusals)}>{es.writeAdviser}</AdviserLink>
      </p>
    </>
  );
}

/** More are shown on request. */
const MOST_SHOWN = 3;

function Motive({ reason, remedy, files }: Refusal) {
  const names = (
    <ul className={css.names}>
      {files.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
  return (
    <>
      <div className={css.motive}>
        <strong>{reason}</strong>
        <span>{formatCount(files.length, ...es.noun)}</span>
      </div>
      <p>{remedy}</p>
      {files.length > MOST_SHOWN ? (
        <details>
          <summary>{es.showAll(files.length)}</summary>
          {names}
        </details>
      ) : (
        names
      )}
    </>
  );
}
