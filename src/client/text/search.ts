import { fold, matches } from '../../contract/search.ts';

/** Says whether every word of a query is somewhere in a text; case, accents and Arabic letter forms make no difference. */
export const finds = (text: string, query: string): boolean => matches(fold(text), query);
