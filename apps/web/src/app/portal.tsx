import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.ts';

/** Everything but the sign-in page. It reads its address when this file is loaded. */
export const Portal = () => <RouterProvider router={router} />;
