// `npm run look`: visits every screen as each person, in every language, width and theme, writes a picture of each to
// look/ and says what a machine can see of its faults. `--only orders --lang ar --width 360 --theme dark` looks at less;
// `--readme` makes the pictures of the README.
import { chromium } from '@playwright/test';
import { OperatorError, runCommand } from '../src/server/platform/operator-error.ts';
import { launchOptions } from '../tests/support/chromium.ts';
import { findFacts } from './look/facts.ts';
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
  const shop = options.url ? shopAt(options.url) : await openShop();
  const browser = await chromium.launch(await launchOptions());
  try {
    const facts = await findFacts(shop);
    if (options.readme) await makeReadmePictures(browser, shop, facts);
    else process.exitCode = printFaults(await takePictures(browser, shop, facts, options)) ? 0 : 1;
  } finally {
    await browser.close();
    await shop.close();
  }
});
