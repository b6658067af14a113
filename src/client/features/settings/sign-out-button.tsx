import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));

/** The way out; what was not sent yet is asked about first. */
export function SignOutButton() {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setLeaving(true)}>
        <LogOut size={16} data-mirror="" aria-hidden="true" />
        <Trans>Log out</Trans>
      </Button>
      {isLeaving ? (
        <Suspense fallback={null}>
          <SignOutDialog onStay={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
