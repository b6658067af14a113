import { Plural } from '@lingui/react/macro';

/** The number of payments whose outcome is not known. */
export const PaymentsInDoubt = ({ inDoubt }: { inDoubt: number }) => (
  <Plural value={inDoubt} one="# payment unconfirmed" other="# payments unconfirmed" />
);

/** The number of users without an opening balance of whom it is not known whether they were created. */
export const UsersInDoubt = ({ users }: { users: number }) => (
  <Plural value={users} one="Creation of # user unconfirmed" other="Creation of # users unconfirmed" />
);
