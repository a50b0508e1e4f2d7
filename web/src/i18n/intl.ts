/** Formatters take a phone a millisecond or more to make, and every card and every slot asks for one: each is made once. */
function madeOnce<O, F>(make: (locale: string, options: O | undefined) => F): (locale: string, options?: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

export const dateTimeFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = madeOnce((locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options));
export const pluralRules = madeOnce((locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options));
