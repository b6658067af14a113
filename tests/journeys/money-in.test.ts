import { expect, test } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { apiOf, type Api } from './api.ts';
import { photo } from './customer-steps.ts';
import { makeProfile } from './profile.ts';
import { shareFiles } from './share-files.ts';
import {
  adminAccount,
  browserOf,
  customerAccount,
  expectNoSidewaysScroll,
  goTo,
  signIn,
  waitForServiceWorker,
  type Account,
} from './sign-in.ts';
import { translatorTo } from './texts.ts';

const pin = '294817';

interface Topup {
  id: string;
  status: string;
  credited: number | null;
  attachments: unknown[];
}

for (const { language, device } of [
  { language: 'ar', device: 'phone' },
  { language: 'en', device: 'laptop' },
] as const) {
  test.describe(`${language}, ${device}`, () => {
    let server: RunningServer;
    let network: FaultProxy;
    let officeNetwork: FaultProxy;

    test.beforeAll(async () => {
      server = await startServer();
      network = await startFaultProxy(server.url);
      officeNetwork = await startFaultProxy(server.url);
    });
    test.afterAll(async () => {
      await network.stop();
      await officeNetwork.stop();
      await server.remove();
    });

    test(`D-21 TU-21 TU-25 TU-34 TU-41 a slip that is shared offline is sent after the browser was killed, approved while the answer is lost, and added once (${language}, ${device})`, async ({
      browser,
    }) => {
      const translate = translatorTo(language);
      const [amina, sara] = [await customerAccount(server), await adminAccount(server)];
      const admin = await apiOf(server.url, sara);
      await admin.post('/api/auth/pin', { password: sara.password, pin });
      const before = await topupsOf(admin, amina);
      const profile = await makeProfile(device, language);

      const id = await test.step('the customer shares a slip without a connection, and sends the request', async () => {
        const { page, kill } = await profile.start();
        await signIn(page, network.url, amina);
        await waitForServiceWorker(page);
        network.setDown(true);
        await shareFiles(page, [await photo('transfer.png')]);
        await expect(page.getByText(translate('The shared picture is added.'))).toBeVisible();
        await page.getByRole('radio').first().check();
        await page.locator('input[inputmode=decimal]').fill('40');
        await page.getByLabel(translate('Number of the transfer')).fill('TRX 2026-٤٢');
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: translate('Send'), exact: true }).click();
        await expect(page.getByText(translate('Waiting on this device')).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
        const request = new URL(page.url()).pathname.split('/').at(-1)!;
        await kill();
        return request;
      });
      expect(await topupsOf(admin, amina)).toEqual(before);

      network.setDown(false);
      const { page, context } = await profile.start();
      await page.goto(`${network.url}/user/top-ups/${id}`);
      await expect(page.getByRole('button', { name: translate('Cancel the request') })).toBeVisible();
      await expect.poll(async () => (await topupOf(admin, id))?.attachments.length).toBe(1);

      await test.step('an admin approves it, and the answer is lost', async () => {
        const office = await browserOf(browser, 'laptop');
        await signIn(office.page, officeNetwork.url, sara);
        await goTo(office.page, `/admin/top-ups/${id}`);
        await expect(office.page.getByRole('region', { name: 'Slip' }).getByRole('img')).toBeVisible();
        officeNetwork.inject('lose-answer', `POST /api/topups/${id}/approve`);
        await office.page.getByLabel('Amount to add').fill('40');
        await office.page.getByLabel('Your PIN').fill(pin);
        await office.page.getByRole('button', { name: /^Add / }).click();
        await expect(office.page.getByText(/added to/).first()).toBeVisible();
        expect(officeNetwork.happened).toContain(`lose-answer POST /api/topups/${id}/approve`);
        await office.context.close();
      });

      await expect(page.getByRole('link', { name: translate('See the movement') })).toBeVisible({ timeout: 5_000 });
      expect(await topupOf(admin, id)).toMatchObject({ status: 'approved', credited: 40 });
      expect(await movementsOf(admin, amina, id)).toEqual([40]);
      await expectNoSidewaysScroll(page);
      await context.close();
      await profile.remove();
    });
  });
}

async function userIdOf(admin: Api, { email }: Account): Promise<number> {
  const answer = await admin.get(`/api/users?search=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { data: { data: { id: number }[] } }).data.data[0]!.id;
}

async function topupsOf(admin: Api, account: Account): Promise<string[]> {
  const answer = await admin.get(`/api/topups?per_page=100&user=${await userIdOf(admin, account)}`);
  return ((await answer.json()) as { data: Topup[] }).data.map(({ id }) => id);
}

async function topupOf(admin: Api, id: string): Promise<Topup | undefined> {
  return ((await (await admin.get(`/api/topups/${id}`)).json()) as { topup?: Topup }).topup;
}

/** The amounts that were added for a request. */
async function movementsOf(admin: Api, account: Account, topupId: string): Promise<number[]> {
  const answer = await admin.get(`/api/users/${await userIdOf(admin, account)}/balance/history`);
  const { history } = (await answer.json()) as { history: { topup_id?: string; amount: number }[] };
  return history.filter(({ topup_id }) => topup_id === topupId).map(({ amount }) => amount);
}
