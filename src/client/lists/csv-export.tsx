import { Plural, Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../api/failure.ts';
import { useRefusalText } from '../text/refusals.ts';
import { toast } from '../ui/toast.ts';
import { useShowFailure } from '../ui/use-busy.ts';
import type { LoadProgress } from './list-source.ts';
import { chakra, HStack, MutedSpan } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props<Found> {
  /** There are no rows, or they cannot be had now. */
  disabled: boolean;
  /** The id of the text that says why there are none now. */
  reasonId?: string | undefined;
  /** Loads the rows of the file; reports their number so far when that takes longer. Throws `CallFailure`. */
  load: (progress: LoadProgress) => Promise<Found>;
  /** Gets what was loaded, unless the user has cancelled. */
  onLoaded: (found: Found) => void;
}

/** The button that saves rows as a CSV file: while they are requested page by page, their number so far and Cancel. */
export function CsvExport<Found>({ disabled, reasonId, load, onLoaded }: Props<Found>) {
  const { failure: sentenceOf } = useRefusalText();
  const showFailure = useShowFailure();
  const [state, setState] = useState<{ count: number | null } | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    setState(null);
  };
  const save = async () => {
    const { signal } = (running.current = new AbortController());
    setState({ count: null });
    const onProgress = (count: number) => {
      if (!signal.aborted) setState({ count });
    };
    try {
      const found = await load({ signal, onProgress });
      if (!signal.aborted) onLoaded(found);
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) showFailure(thrown);
      else if (!signal.aborted) toast({ tone: 'error', title: sentenceOf(thrown) });
    }
    if (!signal.aborted) setState(null);
  };
  const count = state?.count ?? null;
  if (count !== null)
    return (
      <HStack gap="2">
        <MutedSpan role="status" textStyle="sm">
          <Plural value={count} one="# row so far" other="# rows so far" />
        </MutedSpan>
        <Button size="sm" variant="outline" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </HStack>
    );
  return (
    <Button
      size="sm"
      variant="outline"
      minW="11"
      loading={state !== null}
      disabled={disabled}
      aria-describedby={reasonId}
      onClick={() => void save()}
    >
      <Download aria-hidden="true" />
      <chakra.span srOnly={{ base: true, sm: false }}>
        <Trans>Export CSV</Trans>
      </chakra.span>
    </Button>
  );
}
