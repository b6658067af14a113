import { Trans, useLingui } from '@lingui/react/macro';
import { Compass } from 'lucide-react';
import { signedInPerson } from '../api/session.ts';
import { ButtonLink } from '../ui/app-link.tsx';
import { AuthHeading } from '../features/auth/auth-heading.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AppShell } from './layout/app-shell.tsx';
import { GuestFrame } from './layout/guest-frame.tsx';
import { homeOf, routePaths } from './paths/route-names.ts';

/** The screen of an unknown address, with a link back, inside the visitor's layout (S2A-14). */
export function NotFoundScreen() {
  const person = signedInPerson();
  const Frame = person ? AppShell : GuestFrame;
  return (
    <Frame>
      <NotFound home={person ? homeOf(person.role) : routePaths['auth.login']} isSignedIn={person !== null} />
    </Frame>
  );
}

function NotFound({ home, isSignedIn }: { home: string; isSignedIn: boolean }) {
  const { t } = useLingui();
  if (!isSignedIn)
    return (
      <>
        <AuthHeading title={t`Page not found`}>
          <Trans>The link may be old, or it was typed with a mistake.</Trans>
        </AuthHeading>
        <ButtonLink to={home} size="lg" w="full">
          <Trans>Go to the login page</Trans>
        </ButtonLink>
      </>
    );
  return (
    <>
      <PageHeader title={t`Page not found`} />
      <EmptyState
        icon={Compass}
        title={<Trans>There is nothing at this address</Trans>}
        description={<Trans>The link may be old, or it was typed with a mistake.</Trans>}
        action={
          <ButtonLink to={home}>
            <Trans>Back to the dashboard</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}
