import type { StandardTexts } from './kinds.ts';

const hello = 'Bonjour {name},';

export const fr: StandardTexts = {
  ticket_reply: {
    subject: 'Nouvelle réponse à votre ticket n° {number}',
    paragraphs: [hello, 'Nous avons répondu à votre ticket {subject}.'],
    button: 'Lire la réponse',
  },
  order_delivered: {
    subject: 'Votre commande n° {number} a été livrée',
    paragraphs: [
      hello,
      'Votre commande n° {number} ({product}, {total}) a été livrée. Vous trouverez ce qui l’accompagne dans vos commandes.',
    ],
    button: 'Voir mes commandes',
  },
  order_ask: {
    subject: 'Commande n° {number} à corriger',
    paragraphs: [
      hello,
      'Nous ne pouvons pas encore livrer votre commande n° {number} ({product}) : une information saisie n’est pas correcte. La commande indique ce qu’il faut corriger.',
    ],
    button: 'Corriger ma commande',
  },
  balance_added: {
    subject: 'Votre solde a changé',
    paragraphs: [
      hello,
      '{amount} ont été ajoutés à votre solde. Votre solde est maintenant de {balance}.',
      'Pour toute question à ce sujet, ouvrez un ticket.',
    ],
    button: 'Voir mon solde',
  },
  balance_subtracted: {
    subject: 'Votre solde a changé',
    paragraphs: [
      hello,
      '{amount} ont été retirés de votre solde. Votre solde est maintenant de {balance}.',
      'Pour toute question à ce sujet, ouvrez un ticket.',
    ],
    button: 'Voir mon solde',
  },
  balance_returned: {
    subject: 'Votre solde a changé',
    paragraphs: [
      hello,
      '{amount} ont été remboursés sur votre solde pour votre commande n° {number}. Votre solde est maintenant de {balance}.',
      'Pour toute question à ce sujet, ouvrez un ticket.',
    ],
    button: 'Voir mon solde',
  },
  balance_charged: {
    subject: 'Votre solde a changé',
    paragraphs: [
      hello,
      '{amount} ont été de nouveau débités de votre solde pour votre commande n° {number}. Votre solde est maintenant de {balance}.',
      'Pour toute question à ce sujet, ouvrez un ticket.',
    ],
    button: 'Voir mon solde',
  },
  confirm_address: {
    subject: 'Confirmez votre adresse e-mail',
    paragraphs: [
      hello,
      'Veuillez confirmer votre adresse e-mail pour activer votre compte. Le lien fonctionne une seule fois, pendant 24 heures.',
      'Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
    ],
    button: 'Activer mon compte',
  },
  register_again: {
    subject: 'Veuillez vous inscrire à nouveau',
    paragraphs: [
      'Vous avez demandé un nouveau lien de confirmation. Cette adresse a été inscrite plusieurs fois, ou il y a trop longtemps : nous ne pouvons pas savoir quelle inscription est la vôtre. Veuillez vous inscrire à nouveau et utiliser le lien de l’e-mail que vous recevrez.',
      'Les liens déjà envoyés restent valables 24 heures. Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
    ],
    button: 'S’inscrire',
  },
  new_password: {
    subject: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      hello,
      'un nouveau mot de passe a été demandé pour votre compte. Le lien fonctionne une seule fois, pendant 24 heures. Tous vos appareils seront déconnectés.',
      'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
    ],
    button: 'Choisir un mot de passe',
  },
  new_address: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [
      hello,
      'Veuillez confirmer que votre compte prend cette adresse e-mail. Le lien fonctionne une seule fois, pendant 24 heures. D’ici là, rien ne change.',
      'Si vous n’avez rien demandé, ignorez cet e-mail.',
    ],
    button: 'Utiliser cette adresse',
  },
  address_changed: {
    subject: 'Votre adresse e-mail a été modifiée',
    paragraphs: [
      hello,
      'L’adresse e-mail de votre compte a été modifiée. Désormais, vous vous connectez avec la nouvelle adresse et nous vous y écrivons.',
      'Si vous n’en êtes pas à l’origine, contactez la boutique sans attendre. Ceci est le dernier e-mail envoyé à cette adresse.',
    ],
    button: 'Ouvrir {shop}',
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    paragraphs: [
      hello,
      'Le mot de passe de votre compte a été modifié. Les autres appareils ont été déconnectés.',
      'Si vous n’en êtes pas à l’origine, contactez la boutique sans attendre et choisissez un nouveau mot de passe.',
    ],
    button: 'Ouvrir {shop}',
  },
  account_changed: {
    subject: 'Votre adresse e-mail et votre mot de passe ont été modifiés',
    paragraphs: [
      hello,
      'L’adresse e-mail et le mot de passe de votre compte ont été modifiés. Désormais, vous vous connectez avec les nouveaux et nous écrivons à la nouvelle adresse.',
      'Si vous n’en êtes pas à l’origine, contactez la boutique sans attendre. Ceci est le dernier e-mail envoyé à cette adresse.',
    ],
    button: 'Ouvrir {shop}',
  },
  weekly_digest: {
    subject: 'La semaine de {shop} : du {from} au {to}',
    paragraphs: [
      hello,
      'Voici les chiffres de la semaine du {from} au {to}, avec ceux de la semaine précédente entre parenthèses.',
      'Commandes : {orders} ({orders_before})\nTotal des commandes : {total} ({total_before})\nSolde ajouté : {added} ({added_before})\nNouveaux utilisateurs : {users} ({users_before})',
      'Tickets ouverts : {opened} ({opened_before})\nTickets résolus : {solved} ({solved_before})\nPremières réponses dans les délais : {in_time} ({in_time_before})\nPremières réponses en retard : {late} ({late_before})\nTickets qui attendent une réponse : {waiting}',
    ],
    button: 'Voir le tableau de bord',
  },
  new_admin: {
    subject: 'Il y a un nouvel admin',
    paragraphs: [
      hello,
      '{admin} est maintenant admin de la boutique.',
      'Si ce n’est pas vous qui l’avez décidé, retirez-lui ce rôle et changez votre mot de passe.',
    ],
    button: 'Voir cet admin',
  },
  own_pin_locked: {
    subject: 'Votre code PIN est bloqué',
    paragraphs: [
      hello,
      'Un code PIN erroné a été saisi cinq fois avec votre compte. Votre code PIN est bloqué pendant 15 minutes.',
      'Si ce n’était pas vous, quelqu’un d’autre utilise votre compte : déconnectez vos autres appareils dans les paramètres et changez votre mot de passe.',
    ],
    button: 'Ouvrir les paramètres',
  },
  own_pin_disabled: {
    subject: 'Votre code PIN est désactivé',
    paragraphs: [
      hello,
      'Un code PIN erroné a été saisi dix fois avec votre compte. Votre code PIN est désactivé jusqu’à ce que vous en choisissiez un nouveau avec votre mot de passe.',
      'Si ce n’était pas vous, quelqu’un d’autre utilise votre compte : déconnectez vos autres appareils dans les paramètres et changez votre mot de passe.',
    ],
    button: 'Ouvrir les paramètres',
  },
  pin_locked: {
    subject: 'Le code PIN d’un admin est bloqué',
    paragraphs: [
      hello,
      'Un code PIN erroné a été saisi cinq fois avec le compte de {admin}. Le code PIN est bloqué pendant 15 minutes.',
      'Si ce n’était pas cet admin, désactivez le compte en attendant d’en savoir plus.',
    ],
    button: 'Voir cet admin',
  },
  pin_disabled: {
    subject: 'Le code PIN d’un admin est désactivé',
    paragraphs: [
      hello,
      'Un code PIN erroné a été saisi dix fois avec le compte de {admin}. Le code PIN est désactivé jusqu’à ce qu’il soit redéfini avec le mot de passe.',
      'Si ce n’était pas cet admin, désactivez le compte en attendant d’en savoir plus.',
    ],
    button: 'Voir cet admin',
  },
  topup_refused: {
    subject: 'Votre demande de rechargement n° {number} a été refusée',
    paragraphs: [
      hello,
      'Votre demande de rechargement n° {number} de {amount} a été refusée : {reason}.',
      'Votre solde n’a pas changé. Vous pouvez envoyer une autre demande, ou ouvrir un ticket pour toute question à ce sujet.',
    ],
    button: 'Voir ma demande',
  },
  topup_refused_with_note: {
    subject: 'Votre demande de rechargement n° {number} a été refusée',
    paragraphs: [
      hello,
      'Votre demande de rechargement n° {number} de {amount} a été refusée : {reason}.',
      'La boutique écrit : {note}',
      'Votre solde n’a pas changé. Vous pouvez envoyer une autre demande, ou ouvrir un ticket pour toute question à ce sujet.',
    ],
    button: 'Voir ma demande',
  },
  topup_reminder: {
    subject: 'Demandes de rechargement en attente : {count}',
    paragraphs: [
      hello,
      'ces demandes de rechargement attendent depuis plus de 24 heures. Les clients indiquent qu’ils ont payé.',
      'Demandes : {count}\nHeures depuis la plus ancienne : {hours}',
    ],
    button: 'Voir les demandes',
  },
  topup_method_changed: {
    subject: 'Un moyen de paiement a été modifié',
    paragraphs: [
      hello,
      '{admin} a modifié le moyen de paiement {method}.',
      '{changes}',
      'Si vous ne vous y attendiez pas, vérifiez les comptes sans attendre : c’est là que les clients envoient leur argent.',
    ],
    button: 'Vérifier les moyens de paiement',
  },
};
