import type { Settings } from '../settings.ts';
import { openBucket } from './bucket.ts';
import { openDisk } from './disk.ts';
import type { FileHome } from './home.ts';

/** Opens the file home of the settings: a folder, or a bucket that speaks S3. */
export function openFiles(settings: Settings['files']): FileHome {
  return settings.kind === 'disk' ? openDisk(settings.folder) : openBucket(settings);
}
