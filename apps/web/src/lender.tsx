/** The script of lender.html: the lender's desk. */
import { Desk } from './app/lender/desk.tsx';
import { root } from './page.ts';

root.render(<Desk />);
