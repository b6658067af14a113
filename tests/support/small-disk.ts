import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  folder: string;
  /** Fills the disk. */
  fill(): void;
  /** Frees that space. */
  free(): void;
}

/** A disk of its own for one test, of so many megabytes, in memory. */
export function smallDisk(megabytes: number): SmallDisk {
  const { folder, unmount } = mount(megabytes);
  onTestFinished(unmount);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => void spawnSync('sh', ['-c', 'cat /dev/zero > "$0"', filler], { stdio: 'ignore' }),
    free: () => rmSync(filler),
  };
}

/** Whether this machine lets the tests mount a disk: most let root, some containers never. */
export const mayMount: boolean = (() => {
  try {
    const { folder, unmount } = mount(1);
    writeFileSync(join(folder, 'file'), 'x');
    unmount();
    return true;
  } catch {
    return false;
  }
})();

function mount(megabytes: number): { folder: string; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-disk-'));
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'comptoir', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error('this machine lets no test mount a disk');
  }
  return {
    folder,
    unmount() {
      spawnSync('/bin/umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
