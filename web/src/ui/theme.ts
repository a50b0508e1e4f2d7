import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

const text = "'Figtree Variable', 'Noto Sans Arabic Variable', system-ui, sans-serif";
const display = "'Bricolage Grotesque Variable', 'Noto Sans Arabic Variable', system-ui, sans-serif";

/** The text colour on the brand colour: white in the light scheme, near-black in the dark one; the same for danger. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.color === 'red') {
    return input.variant === 'filled'
      ? { ...colors, background: 'var(--danger)', hover: 'var(--danger-hover)', color: 'var(--danger-ink)' }
      : { ...colors, color: 'var(--danger)' };
  }
  const isBrand = (input.color ?? input.theme.primaryColor) === 'brand';
  return isBrand && input.variant === 'filled' ? { ...colors, color: 'var(--brand-ink)' } : colors;
};

/** Mantine's sizes, each a token of the same name. */
const scale = <Size extends string>(token: string, sizes: readonly Size[]) =>
  Object.fromEntries(sizes.map((size) => [size, `var(--${token}-${size})`])) as Record<Size, string>;

/** Mantine's theme from the tokens of tokens.css. The brand colour is shade 7 in the light scheme and shade 4 in the dark one. */
export const theme = createTheme({
  fontFamily: text,
  headings: {
    fontFamily: display,
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'var(--text-3xl)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--text-xl)', lineHeight: '1.2' },
      h3: { fontSize: 'var(--text-lg)', lineHeight: '1.25' },
    },
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  colors: {
    brand: ['#eef7f3', '#e2f0ea', '#c3e1d5', '#93d0b8', '#62c3a4', '#3ba585', '#26846a', '#1c6b56', '#155443', '#0e3c30'],
    dark: ['#eeece6', '#cfd3ce', '#9ba59f', '#6c7771', '#2a322e', '#242b27', '#1a201d', '#121614', '#0e1210', '#0a0d0c'],
    accent: ['#fff6ea', '#fcefdc', '#f8dcb6', '#f3c78b', '#f0b262', '#e8973a', '#c97a20', '#9a5b10', '#73430a', '#4d2c05'],
  },
  defaultRadius: 'md',
  fontSizes: scale('text', ['xs', 'sm', 'md', 'lg', 'xl']),
  radius: scale('radius', ['xs', 'sm', 'md', 'lg', 'xl']),
  spacing: scale('space', ['2xs', 'xs', 'sm', 'md', 'lg', 'xl']),
  shadows: { md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  breakpoints: { xs: '24em', sm: '34.4375em', md: '56em', lg: '75em', xl: '90em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: importing the components here would put all of them into the first load.
  components: {
    Button: { defaultProps: { size: 'md', fw: 600 } },
    Select: { defaultProps: { allowDeselect: false } },
    // A list begins where its field begins. Centred, Mantine's default, its place depends on its width, which is 0 while it is
    // closed: it would open half a field too far to the right, and a phone would lay the whole page out wider to hold it.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover', fw: 600 } },
    Badge: { defaultProps: { radius: 'xl', tt: 'none' } },
    Chip: { defaultProps: { color: 'brand' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    Loader: { defaultProps: { size: 'sm' } },
    Menu: {
      // Within its landmark, for users who navigate by landmarks, and with nothing but entries in it.
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        offset: 8,
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 120, transition: 'pop' },
      },
    },
    Modal: {
      defaultProps: { centered: true, radius: 'xl', padding: 'lg', transitionProps: { duration: 160, transition: 'pop' } },
    },
    Skeleton: { defaultProps: { radius: 'md', 'aria-busy': true } },
  },
});
