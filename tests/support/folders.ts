import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where tests put databases: memory that looks like a folder, where the machine has it. */
export const fastFolder: string = writable('/dev/shm') ? '/dev/shm' : tmpdir();

function writable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
