import type { TicketTexts } from './ticket-topics.ts';
import { frenchAboutOrders } from './tickets-about-orders-fr.ts';

/** Conversations in French. */
export const french: TicketTexts = {
  topics: {
    ...frenchAboutOrders,
    'payment-missing': {
      subjects: ['Virement absent de mon solde', 'J’ai payé hier', 'Dépôt de ce matin'],
      openings: [
        'J’ai fait un virement de 200 hier midi et mon solde n’a pas bougé.',
        'J’ai payé en espèces au comptoir, reçu n° 31{n}. Quand sera-ce visible ?',
        'Virement fait jeudi, référence COMPTOIR {n}4. D’habitude c’est là en quelques heures.',
      ],
      asked: [
        'Merci. De quel nom vient le virement, et pour quel montant exact ?',
        'Merci. À quel comptoir était-ce, et que dit le reçu ?',
        'Les virements arrivent les jours ouvrés à 10 h et 16 h. S’il manque encore après, envoyez-nous la référence.',
      ],
      told: [
        'Du compte de mon frère, 200,00.',
        'Celui du marché, 150 en espèces.',
        'La référence est 88{n}31, montant 150.',
      ],
      solved: [
        'Retrouvé : il manquait la référence. C’est sur votre solde.',
        'Le collègue n’avait pas clôturé la journée. C’est sur votre solde.',
        'Arrivé avec la remise de l’après-midi, crédité.',
      ],
    },
    'invoice-wanted': {
      subjects: ['Facture du mois dernier', 'Numéro de TVA sur les factures', 'Relevé de compte'],
      openings: [
        'Pouvez-vous m’envoyer une facture pour toutes les commandes du mois dernier ? Mon comptable la demande.',
        'Merci d’indiquer notre raison sociale et le numéro de TVA sur les prochaines factures.',
        'Il me faut un relevé des paiements depuis janvier pour les impôts.',
      ],
      asked: [
        'Bien sûr. À quel nom et à quelle adresse ?',
        'Avec plaisir. Comment s’écrit le nom exactement, et quel est le numéro ?',
        'Nous pouvons le faire par mois. Un PDF vous convient-il ?',
      ],
      told: [
        'La raison sociale du compte, l’adresse est celle de la boutique.',
        'Comme dans le compte, le numéro se termine par 4{n}.',
        'Le PDF suffit, merci.',
      ],
      solved: [
        'La facture est partie aujourd’hui à votre adresse.',
        'Vos coordonnées sont enregistrées, elles figureront partout.',
        'Le relevé est dans votre boîte, une page par mois.',
      ],
    },
    'wholesale-price': {
      subjects: ['Tarif pour 100 cartes par mois', 'Remise revendeur', 'Meilleure marge sur les recharges ?'],
      openings: [
        'Nous vendons une centaine de recharges par semaine dans deux boutiques. Y a-t-il un meilleur prix à partir d’une certaine quantité ?',
        'Un concurrent propose deux pour cent de plus. Nous préférons rester chez vous : pouvez-vous vous aligner ?',
        'Avez-vous une grille pour les revendeurs à plusieurs points de vente ?',
      ],
      asked: [
        'Merci de votre intérêt. Combien vendez-vous par mois, et dans quels produits ?',
        'Il y a trois paliers. Je peux vous passer au deuxième si le mois dernier est un mois normal.',
      ],
      told: ['Environ 4 000 par mois, surtout Maroc et jeux.', 'Un mois normal, l’été est meilleur.'],
      solved: [
        'Vous êtes au deuxième palier dès aujourd’hui ; reconnectez-vous pour voir les prix.',
        'La grille est partie par e-mail, valable jusqu’à la fin du trimestre.',
      ],
    },
    'back-in-stock': {
      subjects: ['Quand sera-t-il de retour ?', 'En rupture depuis deux semaines', 'Allez-vous le revendre ?'],
      openings: [
        'Trois clients m’ont demandé la carte voyage cette semaine. Quand revient-elle ?',
        'Filmora est indisponible depuis un moment. Dois-je orienter mes clients ailleurs ?',
        'Pensez-vous ajouter des recharges pour l’Algérie ?',
      ],
      asked: [
        'Une livraison est prévue en fin de mois. Voulez-vous être prévenu ?',
        'Cela dépend du fournisseur, nous le relançons lundi.',
        'Nous discutons avec un fournisseur. Quels montants vous faudrait-il ?',
      ],
      told: ['Oui, cinq pour moi.', 'D’accord, un petit mot suffira.', 'Des petits, 20 et 50.'],
      solved: [
        'C’est de retour. Cinq pièces vous attendent jusqu’à vendredi.',
        'Le fournisseur a arrêté. L’équivalent est dans la même catégorie, avec une meilleure marge.',
        'Prévu pour la nouvelle année, vous serez prévenu en premier.',
      ],
    },
    'account-change': {
      subjects: ['Nouvelle adresse e-mail', 'Changer le nom du compte', 'Une deuxième personne à la boutique'],
      openings: [
        'La boutique a une nouvelle adresse. Pouvez-vous la changer ? Je confirme depuis l’ancienne.',
        'Il y a une faute dans le nom, merci de corriger.',
        'Mon collègue travaille le samedi. Peut-il avoir son propre accès sur le même solde ?',
      ],
      asked: [
        'Par sécurité, répondez depuis l’ancienne adresse en indiquant la nouvelle.',
        'Comment faut-il l’écrire ?',
        'C’est possible. Quels sont le nom et l’adresse de votre collègue ?',
      ],
      told: [
        'Je viens d’envoyer le message depuis l’ancienne.',
        'Avec deux l, le reste est juste.',
        'Samir, l’adresse arrive par e-mail.',
      ],
      solved: [
        'Changé. Reconnectez-vous sur tous vos appareils.',
        'Corrigé partout, y compris sur les anciennes factures.',
        'Votre collègue a reçu une lettre avec un lien. Chacun voit les commandes de l’autre.',
      ],
    },
    'app-trouble': {
      subjects: [
        'Page blanche sur mon téléphone',
        'Connexion impossible sur le second appareil',
        'Des éléments en attente',
      ],
      openings: [
        'Depuis ce matin la liste des commandes reste vide sur le téléphone ; sur l’ordinateur tout va bien.',
        'La cloche affiche un nombre mais la liste est vide. Est-ce normal ?',
        'Deux réponses attendent depuis hier alors que je suis en ligne.',
      ],
      asked: [
        'Quel téléphone et quel navigateur ? Ouvrez Paramètres › À propos et donnez-nous la version.',
        'Le nombre reste-t-il quand vous ouvrez la liste et la tirez une fois vers le bas ?',
        'Tirez la page vers le bas en étant connecté et dites-nous ce que dit le badge.',
      ],
      told: [
        'Chrome sous Android 14, version 0.1.0.',
        'Il disparaît et revient le soir.',
        'Il dit « 2 en attente », puis « tout est enregistré ».',
      ],
      solved: [
        'Merci, cela nous a aidés : corrigé dans la version du jour. Acceptez la mise à jour.',
        'Le nombre comptait des tickets supprimés. C’est juste depuis la version du jour.',
        'Vos réponses sont arrivées. L’horloge du téléphone avait une heure d’écart.',
      ],
    },
  },
  thanks: [
    'Ça marche, merci beaucoup !',
    'Service au top, merci.',
    'Bien reçu, bonne soirée.',
    'Parfait, vous pouvez fermer.',
  ],
  reminders: ['Des nouvelles ?', 'Bonjour, j’attends toujours.', 'Quelqu’un peut-il regarder aujourd’hui ?'],
};
