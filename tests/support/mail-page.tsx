import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { MailScreen } from '../../src/client/features/mail/mail-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { localeCodes } from '../../src/contract/locales.ts';
import { emailKinds, type EmailText, type MailAnswer, type MailSettings } from '../../src/contract/mail.ts';
import { openDevice, sara, visit, type Script } from './storefront.tsx';

const value = (locale: string) => ({ ...words, name: `Amina-${locale}`, shop: 'Souk' });
const words = {
  number: '1042',
  subject: 'Card',
  product: 'Netflix',
  total: '€15.00',
  amount: '€10.00',
  balance: '€42.50',
  link: 'https://shop.example/…',
};
const standard = emailKinds.flatMap((kind) =>
  localeCodes.map((locale) => ({
    kind,
    locale,
    subject: `Standard subject ${kind} ${locale}`,
    body: `Hello {name},\n\nstandard text of ${kind} in ${locale}.\n\n{link}`,
    button: 'Open {shop}',
  })),
);
/** The settings of a shop that has changed none. */
export const nothing: MailSettings = { sender_name: '', reply_to: '', texts: [], rev: 4 };

/** Opens the page of the e-mails; `sent` are the settings that were saved. */
export async function openMail(saved: MailSettings = nothing) {
  let current = saved;
  const sent: MailSettings[] = [];
  const answer = (): MailAnswer => ({
    code: 'SUCCESS',
    mail: current,
    standard,
    sender: 'Shop <shop@example.test>',
    examples: { en: value('en'), fr: value('fr'), ar: value('ar') },
  });
  const script: Script = ({ method, path, body, revision }) => {
    if (path !== '/api/shop/mail') return [200, { status: 'ok' }];
    if (method === 'POST' && revision !== `"${current.rev}"`)
      return [412, { code: 'REVISION_CHANGED', details: { current } }];
    if (method === 'POST') {
      const { texts, ...rest } = body as unknown as MailSettings;
      const isOwn = ({ subject, body: text }: EmailText) => subject !== '' || text !== '';
      current = { ...rest, texts: texts.filter(isOwn), rev: current.rev + 1 };
      sent.push(current);
    }
    return [200, answer()];
  };
  const device = await openDevice(sara);
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  const page = visit('/admin/settings/mail', { '/admin/settings/mail': MailScreen, '/admin/settings': () => null });
  await screen.findByRole('combobox', { name: 'Kind of e-mail' });
  /** The settings that another admin saves meanwhile. */
  const saveElsewhere = (more: Partial<MailSettings>) => (current = { ...current, ...more, rev: current.rev + 1 });
  return { ...device, ...page, sent, saveElsewhere };
}
