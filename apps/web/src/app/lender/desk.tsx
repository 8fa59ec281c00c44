import { RouterProvider } from '@tanstack/react-router';
import { forgetBeforeSignOut } from '../../lib/sign-out.ts';
import { Providers } from '../providers.tsx';
import { router } from './router.ts';

forgetBeforeSignOut();

/** The desk of the lender's operators. */
export const Desk = () => (
  <Providers>
    <RouterProvider router={router} />
  </Providers>
);
