import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { Providers } from '../../src/client/app/root.tsx';
import { makeRouter } from '../../src/client/app/routes.tsx';

/** Opens an address with the app's own routes, once its page is loaded; returns the router. */
export async function openRoute(address: string): Promise<ReturnType<typeof makeRouter>> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}
