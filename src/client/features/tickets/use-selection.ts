import { useState } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';

export interface Selection {
  count: number;
  /** The selected tickets as this device shows them, of all pages. */
  tickets: () => TicketRow[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Of the rows on this page. */
  isAll: boolean;
  isSome: boolean;
  toggleAll: (select: boolean) => void;
  clear: () => void;
}

/** Selected rows of a list; they stay selected over pages and are let go when the list itself changes (`of`). */
export function useSelection(rows: readonly TicketRow[], of: string): Selection {
  const [chosen, setChosen] = useState<{ of: string; byId: ReadonlyMap<string, TicketRow> }>({ of, byId: new Map() });
  const byId = chosen.of === of ? chosen.byId : new Map<string, TicketRow>();
  const set = (next: ReadonlyMap<string, TicketRow>) => setChosen({ of, byId: next });
  const here = rows.filter(({ id }) => byId.has(id)).length;
  const changed = (change: (next: Map<string, TicketRow>) => void) => {
    const next = new Map(byId);
    change(next);
    set(next);
  };
  return {
    count: byId.size,
    tickets: () => [...byId.values()].map((ticket) => rows.find(({ id }) => id === ticket.id) ?? ticket),
    has: (id) => byId.has(id),
    toggle: (id) =>
      changed((next) => {
        const row = rows.find((one) => one.id === id);
        if (!next.delete(id) && row) next.set(id, row);
      }),
    isAll: rows.length > 0 && here === rows.length,
    isSome: here > 0 && here < rows.length,
    toggleAll: (select) =>
      changed((next) => {
        for (const row of rows)
          if (select) next.set(row.id, row);
          else next.delete(row.id);
      }),
    clear: () => set(new Map()),
  };
}
