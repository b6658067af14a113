import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import { localeCodes } from '../../../contract/locales.ts';
import {
  emailKinds,
  readMail,
  updateMail,
  type EmailKind,
  type MailAnswer,
  type MailSettings,
} from '../../../contract/mail.ts';
import { audit } from '../../platform/audit.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readShopSettings } from '../../platform/database/shop.ts';
import { route } from '../../platform/http/route.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { lockMailSettings, readMailSettings, storeMailSettings } from '../../platform/mail/settings.ts';
import { standardText } from '../../platform/mail/content.ts';
import { examplesOf } from './examples.ts';

export const routes = [route(readMail, mailSettings), route(updateMail, editMail)];

const standard = emailKinds.flatMap((kind) =>
  localeCodes.map((locale) => ({ kind, locale, ...standardText(kind, locale) })),
);

/** The sender and the texts of e-mails, beside the standard texts and a value for each variable. */
async function mailSettings({ services }: SignedIn): Promise<MailAnswer> {
  const { reader, settings } = services;
  const mail = await readMailSettings(reader);
  const { name: shop } = await readShopSettings(reader);
  const examples = examplesOf({ shop, currency: settings.currency, link: `${services.publicUrl()}/…` });
  return { code: 'SUCCESS', mail, standard, sender: settings.mail.from, examples };
}

/** Replaces the sender and all own texts; with `If-Match` only if they still have that revision. */
async function editMail(ctx: SignedIn, input: ParsedInputOf<typeof updateMail>): Promise<MailAnswer> {
  const texts = input.texts.filter(({ subject, body }) => subject || body);
  const args = { ...input, texts, revision: ctx.revision };
  await withCurrent(
    async () =>
      touchedOrThrow(
        await runOnce(ctx, { key: ctx.key, kind: 'mail.update', args }, async (transaction) => {
          const old = await lockMailSettings(transaction.tx);
          checkRevision(args.revision, old.rev);
          const next = { ...input, texts, rev: old.rev + 1 };
          await storeMailSettings(transaction.tx, next);
          await audit(transaction, {
            action: 'mail.update',
            entity: 'shop',
            entityKey: 'mail',
            ...differences(old, next),
          });
          return [];
        }),
      ),
    () => readMailSettings(ctx.services.reader),
  );
  return mailSettings(ctx);
}

/**
 * Returns the old and new values of what has changed, for the audit log: the sender, and by kind and language the texts
 * that replace standard ones.
 */
function differences(old: MailSettings, next: MailSettings): { old: object; new: object } {
  const fields = (['sender_name', 'reply_to'] as const).filter((name) => old[name] !== next[name]);
  const kinds = emailKinds.filter((kind) => JSON.stringify(textsOf(old, kind)) !== JSON.stringify(textsOf(next, kind)));
  const pick = (from: MailSettings) =>
    Object.fromEntries<unknown>([
      ...fields.map((name) => [name, from[name]] as const),
      ...kinds.map((kind) => [kind, textsOf(from, kind)] as const),
    ]);
  return { old: pick(old), new: pick(next) };
}

/** Returns the own texts of a kind of e-mail by language. */
function textsOf({ texts }: MailSettings, kind: EmailKind): object {
  const own = localeCodes.map((locale) => texts.find((text) => text.kind === kind && text.locale === locale));
  return Object.fromEntries(
    own.flatMap((text) => (text ? [[text.locale, { subject: text.subject, body: text.body }]] : [])),
  );
}
