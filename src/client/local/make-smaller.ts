import { fileEndings, fileSizeMax } from '../../contract/limits.ts';
import { sideMax, type ChosenFile, type LargePicture, type RejectedFile } from './choose-files.ts';

/** A request to the worker that encodes pictures. */
export interface PictureTask {
  file: File;
  /** The media type of the file. */
  type: string;
  /** Pixels of the longer side. */
  sideMax: number;
  bytesMax: number;
}

/**
 * Makes a picture smaller, upright and without metadata: at most 2,560 pixels wide and high, and at most 4 MB. A picture
 * of up to 4 MB that has fewer bytes as it is stays so. The work ends when `signal` is aborted.
 */
export async function makeSmaller(picture: LargePicture, signal?: AbortSignal): Promise<ChosenFile | RejectedFile> {
  const { id, file, type } = picture;
  const smaller = await encodeInWorker({ file, type, sideMax, bytesMax: fileSizeMax }, signal);
  if (!smaller) return { name: file.name, why: isSendable(type) ? 'unreadable' : 'type' };
  const isBetter = smaller.size < file.size || file.size > fileSizeMax || !isSendable(type);
  const name = isBetter ? withEnding(file.name, smaller.type) : file.name;
  const content = isBetter ? smaller : file;
  const bytes = await content.arrayBuffer().catch(() => null);
  if (!bytes) return { name: file.name, why: 'unreadable' };
  return { id, name, type: isBetter ? smaller.type : type, bytes };
}

const isSendable = (type: string): boolean => type in fileEndings;

function withEnding(name: string, type: string): string {
  const endings = fileEndings[type] ?? [];
  const [, stem = name, ending = ''] = /^(.*)\.([^.]*)$/.exec(name) ?? [];
  return endings.includes(ending.toLowerCase()) ? name : `${stem}.${endings[0]}`;
}

/** Resolves with null when the worker cannot do it, or is stopped. */
function encodeInWorker(task: PictureTask, signal?: AbortSignal): Promise<Blob | null> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    signal?.addEventListener('abort', () => resolve(null));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
