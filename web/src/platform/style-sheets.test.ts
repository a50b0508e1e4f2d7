import { afterEach, describe, expect, it } from 'vitest';
import { loadPart } from './load-part';

const href = '/assets/search-abc.css';
const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];

function addSheet(): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('href', href);
  document.head.append(link);
  return link;
}
const fails = (link: HTMLLinkElement | undefined) => link?.dispatchEvent(new Event('error'));
const arrives = (link: HTMLLinkElement | undefined) => link?.dispatchEvent(new Event('load'));

afterEach(() => {
  sheets().forEach((link) => {
    arrives(link);
    link.remove();
  });
});

describe('a style sheet that did not arrive', () => {
  it('is asked for again when the connection is back, until it arrives', async () => {
    const first = addSheet();
    fails(first);
    window.dispatchEvent(new Event('online'));
    const [second] = sheets();
    expect(sheets()).toHaveLength(1);
    expect(second).not.toBe(first);
    expect(second?.getAttribute('href')).toBe(href);
    fails(second);
    await new Promise((resolve) => setTimeout(resolve));
    window.dispatchEvent(new Event('online'));
    const [third] = sheets();
    expect(third).not.toBe(second);
    arrives(third);
    await new Promise((resolve) => setTimeout(resolve));
    window.dispatchEvent(new Event('online'));
    expect(sheets()).toEqual([third]);
  });

  it('is waited for by the part that needs it', async () => {
    fails(addSheet());
    let isLoaded = false;
    const part = loadPart(() => Promise.resolve('part')).then((loaded) => {
      isLoaded = true;
      return loaded;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isLoaded).toBe(false);
    fails(sheets()[0]);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(isLoaded).toBe(false);
    arrives(sheets()[0]);
    expect(await part).toBe('part');
  });

  it('is not asked for again where it is there', async () => {
    const link = addSheet();
    arrives(link);
    expect(await loadPart(() => Promise.resolve('part'))).toBe('part');
    expect(sheets()).toEqual([link]);
  });
});
