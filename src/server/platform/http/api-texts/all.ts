import type { EndpointName } from '../../../../contract/all.ts';
import { accountTexts } from './account.ts';
import { administrationTexts } from './administration.ts';
import type { CallText } from './call-text.ts';
import { shopTexts } from './shop.ts';

/**
 * What the OpenAPI document says of every call: a call without a text does not compile. They stand here and not in the
 * contract, because the browser loads the contract.
 */
export const callTexts: Readonly<Record<EndpointName, CallText>> = {
  ...accountTexts,
  ...administrationTexts,
  ...shopTexts,
};
