import { Trans, useLingui } from '@lingui/react/macro';
import { readUser } from '../../../contract/people.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { may } from '../../api/session.ts';
import { call } from '../../api/call.ts';
import { usePeople } from '../../lists/people.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { serverNow } from '../../text/dates.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { TouchLink } from '../../ui/app-link.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { TicketActivity } from './admin-ticket-activity.tsx';
import { CustomerRecords } from './customer-records.tsx';
import { readCustomer } from './queries.ts';
import { Box, chakra, Muted, MutedSpan } from '../../ui/theme/styled.tsx';

/** The customer of a ticket, beside the conversation (S2N-05). */
export function CustomerCard({ ticket }: { ticket: TicketRow }) {
  return (
    <Panel title={<Trans>Customer</Trans>} flush mb="4">
      <CustomerFacts ticket={ticket} />
    </Panel>
  );
}

/** Name, e-mail, id and balance of a ticket's customer, with the other open tickets and the last orders on this device. */
function CustomerFacts({ ticket }: { ticket: TicketRow }) {
  const { t } = useLingui();
  const db = currentDatabase();
  const { user_id: id, user_name, user_email } = ticket;
  const customer = useLiveQuery(() => readCustomer(db, id, ticket.id), [db, id, ticket.id]);
  const person = usePeople([id]).get(id);
  return (
    <>
      <Box px={{ base: '4', md: '5' }} pb="4" pt={{ base: '4', lg: '0' }} overflowWrap="anywhere">
        <chakra.p fontWeight="semibold" textStyle="md">
          <IsolatedText>{user_name}</IsolatedText>
        </chakra.p>
        <chakra.p>
          <chakra.a
            display="inline-flex"
            alignItems="center"
            minH={{ base: '11', md: '0' }}
            href={`mailto:${user_email}`}
            color="fg.muted"
            _hover={{ textDecoration: 'underline' }}
          >
            <IsolatedText>{user_email}</IsolatedText>
          </chakra.a>
        </chakra.p>
        <Muted className="numbers" textStyle="xs" mt="1">
          <Trans>ID {id}</Trans>
        </Muted>
        {person?.is_active === false ? (
          <chakra.p mt="1" textStyle="xs" color="fg.error">{t`This account is disabled.`}</chakra.p>
        ) : null}
        <CustomerBalance id={id} />
      </Box>
      {customer ? <CustomerRecords customer={customer} /> : null}
      <ProfileLink id={id} />
      <TicketActivity ticket={ticket} />
    </>
  );
}

/** The way to the customer's page, for those who may open it. */
function ProfileLink({ id }: { id: number }) {
  if (!may('people')) return null;
  return (
    <Box px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" borderColor="border.muted" textStyle="sm">
      <TouchLink to={`/admin/users/${id}`}>
        <Trans>Open profile</Trans>
      </TouchLink>
    </Box>
  );
}

const CustomerBalance = ({ id }: { id: number }) => (may('money') ? <Balance id={id} /> : null);

/** The customer's balance, which only the server has; offline the last one that it answered, with its age. */
function Balance({ id }: { id: number }) {
  const online = useOnline();
  const known = useBalance(id);
  return (
    <Box display="flex" alignItems="baseline" justifyContent="space-between" gap="3" mt="3">
      <MutedSpan textStyle="xs">
        <Trans>Balance</Trans>
      </MutedSpan>
      {known === undefined ? (
        <chakra.span textStyle="xs" color="fg.subtle">
          {online ? <SkeletonBlock w="14" h="3.5" /> : <Trans>Shown when you are connected</Trans>}
        </chakra.span>
      ) : (
        <chakra.span textAlign="end">
          <MoneyText amount={known.balance} fontWeight="semibold" display="block" />
          {online ? null : <AgeNote at={known.at} online={false} />}
        </chakra.span>
      )}
    </Box>
  );
}

/** The last known balances, until the page is loaded again; `at` in ms of the server's clock. */
const knownBalances = new Map<number, KnownBalance>();

interface KnownBalance {
  balance: number;
  at: number;
}

/** Requests a customer's balance; undefined until it is known. Without an answer the last known one stays. */
function useBalance(id: number): KnownBalance | undefined {
  const { data } = useRequest(`users/${id}/balance`, async (signal) => {
    const { user } = await call(readUser, { id }, { signal });
    const known = { balance: user.balance, at: serverNow() };
    knownBalances.set(id, known);
    return known;
  });
  return data ?? knownBalances.get(id);
}
