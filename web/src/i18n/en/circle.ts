export default {
  circle: 'Circle',
  trusted: 'Trusted brands',
  emptyCircle: 'Providers you add to your circle are kept here.',
  emptyTrusted: 'Providers you mark as trusted are kept here.',
  find: 'Find providers',
  isTrusted: 'Trusted',
} as const;
