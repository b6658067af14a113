import type { EndpointName } from '../../src/contract/all.ts';

/**
 * The refusal codes that the release before (`keep-release.mjs`) does not have, with the calls that may use them: calls
 * that it does not have either (D-27). Emptied when the next release is kept.
 */
export const laterCodes: Readonly<Record<string, readonly EndpointName[]>> = {};
