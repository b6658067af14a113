import { useCallback, useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { serverNow } from '../../text/dates.ts';
import { readBeginning, type Beginning } from './beginning.ts';
import { readNeeds, type Needs } from './needs.ts';

/** The parts of a customer's dashboard that not every customer has. */
export interface DashboardParts {
  /** Null with an order: there are no steps to a first one. */
  beginning: Beginning | null;
  /** Null when nothing needs the customer. */
  needs: Needs | null;
  /** Called by the parts when they are shown. */
  onDrawn: { steps: () => void; needs: () => void };
}

/**
 * Reads which parts the dashboard has. `isComplete` is false until they are known and drawn: the other parts move then,
 * and must be transparent. The first load ends before any of them is shown, because its rows arrive in any order.
 */
export function useDashboardParts(): DashboardParts & { isComplete: boolean } {
  const db = currentDatabase();
  const { value: read, isFirstLoad } = useLoadedQuery(readParts, [db]);
  const shown = read && !isFirstLoad ? read : nothing;
  const steps = useDrawn(shown.beginning);
  const needs = useDrawn(shown.needs);
  const isComplete = read !== undefined && steps.isComplete && needs.isComplete;
  return { ...shown, onDrawn: { steps: steps.onDrawn, needs: needs.onDrawn }, isComplete };
}

const nothing = { beginning: null, needs: null };

async function readParts() {
  const db = currentDatabase();
  const [beginning, needs] = await Promise.all([readBeginning(db), readNeeds(db, serverNow())]);
  return {
    beginning: beginning?.hasOrdered ? null : beginning,
    needs: needs.tickets.length + needs.orders.length > 0 ? needs : null,
  };
}

/**
 * Whether a part is drawn, where there is one: a frame after it says so, because content that moves is transparent in
 * that frame.
 */
function useDrawn(part: object | null) {
  const [isDrawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => afterFrame(() => setDrawn(true)), []);
  return { isComplete: part === null || isDrawn, onDrawn };
}

/** Lets the browser draw a frame first. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
