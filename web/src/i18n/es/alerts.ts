export default {
  title: 'Alertas',
  readAll: 'Marcar todo como leído',
  empty: 'Aún no ha pasado nada. Lo que te concierne aparece aquí en el mismo momento.',
  find: 'Buscar proveedores',
  new: 'Nuevo',
} as const;
