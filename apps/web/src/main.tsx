/** The script of index.html: the portal. */
import { Portal } from './app/portal.tsx';
import { root } from './page.ts';

root.render(<Portal />);
