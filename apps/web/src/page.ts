/** Common to both documents: styles, error reports and the root element. */
import './lib/schema-mode.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { continueWithoutStyles } from './lib/missing-styles.ts';
import { reportUnhandled } from './lib/report-error.ts';
import { followTheme } from './lib/theme.ts';

reportUnhandled();
followTheme();
continueWithoutStyles();
const element = document.getElementById('root');
if (!element) throw new Error('the page has no #root');
export const root = createRoot(element);
