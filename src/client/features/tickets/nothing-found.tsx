import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** A search or filter that leaves no ticket. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={<Trans>No tickets match your search.</Trans>}
      action={
        <Button variant="outline" onClick={onClear}>
          <Trans>Clear All</Trans>
        </Button>
      }
    />
  );
}
