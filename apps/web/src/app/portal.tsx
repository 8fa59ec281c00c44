import { RouterProvider } from '@tanstack/react-router';
import { forgetBeforeSignOut } from '../lib/sign-out.ts';
import { takeView } from '../lib/view.ts';
import { Providers } from './providers.tsx';
import { router } from './router.ts';

forgetBeforeSignOut();
takeView();

/** Everything but the sign-in page. Reads the address when this module is loaded. */
export const Portal = () => (
  <Providers>
    <RouterProvider router={router} />
  </Providers>
);
