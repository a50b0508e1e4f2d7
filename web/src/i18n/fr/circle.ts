export default {
  circle: 'Cercle',
  trusted: 'Marques de confiance',
  emptyCircle: 'Les prestataires que vous ajoutez à votre cercle se trouvent ici.',
  emptyTrusted: 'Les prestataires à qui vous faites confiance se trouvent ici.',
  find: 'Trouver des prestataires',
  isTrusted: 'De confiance',
} as const;
