import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { UploadedFile } from './files.ts';
import { ShopSettings } from './shop.ts';

/** Replaces the logo by a picture, made at most 512 pixels wide and high. Refuses with FILE_TOO_LARGE, INVALID_FILE_TYPE. */
export const replaceLogo = endpoint({
  name: 'replaceLogo',
  method: 'POST',
  path: '/api/shop/logo',
  audience: 'shop.change',
  multipart: true,
  input: z.object({ image: UploadedFile }),
  output: success({ shop: ShopSettings }),
});

export const removeLogo = endpoint({
  name: 'removeLogo',
  method: 'POST',
  path: '/api/shop/logo/remove',
  audience: 'shop.change',
  input: z.object({}),
  output: success({ shop: ShopSettings }),
});

/** The picture of the present logo, for all visitors; browsers keep it, as another logo has another name. */
export const readLogo = endpoint({
  name: 'readLogo',
  method: 'GET',
  path: '/files/logo/:name',
  audience: 'anyone',
  input: z.object({ name: z.string() }),
  output: z.any(),
});
