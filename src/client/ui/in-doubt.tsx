import { Plural } from '@lingui/react/macro';

/** The number of calls whose outcome is not known, and of those that only create a user. */
interface InDoubt {
  inDoubt: number;
  usersInDoubt: number;
}

/** The number of payments whose outcome is not known. */
export const PaymentsInDoubt = ({ inDoubt }: { inDoubt: number }) => (
  <Plural value={inDoubt} one="# payment unconfirmed" other="# payments unconfirmed" />
);

/** The number of users without an opening balance of whom it is not known whether they were created. */
export const UsersInDoubt = ({ users }: { users: number }) => (
  <Plural value={users} one="Creation of # user unconfirmed" other="Creation of # users unconfirmed" />
);

/** The payments in doubt; without any, the users. */
export function Unconfirmed({ inDoubt: all, usersInDoubt: users, online }: InDoubt & { online: boolean }) {
  const inDoubt = all - users;
  if (inDoubt === 0 && online) return <UsersInDoubt users={users} />;
  if (inDoubt === 0)
    return (
      <Plural
        value={users}
        one="Offline – creation of # user unconfirmed"
        other="Offline – creation of # users unconfirmed"
      />
    );
  return online ? (
    <PaymentsInDoubt inDoubt={inDoubt} />
  ) : (
    <Plural value={inDoubt} one="Offline – # payment unconfirmed" other="Offline – # payments unconfirmed" />
  );
}
