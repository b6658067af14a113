import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { Receipt, SearchX } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface Props {
  isNarrowed: boolean;
  onClear: () => void;
}

/** No orders yet, or none that the search and the filter leave. */
export function OrdersEmpty({ isNarrowed, onClear }: Props) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title={<Trans>No orders found matching your criteria.</Trans>}
        action={
          <Button variant="outline" onClick={onClear}>
            <Trans>Clear All</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Receipt}
      title={<Trans>You have not ordered anything yet.</Trans>}
      description={<Trans>Your orders and what was delivered appear here.</Trans>}
      action={
        <ButtonLink to="/user/catalogue">
          <Trans>Browse the catalogue</Trans>
        </ButtonLink>
      }
    />
  );
}
