import './lib/schema-mode.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.ts';
import { followTheme } from './lib/theme.ts';

followTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<RouterProvider router={router} />);
