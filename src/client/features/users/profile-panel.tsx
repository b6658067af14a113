import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DirectoryUser, User } from '../../../contract/people.ts';
import { currentDatabase } from '../../local/current.ts';
import type { Requested } from '../../sync/use-request.ts';
import { useFormatCount } from '../../text/money.ts';
import { useDates } from '../../text/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonText } from '../../ui/skeleton-fields.tsx';
import { ActiveSwitch } from './active-switch.tsx';
import { PartState } from './part-state.tsx';
import { LastTime, RoleBadge } from './user-words.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  loaded: Requested<User>;
  /** The user in this device's directory: shown while the server does not answer. */
  known: DirectoryUser | undefined;
}

/** Name, addresses, role, status, and the figures about logins and orders. */
export function ProfilePanel({ loaded, known }: Props) {
  const { t } = useLingui();
  const person = loaded.data ?? known;
  const isUnavailable = !loaded.isLoading && (person === undefined || loaded.failure !== null);
  return (
    <Panel title={<Trans>Profile</Trans>}>
      {person || loaded.isLoading ? (
        <Facts aria-busy={loaded.isLoading && !loaded.data}>
          {person ? (
            <PersonFacts person={person} />
          ) : (
            <SkeletonFacts names={[t`Name`, t`E-mail`, t`Role`, t`Active`]} />
          )}
          <AccountFacts {...loaded} />
        </Facts>
      ) : null}
      {isUnavailable ? (
        <Box mt={person ? '3' : '0'}>
          <PartState {...loaded} hasData={loaded.data !== undefined} />
        </Box>
      ) : null}
    </Panel>
  );
}

/** The facts that this device has of every user. */
function PersonFacts({ person }: { person: DirectoryUser }) {
  const { t } = useLingui();
  return (
    <>
      <Fact name={t`Name`}>
        <bdi>{person.name}</bdi>
      </Fact>
      <Fact name={t`E-mail`}>
        <chakra.a
          href={`mailto:${person.email}`}
          display="inline-flex"
          alignItems="center"
          minH={{ base: '11', md: '0' }}
          maxW="full"
          _hover={{ textDecoration: 'underline' }}
        >
          <chakra.bdi minW="0" overflowWrap="anywhere">
            {person.email}
          </chakra.bdi>
        </chakra.a>
      </Fact>
      <Fact name={t`Role`}>
        <RoleBadge role={person.role} />
      </Fact>
      <Fact name={t`Active`}>
        <ActiveSwitch user={person} me={currentDatabase().userId} />
      </Fact>
    </>
  );
}

/** The facts that only the server has. */
function AccountFacts({ data: user, isLoading }: Requested<User>) {
  const { t } = useLingui();
  const dates = useDates();
  const formatCount = useFormatCount();
  if (!user)
    return isLoading ? (
      <SkeletonFacts names={[t`Username`, t`Orders`, t`Logins`, t`Last login`, t`Last action`, t`Created`]} />
    ) : null;
  return (
    <>
      <Fact name={t`Username`}>
        <bdi>{user.username ?? '–'}</bdi>
      </Fact>
      <Fact name={t`Orders`}>{formatCount(user.order_count)}</Fact>
      <Fact name={t`Logins`}>{formatCount(user.login_times)}</Fact>
      <Fact name={t`Last login`}>
        <LastTime at={user.last_login_at} ago />
      </Fact>
      <Fact name={t`Last action`}>
        <LastTime at={user.last_action_at} ago />
      </Fact>
      <Fact name={t`Created`}>{dates.short(user.created_at)}</Fact>
    </>
  );
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    // On phones the labels wrap, so that the e-mail address does not.
    gridTemplateColumns: { base: '33% minmax(0, 1fr)', sm: 'minmax(6rem, auto) minmax(0, 1fr)' },
    columnGap: { base: '3', sm: '4' },
    // All rows are as high as one with a touch target.
    gridAutoRows: { base: 'minmax(2.75rem, auto)', md: 'auto' },
    rowGap: { base: '0', md: '2' },
    alignItems: { base: 'center', md: 'baseline' },
    textStyle: 'sm',
    // Large text on a phone: the name of a fact is above it.
    '@media (max-width: 22em)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridAutoRows: 'auto',
      rowGap: '2',
      '& > dd': { mt: '-2' },
      '& > dd *': { overflowWrap: 'anywhere' },
    },
  },
});

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="fg.muted">{name}</chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </>
  );
}

/** Facts whose values are not known yet. */
function SkeletonFacts({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <Fact key={name} name={name}>
      <SkeletonText w={`${35 + ((at * 17) % 30)}%`} />
    </Fact>
  ));
}
