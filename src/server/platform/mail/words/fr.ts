import type { BalanceCause, NoticeWords } from './words.ts';

const contact = 'Si vous n’en êtes pas à l’origine, contactez la boutique sans attendre';
const securityAdvice =
  'Si ce n’était pas vous, quelqu’un d’autre utilise votre compte : déconnectez vos autres appareils dans les paramètres et changez votre mot de passe.';

const balanceSentences: Record<BalanceCause, (amount: string, orderId: number | null) => string> = {
  added: (amount) => `${amount} ont été ajoutés à votre solde.`,
  subtracted: (amount) => `${amount} ont été retirés de votre solde.`,
  returned: (amount, orderId) => `${amount} ont été remboursés sur votre solde pour votre commande nº ${orderId}.`,
  charged: (amount, orderId) =>
    `${amount} ont été de nouveau débités de votre solde pour votre commande nº ${orderId}.`,
};

export const fr: NoticeWords = {
  hello: (name) => `Bonjour ${name},`,
  emailChanged: {
    subject: 'Votre adresse e-mail a été modifiée',
    body: 'L’adresse e-mail de votre compte a été modifiée. Désormais, vous vous connectez avec la nouvelle adresse et nous vous y écrivons.',
    advice: `${contact}. Ceci est le dernier e-mail envoyé à cette adresse.`,
    button: 'Ouvrir Comptoir',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    body: 'Le mot de passe de votre compte a été modifié. Les autres appareils ont été déconnectés.',
    advice: `${contact} et choisissez un nouveau mot de passe.`,
    button: 'Ouvrir Comptoir',
  },
  emailAndPasswordChanged: {
    subject: 'Votre adresse e-mail et votre mot de passe ont été modifiés',
    body: 'L’adresse e-mail et le mot de passe de votre compte ont été modifiés. Désormais, vous vous connectez avec les nouveaux et nous écrivons à la nouvelle adresse.',
    advice: `${contact}. Ceci est le dernier e-mail envoyé à cette adresse.`,
    button: 'Ouvrir Comptoir',
  },
  newAdmin: (admin) => ({
    subject: 'Il y a un nouvel admin',
    body: `${admin} est maintenant admin de la boutique.`,
    advice: 'Si ce n’est pas vous qui l’avez décidé, retirez-lui ce rôle et changez votre mot de passe.',
    button: 'Voir cet admin',
  }),
  ownPinLocked: {
    subject: 'Votre code PIN est bloqué',
    body: 'Un code PIN erroné a été saisi cinq fois avec votre compte. Votre code PIN est bloqué pendant 15 minutes.',
    advice: securityAdvice,
    button: 'Ouvrir les paramètres',
  },
  ownPinDisabled: {
    subject: 'Votre code PIN est désactivé',
    body: 'Un code PIN erroné a été saisi dix fois avec votre compte. Votre code PIN est désactivé jusqu’à ce que vous en choisissiez un nouveau avec votre mot de passe.',
    advice: securityAdvice,
    button: 'Ouvrir les paramètres',
  },
  pinLocked: (admin) => ({
    subject: 'Le code PIN d’un admin est bloqué',
    body: `Un code PIN erroné a été saisi cinq fois avec le compte de ${admin}. Le code PIN est bloqué pendant 15 minutes.`,
    advice: 'Si ce n’était pas cet admin, désactivez le compte en attendant d’en savoir plus.',
    button: 'Voir cet admin',
  }),
  pinDisabled: (admin) => ({
    subject: 'Le code PIN d’un admin est désactivé',
    body: `Un code PIN erroné a été saisi dix fois avec le compte de ${admin}. Le code PIN est désactivé jusqu’à ce qu’il soit redéfini avec le mot de passe.`,
    advice: 'Si ce n’était pas cet admin, désactivez le compte en attendant d’en savoir plus.',
    button: 'Voir cet admin',
  }),
  ticketReply: ({ number, subject }) => ({
    subject: `Nouvelle réponse à votre ticket nº ${number}`,
    body: `Nous avons répondu à votre ticket ${subject}.`,
    button: 'Lire la réponse',
  }),
  orderDelivered: ({ id, product, total }) => ({
    subject: `Votre commande nº ${id} a été livrée`,
    body: `Votre commande nº ${id} (${product}, ${total}) a été livrée. Vous trouverez ce qui l’accompagne dans vos commandes.`,
    button: 'Voir mes commandes',
  }),
  balanceChanged: ({ cause, amount, balance, orderId }) => ({
    subject: 'Votre solde a changé',
    body: `${balanceSentences[cause](amount, orderId)} Votre solde est maintenant de ${balance}.`,
    advice: 'Pour toute question à ce sujet, ouvrez un ticket.',
    button: 'Voir mon solde',
  }),
};
