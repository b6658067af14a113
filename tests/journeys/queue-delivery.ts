import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import type { Upload } from '../support/uploads.ts';
import type { enqueue } from './delivery-in-page.ts';

/**
 * Queues the delivery of an order on an admin's device, with the client's own code: admins have no screen for orders
 * yet. The next pass of the page sends it.
 */
export async function queueDelivery(page: Page, orderId: number, { name, type, bytes }: Upload): Promise<void> {
  const { id: userId } = JSON.parse((await page.evaluate(() => localStorage.getItem('cod_user'))) ?? '{}') as {
    id: number;
  };
  const id = randomUUID();
  const delivery: Parameters<typeof enqueue>[0] = {
    userId,
    args: { order_id: orderId, status: 'completed', notes: 'The code is in the proof.', file_id: id },
    file: { id, name, type, content: Buffer.from(bytes).toString('base64') },
  };
  // Evaluated: the server's policy forbids the page to load this as a script.
  await page.evaluate(`(async () => { ${await bundle()}; await inPage.enqueue(${JSON.stringify(delivery)}); })()`);
}

async function bundle(): Promise<string> {
  const bundling = await rolldown({ input: join(import.meta.dirname, 'delivery-in-page.ts'), platform: 'browser' });
  const { output } = await bundling.generate({ format: 'iife', name: 'inPage' });
  await bundling.close();
  return output[0].code;
}
