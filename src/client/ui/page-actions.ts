import { useEffect } from 'react';
import type { LucideIcon } from 'lucide-react';

/** An action of the open page, which the palette offers. */
export interface PageAction {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** The key that does the same on the page. */
  shortcut?: string;
  run?: () => void;
  /** The page that it opens, instead of `run`. */
  target?: { to: string };
}

type ReadActions = () => readonly PageAction[];

/** Those of the page, then those of a dialog on it. */
const shown = new Set<ReadActions>();

/** Offers actions in the palette while the component is shown; they are read when the palette opens. */
export function usePageActions(readActions: ReadActions): void {
  useEffect(() => {
    shown.add(readActions);
    return () => void shown.delete(readActions);
  });
}

/** Returns what can be done on the open page now. */
export const pageActions = (): readonly PageAction[] => [...shown].flatMap((read) => read());
