import { fold, matches } from '../../contract/search.ts';

/** Returns whether a text contains every word of a query; case, accents and Arabic letter forms make no difference. */
export const finds = (text: string, query: string): boolean => matches(fold(text), query);
