import { chunkTimeout } from '../../contract/limits.ts';

/** A lazily loaded part, or a failure after 120 s, which offers a reload instead of an endless wait (S9-19). */
export function inTime<Part>(part: Promise<Part>, within: number = chunkTimeout): Promise<Part> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('Failed to fetch a part of the app in time')), within);
  });
  return Promise.race([part, late]).finally(() => clearTimeout(timer));
}
