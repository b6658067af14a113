import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopUpRequestScreen } from '../../src/client/features/topups/top-up-request-screen.tsx';
import { TopUpScreen } from '../../src/client/features/topups/top-up-screen.tsx';
import { perform } from '../../src/client/sync/perform.ts';
import { uuid } from './help-desk.tsx';
import { root } from './people-office.tsx';
import { amina, anAccount, openDevice, visit, type Script } from './storefront.tsx';
import { openTopupOffice, visitTopups } from './topup-office.tsx';
import { aTopupMethod } from './topups.tsx';
import { typing, type UnfinishedForm } from './unfinished-form.tsx';

/** The forms about top-ups that keep a draft. */
export const topupForms: readonly UnfinishedForm[] = [
  {
    name: 'a new top-up request',
    sources: ['features/topups/use-topup-form.ts'],
    async open() {
      const { db } = await openDevice(amina, { account: [anAccount(40)], topup_methods: [aTopupMethod(1)] });
      visit('/user/top-up', { '/user/top-up': TopUpScreen });
      return { db, ...typing('Number of the transfer') };
    },
  },
  {
    name: 'the edit of a waiting top-up request',
    sources: ['features/topups/edit-topup-dialog.tsx'],
    async open() {
      const { db, server } = await openDevice(amina, { account: [anAccount(40)], topup_methods: [aTopupMethod(1)] });
      await server.goOffline();
      const request = { id: uuid(91), method_id: 1, amount: 20, slip_number: 'A1', paid_on: null, note: null };
      await perform(db, 'topup.open', request);
      visit(`/user/top-ups/${uuid(91)}`, { '/user/top-ups/$id': TopUpRequestScreen });
      await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
      await screen.findByRole('dialog');
      return { db, ...typing('Note (optional)') };
    },
  },
  {
    name: 'a new top-up method',
    sources: ['features/topup-settings/method-form.tsx'],
    async open() {
      const { db } = await openTopupOffice({ person: root });
      visitTopups('/admin/settings/top-ups?method=new');
      return { db, ...typing('Name · English') };
    },
  },
  {
    name: 'the limits of top-up requests',
    sources: ['features/topup-settings/limits-form.tsx'],
    async open() {
      const limits = { open_max: 3, day_max: 5, day_amount: null, balance_max: null, rev: 4 };
      const script: Script = () => [200, { code: 'SUCCESS', limits }];
      const { db } = await openTopupOffice({ person: root, script });
      visitTopups('/admin/settings/top-ups');
      return { db, ...typing('Largest balance', '700') };
    },
  },
];
