import { useEffect } from 'react';
import type { LucideIcon } from 'lucide-react';

/** An action of the open page, which the palette offers. */
export interface PageAction {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** The key that does the same on the page. */
  shortcut?: string;
  run: () => void;
}

let read: () => readonly PageAction[] = () => [];

/** Offers the actions of the page in the palette while the component is shown; they are read when the palette opens. */
export function usePageActions(readActions: () => readonly PageAction[]): void {
  useEffect(() => {
    read = readActions;
    return () => {
      read = () => [];
    };
  });
}

/** Returns what can be done on the open page now. */
export const pageActions = (): readonly PageAction[] => read();
