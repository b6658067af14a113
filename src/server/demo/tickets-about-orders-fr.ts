import type { OrderTopicTexts } from './ticket-topics.ts';

/** Conversations about orders, in French. */
export const frenchAboutOrders: OrderTopicTexts = {
  'code-missing': {
    subjects: [
      'Pas de code dans la commande {order}',
      'Où est mon code {product} ?',
      'Payé il y a une heure, toujours rien',
    ],
    openings: [
      'Bonjour, j’ai commandé {product} ({amount}) ce matin. La commande est marquée livrée mais il n’y a aucun code, ni dans la commande ni dans mes mails. Mon client attend au comptoir.',
      'La commande {order} est en traitement depuis deux heures alors que d’habitude c’est immédiat. Pouvez-vous regarder ?',
      'Bonjour, je ne trouve pas le code de {product}. J’ai aussi vérifié les indésirables.',
    ],
    asked: [
      'Bonjour, merci de votre message. Le fournisseur est lent aujourd’hui. À quelle adresse attendez-vous le code ?',
      'Bonjour, je vois votre commande {order}. Je relance le fournisseur et je reviens vers vous dans l’heure.',
    ],
    told: ['À l’adresse de mon compte, comme toujours.', 'Celle du compte, merci. Le client repasse à 17 h.'],
    solved: [
      'Le code est maintenant dans votre commande, et envoyé par e-mail. Désolés pour l’attente.',
      'Notre fournisseur était en panne entre 10 h et midi. Le code vient d’être livré, rouvrez la commande.',
    ],
  },
  'code-refused': {
    subjects: ['Code refusé : {product}', '« Déjà utilisé » sur la commande {order}', 'Le code ne fonctionne pas'],
    openings: [
      'Le code de la commande {order} est refusé : « non valable dans votre pays ». Le compte est pourtant français.',
      'J’ai saisi trois fois le code de {product}, il serait déjà utilisé. Personne d’autre ne l’a vu.',
      'Bonjour, {product} ne passe pas. Le message dit seulement qu’une erreur est survenue.',
    ],
    asked: [
      'Désolés ! Dans quel pays le compte est-il enregistré, et que dit le message exactement ?',
      'Pouvez-vous nous donner l’heure du dernier essai et les quatre derniers caractères ? N’envoyez jamais le code entier.',
    ],
    told: [
      'Compte français. Message : code indisponible dans cette région.',
      'Dernier essai à 18 h {n}, il se termine par K7Q2.',
    ],
    solved: [
      'Le fournisseur confirme l’erreur. Le nouveau code est dans votre commande.',
      'Ce code était d’une autre région, c’est notre faute. {amount} ont été recrédités sur votre solde.',
    ],
  },
  'wrong-amount': {
    subjects: ['Mauvais montant, commande {order}', 'Reçu moins que commandé', 'Moins de crédit que payé'],
    openings: [
      'J’ai payé {amount} pour {product} mais j’ai reçu une valeur inférieure. Merci de vérifier.',
      'Commande {order} : mon client a reçu moins de crédit que prévu, l’opérateur affiche le petit montant.',
      'Le montant affiché et le montant de la carte ne correspondent pas.',
    ],
    asked: [
      'Merci de nous le signaler. Pouvez-vous recopier le message de confirmation ?',
      'Je compare avec le relevé du fournisseur. Quel montant est affiché exactement ?',
    ],
    told: ['Il est écrit la moitié, créditée à 14 h {n}.', 'Le message indique un montant plus petit que la commande.'],
    solved: [
      'Vous avez raison, la mauvaise carte est partie. La différence est envoyée sous forme d’un second code.',
      'La différence est revenue sur votre solde, et l’article est corrigé.',
    ],
  },
  'wrong-line': {
    subjects: [
      'Recharge partie sur un mauvais numéro',
      'Erreur de numéro dans la commande {order}',
      'Merci d’arrêter la commande {order}',
    ],
    openings: [
      'J’ai inversé les deux derniers chiffres dans la commande {order}. Est-il encore possible de l’arrêter ?',
      'C’est ma faute : le numéro est celui de mon ancienne ligne. Peut-on transférer les {amount} ?',
      'N’envoyez pas encore {product}, le numéro est faux !',
    ],
    asked: [
      'Bonjour, la commande est suspendue. Quel est le bon numéro ?',
      'Elle est partie il y a trois minutes. Je demande à l’opérateur si c’est réversible, comptez une journée.',
    ],
    told: ['Il se termine par 0{n}, le reste est juste.', 'Merci. Le bon se termine par {n}7.'],
    solved: [
      'Rattrapé à temps : la recharge est sur la bonne ligne.',
      'L’opérateur ne reprend que ce qui n’a pas servi. Le reste est sur votre solde.',
    ],
  },
  'credit-late': {
    subjects: ['Recharge non reçue, commande {order}', '{product} : toujours rien', 'Terminée mais pas de crédit'],
    openings: [
      'La commande {order} est terminée mais mon client n’a rien. Il a redémarré deux fois.',
      'Bonjour, {product} commandé il y a 40 minutes, la ligne est toujours vide.',
      'Le numéro est bon, j’ai vérifié. Voyez-vous ce qui s’est passé ?',
    ],
    asked: [
      'Merci, je vois la commande. Que répond le code de consultation du solde ?',
      'L’opérateur a du retard ce soir. Nous suivons cela de près.',
    ],
    told: ['Il répond : solde 0,35.', 'Nouvel essai à 20 h {n}, toujours rien.'],
    solved: [
      'L’opérateur confirme : crédité à l’instant. Vérifiez s’il vous plaît.',
      'La ligne a refusé le crédit, {amount} sont revenus sur votre solde.',
    ],
  },
  'parcel-late': {
    subjects: [
      'Où est mon colis ? Commande {order}',
      'Le suivi ne bouge plus depuis quatre jours',
      'Livraison de {product}',
    ],
    openings: [
      'Le suivi de la commande {order} indique « en transit » depuis quatre jours. Il me faut {product} pour le week-end.',
      'Personne n’a appelé et le livreur a noté « absent ». J’étais à la boutique toute la journée.',
      'Des nouvelles de {product} ? J’ai payé {amount} il y a plus d’une semaine.',
    ],
    asked: [
      'Désolés. Une recherche est ouverte chez le transporteur. Le téléphone de votre compte est-il toujours le bon ?',
      'Le colis est au dépôt. Préférez-vous le retirer ou être livré demain ?',
    ],
    told: ['Oui, le numéro est bon. Qu’ils appellent avant de passer.', 'Je peux le retirer demain matin.'],
    solved: [
      'Le transporteur l’a perdu, un nouveau part aujourd’hui en express.',
      'Livré contre signature à 11 h {n}. Merci de votre patience.',
    ],
  },
  'broken-on-arrival': {
    subjects: ['{product} défectueux', 'Reçu cassé, commande {order}', 'Garantie {product}'],
    openings: [
      '{product} de la commande {order} ne fonctionne pas comme il faut, essayé deux fois devant mon client.',
      'Tout allait bien un jour, puis plus rien. C’est neuf.',
      'La boîte était ouverte et il y a une rayure. J’en voudrais un autre.',
    ],
    asked: [
      'Cela ne devrait pas arriver. Pouvez-vous décrire le défaut en une phrase ?',
      'Gardez la boîte. Préférez-vous un échange ou un remboursement ?',
    ],
    told: ['Il y a une fissure sur le bord et il ne tient pas.', 'Un échange, mon client le veut toujours.'],
    solved: [
      'Le remplacement est parti, rendez l’ancien au livreur.',
      '{amount} ont été recrédités. Vous pouvez garder l’article.',
    ],
  },
  'profile-fails': {
    subjects: ['QR code déjà utilisé ? Commande {order}', 'Pas d’internet avec {product}'],
    openings: [
      'J’ai scanné le QR code de la commande {order}, le téléphone dit « ce code n’est plus valide ».',
      '{product} est installé mais pas d’internet à l’arrivée. L’itinérance est activée.',
    ],
    asked: [
      'Quel téléphone avez-vous, et le profil a-t-il été installé ailleurs ?',
      'Activez l’itinérance pour cette ligne, choisissez le réseau à la main et redémarrez. Voyez-vous des barres ?',
    ],
    told: ['Un Pixel 8, et non, jamais ailleurs.', 'Deux barres, mais pas de données.'],
    solved: [
      'Nouveau profil émis : le QR code est dans votre commande. Installez-le en Wi-Fi.',
      'Il faut saisir le point d’accès à la main : internet. Vérifié sur notre téléphone de test.',
    ],
  },
  'activation-fails': {
    subjects: ['L’activation demande un appel', 'Clé de {product} refusée'],
    openings: [
      'L’activation de {product} s’arrête avec l’erreur 0xC004{n} et demande de téléphoner. Que faire ?',
      'Le logiciel dit que la clé de la commande {order} est pour une autre édition.',
    ],
    asked: [
      'Choisissez l’activation par téléphone et envoyez-nous le premier et le dernier bloc affichés.',
      'Quelle édition est installée ? C’est indiqué dans Paramètres › À propos.',
    ],
    told: ['Premier bloc 0534{n}, dernier bloc 77{n}12.', 'C’était la version d’essai livrée avec l’ordinateur.'],
    solved: [
      'Le fabricant nous a donné le numéro de confirmation, il est dans votre boîte.',
      'Désinstallez d’abord la version d’essai, la clé passe ensuite. Vérifié chez nous.',
    ],
  },
  'refund-wanted': {
    subjects: [
      'Remboursement de la commande {order}',
      'Je n’ai plus besoin de {product}',
      'Annulation s’il vous plaît',
    ],
    openings: [
      'Mon client a changé d’avis. Le code de la commande {order} n’a pas été ouvert. Puis-je récupérer {amount} ?',
      'J’ai commandé {product} deux fois par erreur. Merci d’annuler la seconde.',
      'On m’a dit au téléphone que ce serait remboursé, je ne vois rien sur mon solde.',
    ],
    asked: [
      'C’est possible tant que le code n’a été ni affiché ni utilisé. Je vérifie avec le fournisseur.',
      'Laquelle des deux commandes faut-il garder ?',
    ],
    told: ['Jamais ouvert, vous pouvez vérifier.', 'Gardez la première, annulez {order}.'],
    solved: [
      'C’est fait : {amount} sont revenus sur votre solde.',
      'Le fournisseur a repris le code, votre solde est à jour.',
    ],
  },
  'charged-twice': {
    subjects: ['Débité deux fois ?', 'Mon solde est trop bas', 'Deux débits pour {product}'],
    openings: [
      'J’ai cliqué une fois mais mon solde a baissé deux fois pour {product}. Voyez la commande {order}.',
      'Le réseau a coupé un instant et je ne sais plus si j’ai payé une ou deux fois.',
      'Il me manque {amount}. Pouvez-vous m’expliquer les dernières lignes ?',
    ],
    asked: [
      'Je regarde vos mouvements avec une collègue. Quel solde attendez-vous ?',
      'Il y a deux commandes à trois minutes d’écart. Avez-vous recommandé après le retour du réseau ?',
    ],
    told: ['J’attends {amount} de plus.', 'Possible, l’écran disait « pas encore connu » et j’ai réessayé.'],
    solved: [
      'Il n’y a eu qu’un débit : l’autre ligne est la commande de la veille. Le détail est dans la note.',
      'La seconde commande est annulée et {amount} recrédités.',
    ],
  },
};
