import * as z from 'zod/mini';

/**
 * The code of an issue for which a schema names none; without it, zod would make a sentence. It applies to every schema
 * of the process: `fields.ts` and `endpoint.ts` import this file.
 */
z.config({ customError: ({ input }) => (input === undefined ? 'required' : 'invalid') });
