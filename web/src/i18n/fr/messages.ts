export default {
  messages: 'Messages',
  empty: 'Dès que vous aurez un rendez-vous avec quelqu’un, vous pourrez vous écrire ici.',
  find: 'Trouver des prestataires',
} as const;
