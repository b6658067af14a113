import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type ComponentProps,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import type { CallFailure } from '../../api/failure.ts';
import { FailureNotice, LoadState } from '../../ui/load-state.tsx';
import { NotLoaded } from './user-words.tsx';
import { chakra, Muted } from '../../ui/theme/styled.tsx';

interface FailedPart {
  id: string;
  failure: CallFailure;
  retry: () => void;
}

type FailedParts = readonly FailedPart[];

const SetFailedParts = createContext<Dispatch<SetStateAction<FailedParts>> | null>(null);
const IsSaidAbove = createContext(false);

/** Says once, above its parts, that several of them could not be loaded, with one Retry for all of them. */
export function PartsOfPage({ children }: { children: ReactNode }) {
  const [failed, setFailed] = useState<FailedParts>([]);
  const first = failed[0];
  const isSeveral = failed.length > 1;
  return (
    <SetFailedParts value={setFailed}>
      <IsSaidAbove value={isSeveral}>
        {first && isSeveral ? (
          <chakra.div mb={{ base: '4', md: '5' }}>
            <FailureNotice failure={first.failure} onRetry={() => failed.forEach(({ retry }) => retry())} />
          </chakra.div>
        ) : null}
        {children}
      </IsSaidAbove>
    </SetFailedParts>
  );
}

interface Props extends ComponentProps<typeof LoadState> {
  failure: CallFailure | null;
}

/** The state of one part of a page; where the page says the failure of several, only that there is nothing yet. */
export function PartState(props: Props) {
  const { failure, isLoading, hasData, retry } = props;
  const isSaidAbove = useFailedPart(isLoading ? null : failure, retry);
  if (!isSaidAbove) return <LoadState {...props} />;
  return hasData ? null : (
    <Muted textStyle="xs">
      <NotLoaded />
    </Muted>
  );
}

/** Reports to the page that a part of it has failed; returns whether the page says so. */
export function useFailedPart(failure: CallFailure | null, retry: () => void): boolean {
  const id = useId();
  const setFailed = use(SetFailedParts);
  const isSaidAbove = use(IsSaidAbove) && failure !== null;
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (!failure || !setFailed) return undefined;
    setFailed((parts) => [...parts, { id, failure, retry: () => retryNow() }]);
    return () => setFailed((parts) => parts.filter((part) => part.id !== id));
  }, [setFailed, id, failure]);
  return isSaidAbove;
}
