import { Trans } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

const SignOutDialog = lazyPart(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** The sign-out button; opens the dialog that signs out, which first asks about unsaved work. */
export function SignOutButton() {
  const [isSigningOut, setSigningOut] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setSigningOut(true)}>
        <LogOut size={16} data-mirror="" aria-hidden="true" />
        <Trans>Log out</Trans>
      </Button>
      {isSigningOut ? <SignOutDialog onStay={() => setSigningOut(false)} /> : null}
    </>
  );
}
