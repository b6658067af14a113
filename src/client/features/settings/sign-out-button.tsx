import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));

/** The sign-out button; opens the dialog that signs out, which first asks about unsaved work. */
export function SignOutButton() {
  const [isSigningOut, setSigningOut] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setSigningOut(true)}>
        <LogOut size={16} data-mirror="" aria-hidden="true" />
        <Trans>Log out</Trans>
      </Button>
      {isSigningOut ? (
        <Suspense fallback={null}>
          <SignOutDialog onStay={() => setSigningOut(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
