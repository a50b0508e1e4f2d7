const systems: readonly (readonly [sign: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac', 'macOS'],
  ['Linux', 'Linux'],
];

/** What a person calls the device at hand: 'Windows', 'iPhone'; '' for one that is not known. */
export const systemName = (): string => systems.find(([sign]) => navigator.userAgent.includes(sign))?.[1] ?? '';
