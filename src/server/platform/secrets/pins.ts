import { sign } from './tokens.ts';

/** What is hashed of a PIN: keyed with the pepper, so that a stolen database cannot be searched for PINs (D-7). */
export const keyedPin = (pepper: string, pin: string): string => sign(pepper, `pin ${pin}`);
