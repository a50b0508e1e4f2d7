/*
 * Holds the style sheets to the one scale of tokens.css: spaces, corners and type sizes are tokens. A length in pixels stands
 * only in a calculation, where it is the size of something else.
 */
const lengthAlone = /^(?!.*\b(calc|clamp|max|min)\().*\d(px|rem|em)\b/;

export default {
  ignoreFiles: ['src/ui/mantine.css'],
  rules: {
    'declaration-property-value-disallowed-list': [
      {
        '/^(gap|row-gap|column-gap|(padding|margin)(-[a-z-]+)?)$/': [lengthAlone],
        '/^border(-[a-z-]+)?-radius$/': [lengthAlone],
        'font-size': [lengthAlone],
      },
      { message: (property, value) => `${property}: ${value} is not a token of src/ui/tokens.css (--space-*, --radius-*, --text-*).` },
    ],
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': true,
  },
};
