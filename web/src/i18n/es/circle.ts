export default {
  circle: 'Círculo',
  trusted: 'Marcas de confianza',
  emptyCircle: 'Aquí se guardan los proveedores que añades a tu círculo.',
  emptyTrusted: 'Aquí se guardan los proveedores que marcas como de confianza.',
  find: 'Buscar proveedores',
  isTrusted: 'De confianza',
} as const;
