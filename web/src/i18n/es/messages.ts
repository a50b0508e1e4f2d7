export default {
  messages: 'Mensajes',
  empty: 'Cuando tengas una cita con alguien, aquí podréis escribiros.',
  find: 'Buscar proveedores',
} as const;
