import { useEffect, useRef } from 'react';

/** Returns a getter of a signal that is aborted when the component unmounts. */
export function useLeaveSignal(): () => AbortSignal | undefined {
  const controller = useRef<AbortController>(null);
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current?.abort();
  }, []);
  return () => controller.current?.signal;
}
