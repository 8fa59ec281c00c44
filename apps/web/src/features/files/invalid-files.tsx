import { useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Expansion } from '../../ui/overlay/expansion.tsx';
import { useUploads } from './api.ts';
import { es } from './es.ts';
import { uploadView } from './view-model/progress.ts';

const RefusedFiles = lazyPart(() => import('./components/refused-files.tsx'), 'RefusedFiles');

/** [CAR-02] The files of the last upload that were not accepted, as a closed panel; nothing if there are none. */
export function InvalidFiles() {
  const { listed } = uploadView(useUploads());
  const [open, setOpen] = useState(false);
  if (listed.length === 0) return null;
  return (
    <Expansion title={es.notAccepted(listed.length)} open={open} onToggle={setOpen}>
      <RefusedFiles files={listed} />
    </Expansion>
  );
}
