import type { Page } from '@playwright/test';

/** The numbers of records that a device holds. */
export interface Held {
  orders: number;
  tickets: number;
  products: number;
}

/** Counts the records in the database of the user who is signed in. */
export const countHeld = (page: Page): Promise<Held> =>
  page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('cod_user')!) as { id: number };
    const answerOf = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const db = await answerOf(indexedDB.open(`cod_${id}`));
    const countOf = (table: string) => answerOf(db.transaction(table).objectStore(table).count());
    const held = {
      orders: await countOf('orders'),
      tickets: await countOf('tickets'),
      products: await countOf('products'),
    };
    db.close();
    return held;
  });
