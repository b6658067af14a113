import { startTransition, useEffect, useState } from 'react';

/** Returns a value one frame after it was rendered, so that what depends on it is rendered after the rest; null at first. */
export function useAfterPaint<Value>(value: Value): Value | null {
  const [painted, setPainted] = useState<Value | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
