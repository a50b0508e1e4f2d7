export default {
  title: 'Alertes',
  readAll: 'Tout marquer comme lu',
  empty: 'Il ne s’est encore rien passé. Ce qui vous concerne apparaît ici à l’instant même.',
  find: 'Trouver des prestataires',
  new: 'Nouveau',
} as const;
