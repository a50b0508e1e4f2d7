import type { Page } from '@playwright/test';

/** Names icons and states that the colours of the system hide. */
function hiddenByForcedColours(): string[] {
  const { isShown, nameOf, scope } = window.pageTools;
  const channels = (colour: string) => (/[\d.]+/g[Symbol.match](colour) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isClear = (colour: string) => colour === 'none' || (channels(colour)[3] ?? 1) === 0;
  const contrast = (one: string, other: string) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const behind = (element: Element): string => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      const colour = getComputedStyle(outer).backgroundColor;
      if (!isClear(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const icons = [...scope().querySelectorAll('svg')]
    .filter((icon) => isShown(icon) && icon.checkVisibility({ opacityProperty: true }))
    .flatMap((icon) => {
      const shapes = [icon, ...icon.querySelectorAll('path, circle, rect, line, polyline, polygon')];
      const colours = shapes
        .flatMap((shape) => [getComputedStyle(shape).stroke, getComputedStyle(shape).fill])
        .filter((colour) => colour.startsWith('rgb') && !isClear(colour));
      return colours.length > 0 && colours.every((colour) => contrast(colour, behind(icon)) < 3)
        ? [`icon not seen in forced colours: ${nameOf(icon)} ${colours[0] ?? ''} on ${behind(icon)}`]
        : [];
    });
  const set = '[aria-pressed=true], [aria-checked=true], [aria-selected=true], [aria-current]:not([aria-current=false])';
  const unset: Record<string, string> = {
    'aria-pressed': '[aria-pressed=false]',
    'aria-checked': '[aria-checked=false]',
    'aria-selected': '[aria-selected=false]',
  };
  const look = (element: Element) => {
    const { backgroundColor, borderTopWidth, borderBottomWidth, borderTopStyle, outlineStyle, fontWeight, textDecorationLine, color } =
      getComputedStyle(element);
    return [
      backgroundColor,
      color,
      borderTopWidth,
      borderBottomWidth,
      borderTopStyle,
      outlineStyle,
      fontWeight,
      textDecorationLine,
      element.querySelectorAll('svg').length,
    ].join();
  };
  const states = [...scope().querySelectorAll(set)].filter(isShown).flatMap((element) => {
    const attribute = Object.keys(unset).find((name) => element.getAttribute(name) === 'true');
    const group = element.parentElement?.parentElement ?? element;
    const others = attribute
      ? [...group.querySelectorAll(unset[attribute] ?? '')]
      : [...group.querySelectorAll(element.tagName)].filter((one) => !one.hasAttribute('aria-current'));
    const other = others.find(isShown);
    return other && look(other) === look(element) ? [`state not seen in forced colours: ${nameOf(element)}`] : [];
  });
  return [...icons, ...states];
}

/** What cannot be seen in the colours of the system; emulates them while it looks. */
export async function forcedColourProblems(page: Page): Promise<string[]> {
  return page.evaluate(hiddenByForcedColours);
}
