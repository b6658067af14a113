// `npm run look`: visits every screen as each person, in every language, width and theme, writes a picture of each to
// look/ and prints the faults that a program can find. `--only orders --lang ar --width 360 --theme dark` takes fewer;
// `--readme` makes the pictures of the README.
import { chromium } from '@playwright/test';
import { OperatorError, runCommand } from '../src/server/platform/base/operator-error.ts';
import { launchOptions, requireChromium } from '../tests/support/machine.ts';
import { findSampleIds } from './look/sample-ids.ts';
import { readOptions } from './look/options.ts';
import { takePictures } from './look/pictures.ts';
import { makeReadmePictures } from './look/readme.ts';
import { printFaults } from './look/report.ts';
import { fitsScreen } from './look/screens.ts';
import { openShop, shopAt } from './look/shop.ts';

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  const unknown = options.only.find((word) => !fitsScreen(word));
  if (unknown !== undefined) throw new OperatorError(`--only ${unknown} fits no screen and no state.`);
  await requireChromium();
  const shop = options.url ? shopAt(options.url) : await openShop();
  const browser = await chromium.launch(await launchOptions());
  try {
    const samples = await findSampleIds(shop);
    if (options.readme) await makeReadmePictures(browser, shop, samples);
    else process.exitCode = printFaults(await takePictures(browser, shop, samples, options)) ? 0 : 1;
  } finally {
    await browser.close();
    await shop.close();
  }
});
