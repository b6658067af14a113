import { sign } from '../secrets/tokens.ts';

/** Tells two peppers apart; the pepper itself is in no backup. */
export const pepperMark = (pepper: string): string => sign(pepper, 'the pepper of a backup').slice(0, 16);
